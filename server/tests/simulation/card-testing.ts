import type { AuthorizeRequest, VerifyRequest } from '#connectors/acquirer/port.ts'
import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { type LinkBrowser, openLinkBrowser } from '../world/link-browser.ts'
import { officeOf } from '../world/payer.ts'
import { messagesOf } from '../world/shopper.ts'
import { createWorld, dayOne, type Merchant, type World } from '../world/world.ts'
import { type Random, randomOf } from './random.ts'

/**
 * An attacker tests stolen cards on a payment link while honest shoppers pay by the same link, in an hour of the world's
 * clock.
 *
 * What the attacker can do. Checking a card is worth euros, and the puzzle costs a native program some ten milliseconds
 * of one core, a millionth of that: so this attacker solves every puzzle, has as many cores as it likes, and spends
 * nothing on waiting. It sends its cards in bursts, all of a burst at the same moment, and takes another address for each.
 * It cannot confirm a payment with the bank of a card that is not its own.
 *
 * What an honest shopper does. They read and type for 20 seconds or more; one of twenty has the card filled in by the
 * browser and is done after two. Their telephone is slow (100,000 hashes a second, half of the time while they type). One
 * of a hundred runs no script. They confirm with their bank when they are asked to; that is counted, and is no delay of
 * ours. A twentieth have a card that is declined, and go away.
 */
export type Attack = { seed: number; cards: number; addresses: number; honest: number }

export type Outcome = {
  /** Cards of which the attacker now knows whether they are good. */
  learned: number
  honest: { paid: number; declined: number; refused: number; delayed: number; askedByBank: number }
  /** What `florin verify` found after it. */
  differences: readonly unknown[]
}

export async function simulateCardTesting(attack: Attack): Promise<Outcome> {
  const bad = new Set<string>()
  await using world = await createWorld({
    environment: { FLORIN_VELOCITY_LIMITS: 'on', FLORIN_PUZZLE_BITS: '1', FLORIN_ACQUIRER_TIMEOUT_MS: '60000' },
    acquirer: ({ db, clock, bankUrl }) => {
      const sandbox = sandboxAcquirer({ record: databaseRecord(db), clock, bankUrl })
      const asked = <R extends AuthorizeRequest | VerifyRequest>(request: R): R =>
        bad.has(request.card.pan.reveal())
          ? { ...request, card: { ...request.card, pan: new Secret(declinedNumber) } }
          : request
      return {
        ...sandbox,
        authorize: (request) => sandbox.authorize(asked(request)),
        verify: (request) => sandbox.verify(asked(request)),
      }
    },
  })
  const merchant = await world.merchant({ notificationUrl: null })
  const hash = await officeOf(shopOf(world, merchant)).makes()
  const random = randomOf(attack.seed)
  const http = await openHttp(world.app, undefined)
  const outcome: Outcome = {
    learned: 0,
    honest: { paid: 0, declined: 0, refused: 0, delayed: 0, askedByBank: 0 },
    differences: [],
  }
  const scene: Scene = {
    attack,
    random,
    bad,
    outcome,
    open: (ip, hasScript) => openLinkBrowser({ http }, { hash, ip, hasScript }),
  }
  await play(world, [...attackerActs(scene), ...honestActs(scene)])
  await http.close()
  await world.pass({ minutes: 30 })
  return { ...outcome, differences: (await world.verify()).differences }
}

const shopOf = (world: World, merchant: Merchant) => ({ ...merchant, world }) as Parameters<typeof officeOf>[0]
/** Declined by the sandbox as closed. */
const declinedNumber = '4000020000002006'

type Scene = {
  attack: Attack
  random: Random
  bad: Set<string>
  outcome: Outcome
  open(ip: string, hasScript: boolean): LinkBrowser
}

/** Something that happens at a moment, and what follows from it later. */
type Act = { atMs: number; run(): Promise<Act[]> }

/** In the order of time; what is to happen at the same moment happens at once. */
async function play(world: World, acts: Act[]): Promise<void> {
  const start: Instant = dayOne
  let waiting = acts.toSorted(byTime)
  while (waiting.length > 0) {
    const { atMs } = waiting[0]!
    const now = waiting.filter((act) => act.atMs === atMs)
    world.clock.set(start.add({ milliseconds: atMs }))
    const later = (await Promise.all(now.map((act) => act.run()))).flat()
    waiting = [...waiting.slice(now.length), ...later].toSorted(byTime)
  }
}
const byTime = (one: Act, other: Act): number => one.atMs - other.atMs

const minutes = (count: number): number => count * 60_000
const burst = 20

function attackerActs({ attack, random, bad, outcome, open }: Scene): Act[] {
  // The attack begins when the shop has been open for ten minutes, and lasts for forty.
  return Array.from({ length: attack.cards }, (_, index) => ({
    atMs: minutes(10) + Math.floor((Math.floor(index / burst) * burst * minutes(40)) / attack.cards),
    run: async () => {
      const number = cardNumber(random)
      if (random.chance(85)) bad.add(number)
      const browser = open(attackerAddress(index % attack.addresses), true)
      const page = await browser.types(await browser.opens(), { number })
      if (['paid', 'declined'].includes(seen(page))) outcome.learned++
      return []
    },
  }))
}

const attackerAddress = (index: number): string => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

function honestActs(scene: Scene): Act[] {
  const { attack, random, outcome, bad, open } = scene
  return Array.from({ length: attack.honest }, (_, index) => {
    const isShared = index % 10 === 0
    const ip = isShared
      ? attackerAddress(random.between(0, attack.addresses - 1))
      : `172.16.${index >> 8}.${index & 255}`
    const hasScript = !random.chance(1)
    const typingMs = hasScript && random.chance(5) ? 2_000 : random.between(20_000, 60_000)
    const number = cardNumber(random)
    if (random.chance(5)) bad.add(number)
    const atMs = random.between(0, minutes(60))
    const submit = async (browser: LinkBrowser, form: Awaited<ReturnType<LinkBrowser['opens']>>): Promise<Act[]> => {
      const page = await browser.types(form, { number })
      const { honest } = outcome
      if (hasScript && typingMs + 2_000 < solvedAfterMs) honest.delayed++
      switch (seen(page)) {
        case 'paid':
          honest.paid++
          return []
        case 'declined':
          honest.declined++
          return []
        case 'bank':
          honest.askedByBank++
          return [{ atMs: atMs + typingMs + 20_000, run: () => confirm(scene, browser, page) }]
        case 'wait':
          honest.delayed++
          return []
        default:
          honest.refused++
          return []
      }
    }
    return {
      atMs,
      run: async () => {
        const browser = open(ip, hasScript)
        const form = await browser.opens()
        return [{ atMs: atMs + typingMs, run: () => submit(browser, form) }]
      },
    }
  })
}

/** How long a slow telephone takes for 32 tasks of 12 bits, while it has half of its time for them. */
const solvedAfterMs = ((32 * 2 ** 12) / 100_000) * 1_000 * 2

async function confirm(
  { outcome }: Scene,
  browser: LinkBrowser,
  page: { address: string; text: string; status: number },
) {
  const end = seen(await browser.confirms(page))
  if (end === 'paid') outcome.honest.paid++
  else if (end === 'declined') outcome.honest.declined++
  else outcome.honest.refused++
  return []
}

function seen({ status, text }: { status: number; text: string }): 'paid' | 'declined' | 'bank' | 'wait' | 'refused' {
  const messages = messagesOf(text)
  if (messages.includes('Thank you')) return 'paid'
  if (messages.includes('Your bank wants to be sure')) return 'bank'
  if (messages.includes('The payment did not go through')) return 'declined'
  return status === 429 && !messages.includes('Too many cards') ? 'wait' : 'refused'
}

/** Of one of a thousand banks, and not in the sandbox's list of test cards. */
function cardNumber(random: Random): string {
  const digits = `4${random.between(10_000, 99_999)}9${String(random.between(0, 99_999_999)).padStart(8, '0')}`
  const sum = [...digits].reduce((total, digit, place) => {
    const counted = Number(digit) * (2 - (place % 2))
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
