import { type Clients, form, json } from './starved-clients.ts'
import { acquirerId, merchant, type Place, type ShownCard } from './starved-place.ts'

/** What clients received: compared with the database at the end. */
export type Reported = {
  /** Of each card, the transactions that the network knows as approved; all were reversed. */
  approvals: Map<string, string[]>
  /** Of each customer, how many topups were opened. */
  topups: Map<string, number>
  /** Of each payment, how many of its refunds were done. */
  refunds: Map<string, number>
  /** The numbers of payouts that were done. */
  payouts: string[]
}

/** Both halves at once, each at its limit: everybody asks for more than there is, at the same moment. */
export function loadWith(clients: Clients, place: Place): Reported {
  const reported: Reported = { approvals: new Map(), topups: new Map(), refunds: new Map(), payouts: [] }
  const cards = inTurn(place.cards)
  for (let each = 0; each < 2; each++) clients.keepOn(() => spendAtOnce(clients, place, cards(), reported))
  const holders = [...place.holders]
  clients.keepOn(async () => {
    const holder = holders.pop()
    if (holder) await topUpAtOnce(clients, place, holder, reported)
  })
  for (let each = 0; each < 2; each++) clients.keepOn(() => refundAtOnce(clients, place, reported))
  const winner = openWinner(clients, place)
  clients.keepOn(async () => payOutAtOnce(clients, place, await winner(), reported))
  return reported
}

/** Each card has one client at a time. */
function inTurn<T>(all: readonly T[]): () => T {
  let next = 0
  return () => all[next++ % all.length]!
}

/** A hundred payments of 10.00 on 100.00. What was approved is reversed, so that the next hundred find 100.00 again. */
async function spendAtOnce(
  clients: Clients,
  { networkKey }: Place,
  card: ShownCard,
  { approvals }: Reported,
): Promise<void> {
  const { id, ...shown } = card
  const send = async (path: string, body: object) => {
    const request = json(`/network/v1${path}`, { authorization: `Bearer ${networkKey}` }, { ...about(), ...body })
    return JSON.parse((await clients.untilAnswered(request)).text) as { code: string; transactionId?: string }
  }
  const asked = Array.from({ length: 100 }, () => about())
  const answers = await Promise.all(
    asked.map((one) => send('/authorizations', { ...one, card: shown, amount: ten, channel: 'online' })),
  )
  const approved = answers.flatMap(({ code, transactionId }, nth) =>
    code === '00' ? [{ transactionId: transactionId!, original: { key: asked[nth]!.key } }] : [],
  )
  if (approved.length > 10) clients.seen.broken.push(`${approved.length} payments of 10.00 were approved on 100.00`)
  approvals.set(id, [...(approvals.get(id) ?? []), ...approved.map(({ transactionId }) => transactionId)])
  clients.did('card payments approved', approved.length)
  clients.did('card payments declined', answers.length - approved.length)
  const reversals = approved.map(({ original }) =>
    send('/reversals', { card: { number: shown.number }, amount: ten, original, reason: '17' }),
  )
  for (const { code } of await Promise.all(reversals))
    if (code !== '00') clients.seen.broken.push(`a reversal was answered with ${code}`)
}
const ten = { amount: '10.00', currency: 'EUR' }

let messages = 0
const about = () => {
  const sentAt = new Date().toISOString().replaceAll(/\D/g, '').slice(4, 14)
  return { key: { stan: String(++messages), sentAt, acquirerId }, merchant }
}

/** Twenty topups of 10.00 for a customer who may have 100.00 a day. */
async function topUpAtOnce(clients: Clients, { partner }: Place, customerId: string, { topups }: Reported) {
  const login = await clients.untilAnswered(json('/v1/auth/login/partner', partner, { customerId }))
  const { accessToken } = JSON.parse(login.text) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      clients.untilAnswered(json('/v1/topups/fiat', headers, { amount: '10.00', currency: 'EUR' })),
    ),
  )
  const opened = answers.filter(({ status }) => status === 200).length
  topups.set(customerId, opened)
  clients.did('topups opened', opened)
  clients.did('topups over the limit', answers.length - opened)
  if (opened > 10) clients.seen.broken.push(`${opened} topups of 10.00 were opened by a customer who may have ten`)
}

const typedCard = {
  ...{ currency: 'EUR', orderType: 'purchase', ip: '203.0.113.9', description: 'Bread', transactionMethod: 'card' },
  ...{ cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123', cardHolderName: 'Ana Pop' },
}
type Fields = Record<string, unknown>
const dataOf = (text: string) => (JSON.parse(text) as { data?: Fields }).data ?? {}

const customers = new Map<string, Promise<string>>()
const customerOf = (clients: Clients, key: string): Promise<string> =>
  customers.getOrInsertComputed(key, async () => {
    const fields = { identifier: 'client-7', email: 'client-7@example.com' }
    return String(dataOf((await clients.untilAnswered(form(key, 'POST', '/customer', fields))).text).id)
  })

/** A payment of 12.50, and six refunds of 3.00 at once. */
async function refundAtOnce(clients: Clients, { shop }: Place, { refunds }: Reported): Promise<void> {
  const key = shop.privateKeys[0]!
  const customerId = await customerOf(clients, key)
  const order = form(key, 'POST', '/order', { ...typedCard, customerId, amount: '12.50' })
  const { transactionId } = dataOf((await clients.untilAnswered(order)).text)
  if (transactionId === undefined) return
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      clients.untilAnswered(form(key, 'DELETE', `/transaction/${transactionId}`, { amount: '3.00' })),
    ),
  )
  const done = answers.filter(({ status }) => status === 200).length
  refunds.set(String(transactionId), done)
  clients.did('refunds', done)
  clients.did('refunds refused', answers.length - done)
  if (done > 4) clients.seen.broken.push(`${done} refunds of 3.00 were made of 12.50`)
}

type Winner = { customerId: string; cardId: string }

/** A customer of the store that pays out, whose card is stored. */
function openWinner(clients: Clients, { payouts }: Place): () => Promise<Winner> {
  const key = payouts.privateKeys[0]!
  let opened: Promise<Winner> | undefined
  const open = async () => {
    const customerId = await customerOf(clients, key)
    const order = form(key, 'POST', '/order', { ...typedCard, customerId, amount: '30.00', saveCard: '1' })
    const { cardId } = dataOf((await clients.untilAnswered(order)).text)
    return { customerId, cardId: String(cardId) }
  }
  return () => (opened ??= open())
}

/** A sale of 30.00, and six payouts of 10.00 at once, out of what the merchant is owed. */
async function payOutAtOnce(
  clients: Clients,
  { payouts: { privateKeys } }: Place,
  { customerId, cardId }: Winner,
  { payouts }: Reported,
): Promise<void> {
  const key = privateKeys[0]!
  await clients.untilAnswered(form(key, 'POST', '/order', { ...typedCard, customerId, amount: '30.00' }))
  const prize = {
    ...{ customerId, cardId, amount: '10.00', currency: 'EUR', orderType: 'credit', transactionMethod: 'card' },
    ...{ cardTransactionMode: 'credit', description: 'Your winnings' },
  }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => clients.untilAnswered(form(key, 'POST', '/order', prize))),
  )
  const done = answers.flatMap(({ status, text }) => (status === 200 ? [String(dataOf(text).transactionId)] : []))
  payouts.push(...done)
  clients.did('payouts', done.length)
  clients.did('payouts refused', answers.length - done.length)
}
