import type {
  AuthorizationRequest,
  ClearingRequest,
  MessageKey,
  NetworkRequest,
  NetworkResponse,
  RefundRequest,
} from '#connectors/network/message.ts'
import { isApproval } from '#connectors/network/message.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { bakery, moneyOf } from '../world/network.ts'
import type { World } from '../world/world.ts'
import { type Holder, type OwnCard, shownOf } from './both-halves-holders.ts'
import { inWords, type Line } from './both-halves-line.ts'

/** A card network of other banks, with its own record of what the issuer has answered. */
export type FarNetwork = {
  line: Line
  clock: World['clock']
  payments: FarPayment[]
  /** Money that the issuer has approved, by the network's own name of it. */
  moved: Map<string, Moved>
  /** What was presented so far. */
  presented: Presented[]
  unanswered: Message[]
  answered: (Message & { response: NetworkResponse })[]
  /** Counted up: keys, references and presentments are made of it. */
  count: number
}

/** A payment as the network knows it. */
export type FarPayment = {
  holder: Holder
  card: OwnCard
  key: MessageKey
  rrn: string
  amount: Money
  /** What the network charges the issuer, when it has converted the amount itself. */
  convertsItself: boolean
  /** A single message, which is posted at once. */
  isSingle: boolean
  /** Of the merchant's amount, what was approved and not reversed. */
  stands: bigint
  isReversed: boolean
  transactionId: string | undefined
}

export type Moved = {
  holder: Holder
  /** In the currency in which it is settled; above zero from the holder to the network. */
  amount: Money
  transactionId: string | undefined
  kind: 'clearing' | 'refund' | 'single' | 'dispute'
}

type Message = { request: NetworkRequest; learn(response: NetworkResponse): void }

export const openFarNetwork = ({ clock }: World, line: Line): FarNetwork => ({
  line,
  clock,
  payments: [],
  moved: new Map(),
  presented: [],
  unanswered: [],
  answered: [],
  count: 0,
})

/** Sends a message. Without an answer it is repeated later; with one, the network knows what it has to know. */
export async function tell(
  { line, unanswered, answered }: FarNetwork,
  request: NetworkRequest,
  learn: Message['learn'],
): Promise<string> {
  const response = await line.send(request).catch(() => undefined)
  if (!response) {
    unanswered.push({ request, learn })
    return 'no answer'
  }
  learn(response)
  answered.push({ request, learn, response })
  return response.code
}

/** Messages without an answer are sent again, as they were. */
export async function askAgain(network: FarNetwork): Promise<string> {
  const waiting = network.unanswered.splice(0)
  const codes: string[] = []
  for (const { request, learn } of waiting) codes.push(await tell(network, request, learn))
  return `${waiting.length} messages are sent again: ${codes}`
}

/** The issuer answers a message that it has answered as it did before, also weeks later. */
export async function repeatOld({ line, answered }: FarNetwork, index: number): Promise<string> {
  const { request, response } = answered[index]!
  const again = await line.send(request).catch(() => undefined)
  if (again && inWords(again) !== inWords(response))
    throw new Error(`${request.kind} ${request.key.stan}: ${inWords(response)}, and later ${inWords(again)}`)
  return `${request.kind} ${request.key.stan} comes again`
}

export function nextKey(network: FarNetwork): MessageKey {
  const sentAt = network.clock.now().toString().replaceAll(/\D/g, '').slice(4, 14)
  return { sender: 'far/400001', stan: String(++network.count).padStart(6, '0'), sentAt }
}

/** What all messages about a payment say. */
export const about = (network: FarNetwork, { card, rrn, convertsItself }: Named, amount: Money) => ({
  key: nextKey(network),
  card: shownOf(card),
  amount,
  ...(convertsItself && { billing: billedOf(amount) }),
  merchant: bakery,
  reference: { acquirerId: '400001', rrn },
})
export type Named = Pick<FarPayment, 'card' | 'rrn' | 'convertsItself'>

/** At the network's own rates, which never move. */
export const billedOf = ({ minor, currency }: Money): Money =>
  money(currency === 'EUR' ? minor : (minor * ownRates[currency]!) / 1000n, 'EUR')
const ownRates: Partial<Record<Currency, bigint>> = { USD: 900n, RON: 200n }

export const authorizationOf = (
  network: FarNetwork,
  payment: FarPayment,
  changes: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  kind: 'authorization',
  ...about(network, payment, payment.amount),
  key: payment.key,
  purpose: 'purchase',
  channel: 'online',
  entry: '812',
  posts: payment.isSingle,
  partialAllowed: false,
  preauthorization: false,
  recurring: false,
  ...changes,
})

/** What the answer to an authorization tells the network. */
export function learnApproval(network: FarNetwork, payment: FarPayment, response: NetworkResponse): void {
  payment.transactionId = response.transactionId
  if (!isApproval(response.code)) return
  const approved = response.approved ?? payment.amount
  payment.stands = payment.isReversed ? 0n : approved.minor
  if (payment.isSingle) recordSingle(network, payment)
}

/** A single message moves what stands of it. */
export function recordSingle({ moved }: FarNetwork, payment: FarPayment): void {
  const { holder, rrn, stands, amount, transactionId } = payment
  moved.set(`single ${rrn}`, { holder, amount: money(stands, amount.currency), transactionId, kind: 'single' })
}

/** Money for the holder before the simulation begins. */
export async function salary(network: FarNetwork, holder: Holder, text: string): Promise<void> {
  const amount = moneyOf(text)
  const named = { card: holder.cards[0]!, rrn: `salary ${++network.count}`, convertsItself: false }
  const presentmentId = named.rrn
  const request: RefundRequest = { kind: 'refund', presentmentId, ...about(network, named, amount) }
  await untilAnswered(network, request, () => recordMoved(network, { holder, kind: 'refund', presentmentId, request }))
}

async function untilAnswered(network: FarNetwork, request: NetworkRequest, learn: () => void): Promise<void> {
  if ((await tell(network, request, learn)) === 'no answer')
    for (; network.unanswered.length > 0; ) await askAgain(network)
}

/** What the network has presented, by a message or in a file. */
export type Presented = {
  holder: Holder
  kind: 'clearing' | 'refund'
  presentmentId: string
  request: ClearingRequest | RefundRequest
}

/** A presentment that the issuer has taken. The same name twice is the same money. */
export function recordMoved(
  { moved }: FarNetwork,
  { holder, kind, presentmentId, request }: Presented,
  transactionId?: string,
): void {
  const settled = request.billing ?? request.amount
  const amount = money(kind === 'clearing' ? settled.minor : -settled.minor, settled.currency)
  const name = `${kind} ${presentmentId}`
  const known = moved.get(name)
  if (known && known.amount.minor !== amount.minor) throw new Error(`${name} was taken with two amounts`)
  moved.set(name, { holder, kind, amount, transactionId: transactionId ?? known?.transactionId })
}
