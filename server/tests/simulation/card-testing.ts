import type { Instant } from '#kernel/base/clock.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { type LinkBrowser, openLinkBrowser } from '../world/link-browser.ts'
import { officeOf } from '../world/payer.ts'
import { messagesOf } from '../world/shopper.ts'
import { createWorld, dayOne, type Merchant, type World } from '../world/world.ts'
import { acquirerOfBanks, type Banks, cardNumber, type Issued } from './card-testing-banks.ts'
import { type Random, randomOf } from './random.ts'

/**
 * An attacker tests stolen cards on a payment link, or several, while honest shoppers pay by the same links. The attack
 * lasts for two thirds of the time: six minutes of an hour go before it.
 *
 * What the attacker can do. Checking a card is worth euros, and the puzzle costs a native program some ten milliseconds
 * of one core, a millionth of that: so this attacker solves every puzzle, has as many cores as it likes, and spends
 * nothing on waiting. It sends its cards in bursts, all of a burst at the same moment, and takes another address for each.
 * It does not look at the page of the link, of which it knows the form. It cannot confirm a payment with the bank of a card
 * that is not its own.
 *
 * What an honest shopper does. They read and type for 20 seconds or more; one of twenty has the card filled in by the
 * browser and is done after two. Their telephone is slow (100,000 hashes a second, half of the time while they type). One
 * of a hundred runs no script. They confirm with their bank when they are asked to; that is counted, and is no delay of
 * ours. A twentieth have a card that is declined, and go away. A tenth come from an address of the attacker.
 */
export type Attack = {
  seed: number
  cards: number
  addresses: number
  links: number
  honest: number
  hours: number
  /** So many cards come at the same moment. */
  burst: number
  banks: Banks
}

export type Outcome = {
  /** Cards of which the attacker now knows whether they are good. */
  learned: number
  /** `asked`: so many confirmed with their bank. */
  honest: { paid: number; declined: number; refused: number; delayed: number; asked: number }
  /** What `florin verify` found after it. */
  differences: readonly unknown[]
}

export async function simulateCardTesting(attack: Attack): Promise<Outcome> {
  const random = randomOf(attack.seed)
  const issued: Issued = { bad: new Set(), stolen: new Set() }
  await using world = await createWorld({
    logsLittle: true,
    environment: { FLORIN_VELOCITY_LIMITS: 'on', FLORIN_PUZZLE_BITS: '1', FLORIN_ACQUIRER_TIMEOUT_MS: '60000' },
    acquirer: acquirerOfBanks(issued, attack.banks, random.fork()),
  })
  const merchant = await world.merchant({ notificationUrl: null })
  const office = officeOf(shopOf(world, merchant))
  const hashes: string[] = []
  while (hashes.length < attack.links) hashes.push(await office.makes())
  const http = await openHttp(world.app, undefined)
  const outcome: Outcome = {
    learned: 0,
    honest: { paid: 0, declined: 0, refused: 0, delayed: 0, asked: 0 },
    differences: [],
  }
  const scene: Scene = {
    attack,
    random,
    issued,
    outcome,
    open: (index, ip, hasScript) => openLinkBrowser({ http }, { hash: hashes[index % attack.links]!, ip, hasScript }),
  }
  await play(world, [...attackerActs(scene), ...honestActs(scene)])
  await http.close()
  await world.pass({ minutes: 30 })
  return { ...outcome, differences: (await world.verify()).differences }
}

const shopOf = (world: World, merchant: Merchant) => ({ ...merchant, world }) as Parameters<typeof officeOf>[0]

type Scene = {
  attack: Attack
  random: Random
  issued: Issued
  outcome: Outcome
  open(index: number, ip: string, hasScript: boolean): LinkBrowser
}

/** Something that happens at a moment, and what follows from it later. */
type Act = { atMs: number; run(): Promise<Act[]> }

/** In the order of time; what is to happen in the same second happens at once. */
async function play(world: World, acts: Act[]): Promise<void> {
  const start: Instant = dayOne
  const waiting = new Map<number, Act[]>()
  const add = (act: Act) => {
    const second = Math.ceil(act.atMs / 1_000)
    waiting.set(second, [...(waiting.get(second) ?? []), act])
  }
  acts.forEach(add)
  while (waiting.size > 0) {
    const second = Math.min(...waiting.keys())
    const now = waiting.get(second)!
    waiting.delete(second)
    world.clock.set(start.add({ seconds: second }))
    for (const later of await Promise.all(now.map((act) => act.run()))) later.forEach(add)
  }
}

const hour = 3_600_000

function attackerActs({ attack, random, issued, outcome, open }: Scene): Act[] {
  const { cards, addresses, burst, hours } = attack
  return Array.from({ length: cards }, (_, index) => ({
    atMs: (hours * hour) / 6 + Math.floor((Math.floor(index / burst) * burst * hours * hour * 2) / 3 / cards),
    run: async () => {
      const number = cardNumber(random)
      issued.stolen.add(number)
      if (random.chance(85)) issued.bad.add(number)
      const browser = open(index, attackerAddress(index % addresses), true)
      const page = await browser.types(await browser.opensAtOnce(), { number })
      if (['paid', 'declined'].includes(seen(page))) outcome.learned++
      return []
    },
  }))
}

const attackerAddress = (index: number): string => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

function honestActs(scene: Scene): Act[] {
  const { attack, random, outcome, issued, open } = scene
  return Array.from({ length: attack.honest }, (_, index) => {
    const isShared = index % 10 === 0
    const ip = isShared
      ? attackerAddress(random.between(0, attack.addresses - 1))
      : `172.16.${index >> 8}.${index & 255}`
    const hasScript = !random.chance(1)
    const typingMs = hasScript && random.chance(5) ? 2_000 : random.between(20_000, 60_000)
    const number = cardNumber(random)
    if (random.chance(5)) issued.bad.add(number)
    const atMs = random.between(0, attack.hours * hour)
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
          honest.asked++
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
        const browser = open(index, ip, hasScript)
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
