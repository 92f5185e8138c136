import type { Channel, Purpose } from '#connectors/network/message.ts'
import type { PartnerId } from '#core/partners'
import type { AccountId, CardId, HolderId, TransactionId } from '#issuing/ids'
import { type Instant, onceForEach } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Conversion } from './billed.ts'
import type { TransactionAction, TransactionStatus } from './transaction-states.ts'
import type { Verdict } from './verdict.ts'

/** What never changes of a card transaction. */
export type TransactionFacts = {
  id: TransactionId
  partnerId: PartnerId
  holderId: HolderId
  accountId: AccountId
  cardId: CardId
  type: Purpose
  channel: Channel | null
  entry: string | null
  /** Of the card. */
  currency: Currency
  /** As first requested, in the currency of the card; null: there was no rate for it. */
  minor: bigint | null
  /** Null: nothing was converted by us. */
  conversion: Conversion | null
  merchantMinor: bigint
  merchantCurrency: Currency
  merchantId: string
  terminalId: string | null
  merchantName: string
  merchantCity: string | null
  merchantCountry: string | null
  merchantCategory: string
  acquirerId: string
  rrn: string | null
  networkTransactionId: string | null
  authorizationCode: string | null
  /** The authentication of the holder (3-D Secure) that it was made with. */
  authenticationId: string | null
  recurring: boolean
  preauthorization: boolean
  /** A single message: it was posted at once, and no clearing follows. */
  posts: boolean
  /** It was cleared without an authorization of ours. */
  forced: boolean
  createdAt: Instant
}

/** What changes of it, in minor units of the card's currency. */
export type TransactionState = {
  version: number
  status: TransactionStatus
  /** Approved and not reversed. */
  authorized: bigint
  held: bigint
  /** Opened so far; the newest is `spend <id>/<holds>`. */
  holds: number
  cleared: bigint
  refunded: bigint
  dueAt: Instant | null
}

export type Transaction = TransactionFacts & TransactionState

/** A message about a transaction, as its history shows it. */
export type HistoryMessage = {
  kind: MessageKind
  action: TransactionAction | null
  toStatus: TransactionStatus | null
  minor: bigint
  currency: Currency
  billed: bigint | null
  /** Null: the message waited for the partner, and has the answer of that message. */
  code: string | null
  reason: string | null
  verdicts: readonly Verdict[] | null
  receivedAt: Instant
}

export const messageKinds = [
  'authorization',
  'advice',
  'reversal',
  'clearing',
  'refund',
  'challenge',
  'partner',
  'clock',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** The name of a hold of a transaction in the books. */
export const holdName = (id: TransactionId, nth: number): string => `spend ${id}/${nth}`

/** Whether the amount of such a transaction is held and counts towards limits. */
export const isSpending = (type: Purpose): boolean => type === 'purchase' || type === 'cash' || type === 'quasiCash'

/**
 * When a hold expires that was not cleared (product decision, authorizations): after a week, and after 30 days at hotels
 * and car rentals, which bill when the guest has left, and for preauthorizations.
 */
export const expiryOfHold = (now: Instant, category: string, preauthorization: boolean): Instant =>
  preauthorization || billsLater(category) ? afterThirtyDays(now) : afterAWeek(now)
const afterAWeek = onceForEach((now) => now.add({ hours: 24 * 7 }))
const afterThirtyDays = onceForEach((now) => now.add({ hours: 24 * 30 }))

function billsLater(category: string): boolean {
  const code = Number(category)
  return code === 7011 || code === 7512 || code === 7513 || (code >= 3351 && code <= 3500)
}
