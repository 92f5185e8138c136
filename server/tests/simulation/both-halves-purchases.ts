import { decodeMessage, encodeMessage } from '#connectors/threeds/messages.ts'
import { cardFields, fieldOf, type Landed, type Shopper } from '../world/shopper.ts'
import { browse } from '../world/three-ds.ts'
import type { BothHalves } from './both-halves.ts'
import { cardOf, type Holder, repeated, typedOf } from './both-halves-holders.ts'
import { capture, reversal } from './merchants.ts'
import type { Random } from './random.ts'

/** A holder buys bread at our own merchant with an issued card, typed or stored. */
export async function buy(scene: BothHalves, random: Random): Promise<string> {
  const { bakery, orders, holders } = scene
  const holder = random.pick(holders)
  const cents = random.chance(40) ? random.between(50, 3_000) : random.between(3_001, 12_000)
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const currency = random.chance(85) ? 'EUR' : 'RON'
  const cardTransactionMode = random.pick(['authAndCapture', 'authAndCapture', 'auth', 'verifyCard'] as const)
  const shopper = await bakery.sends({
    amount: cardTransactionMode === 'verifyCard' ? '0.00' : amount,
    order: { currency },
    customer: { identifier: holder.name },
    cardTransactionMode,
    ...(cardTransactionMode === 'verifyCard' && { saveCard: true }),
  })
  orders.set(shopper.orderId, holder)
  scene.shoppers.push({ shopper, holder })
  const landed = await payOnce(random, { shopper, holder })
  const line = `${holder.name} buys ${shopper.orderId} for ${amount} ${currency} (${cardTransactionMode}): ${inWords(landed)}`
  return landed.text.includes('name="creq"')
    ? `${line}; ${await beAsked(scene, random, { shopper, holder, landed })}`
    : line
}

type Paying = { shopper: Shopper; holder: Holder }

/** Presses the button, at times in two tabs at once. */
export async function payOnce(random: Random, { shopper, holder }: Paying): Promise<Landed> {
  const { text } = await shopper.sees()
  if (!text.includes('/pay"')) return { status: 0, address: '', text }
  const stored = [...text.matchAll(/<input[^>]*name="card" value="(\d+)"[^>]*>/g)].map(([, id]) => id!)
  const card =
    stored.length > 0 && random.chance(50)
      ? { card: random.pick(stored) }
      : cardFields({ ...typedOf(cardOf(holder, random)), save: random.chance(30) })
  const fields = { attempt: fieldOf(text, 'attempt'), ...card }
  const [first] = await Promise.all([shopper.posts(fields), random.chance(15) && shopper.posts(fields)])
  return first
}

type Asked = Paying & { landed: Landed }

/** The holder is asked in the app, and the shopper waits at the page of the bank: in every order, and with every answer. */
export async function beAsked(scene: BothHalves, random: Random, asked: Asked): Promise<string> {
  const { shopper, holder, landed } = asked
  const creq = fieldOf(landed.text, 'creq')
  const id = String(decodeMessage(creq)?.acsTransID)
  const acts: (() => Promise<string>)[] = [
    ...(random.chance(85) ? [() => openPage(scene, creq)] : []),
    ...(random.chance(85) ? [() => answer(scene, random.fork(), holder, id)] : []),
    ...(random.chance(25) ? [() => answer(scene, random.fork(), holder, id)] : []),
    ...(random.chance(8) ? [() => cancelAtPage(scene, id)] : []),
    ...(random.chance(12) ? [() => wait(scene, random.fork())] : []),
    ...(random.chance(15) ? [() => comeBack(random.fork(), shopper, forged(creq, id))] : []),
  ]
  const shuffled = acts.map((act) => ({ act, at: random.between(0, 1_000_000) })).toSorted((a, b) => a.at - b.at)
  const parts: string[] = []
  for (let next = 0; next < shuffled.length; ) {
    const together = random.chance(25) ? 2 : 1
    parts.push(...(await Promise.all(shuffled.slice(next, next + together).map(({ act }) => act()))))
    next += together
  }
  if (random.chance(10)) return [...parts, 'never comes back'].join(', ')
  const cres = /name="cres" value="([^"]+)"/.exec((await browse(scene.world, 'GET', `/3ds/challenge/${id}`)).body)?.[1]
  if (cres === undefined) return [...parts, 'still waits'].join(', ')
  const times = random.chance(75) ? 1 : 2
  const back = await Promise.all(Array.from({ length: times }, () => comeBack(random, shopper, cres)))
  return [...parts, ...back].join(', ')
}

async function openPage({ world }: BothHalves, creq: string): Promise<string> {
  const { status } = await browse(world, 'POST', '/3ds/challenge', { creq })
  return `opens the page ${status}`
}

export async function answer({ confirmed }: BothHalves, random: Random, holder: Holder, id: string): Promise<string> {
  const authStatus = random.pick(['success', 'success', 'success', 'failed', 'canceled', 'timeout'])
  const body = { authType: 'fingerprint', authStatus }
  const { status, body: reply } = await repeated(holder, random, ['PATCH', `/transactions/3d-secure/${id}`, body])
  if (status === 200 && reply.status === 'authorized') confirmed.add(id)
  return `answers ${authStatus} ${status}`
}

async function cancelAtPage({ world }: BothHalves, id: string): Promise<string> {
  const { status } = await browse(world, 'POST', `/3ds/challenge/${id}/cancel`)
  return `cancels ${status}`
}

async function wait({ world }: BothHalves, random: Random): Promise<string> {
  const time = random.pick([{ seconds: 31 }, { minutes: 11 }])
  world.clock.pass(time)
  if (random.chance(60)) await world.runUntilIdle()
  return `${JSON.stringify(time)} pass`
}

/** The browser says that all went well, whether it did or not. */
function forged(creq: string, acsTransID: string): string {
  const { threeDSServerTransID = '' } = decodeMessage(creq) ?? {}
  const cres = { messageType: 'CRes', messageVersion: '2.2.0', threeDSServerTransID, acsTransID } as const
  return encodeMessage({ ...cres, challengeCompletionInd: 'Y', transStatus: 'Y' })
}

async function comeBack(random: Random, shopper: Shopper, cres: string): Promise<string> {
  const back = { url: `${shopper.address}/challenge`, fields: { cres } as never }
  const landed = await shopper.returnsFromBank(back)
  return `comes back: ${inWords(landed)}${random.chance(5) ? ', and leaves' : ''}`
}

/** A shopper who was turned away comes to the page again. */
export async function payAgain(scene: BothHalves, random: Random): Promise<string> {
  const last = scene.shoppers.at(-random.between(1, Math.min(4, scene.shoppers.length)))
  if (!last) return 'nobody to pay again'
  const landed = await payOnce(random, last)
  const line = `${last.shopper.orderId} is tried again: ${inWords(landed)}`
  return landed.text.includes('name="creq"') ? `${line}; ${await beAsked(scene, random, { ...last, landed })}` : line
}

export const captureOwn = (scene: BothHalves, random: Random): Promise<string> => capture(scene, random)
export const reverseOwn = (scene: BothHalves, random: Random): Promise<string> => reversal(scene, random)

export const inWords = ({ status, address, text }: Landed): string =>
  status >= 500
    ? `error ${status}`
    : address.endsWith('/return')
      ? 'paid'
      : text.includes('name="creq"')
        ? 'asked'
        : text.includes('/pay"')
          ? 'may pay'
          : 'no more to do'
