import type { Deposit } from '#issuing/deposits'
import type { Instant } from '#kernel/base/clock.ts'

/** Why a deposit is not credited by itself, as operators and partners read it. */
export const parkReasons = {
  unknown_asset: 'a token that is none of ours',
  wrong_chain: 'sent on another chain than was ordered',
  wrong_asset: 'another coin than was ordered',
  sender_differs: 'sent by another wallet than the order names',
  account_closed: 'the account is closed',
  customer_not_approved: 'the customer is not approved',
  above_maximum: 'more than the most of this coin',
  below_fee: 'worth no more than its fee',
} as const
export type ParkReason = keyof typeof parkReasons

export type JudgedOrder = {
  chainId: Deposit['chainId']
  assetId: Deposit['assetId']
  sender: string
  maximum: bigint
  /** What of the ordered quantity has not been credited. */
  left: bigint
  expiresAt: Instant
}

export type Circumstances = {
  now: Instant
  /** On a sanctions list. */
  isListed: boolean
  accountIsOpen: boolean
  /** What stands against the customer, for coins. */
  customer: 'allowed' | 'parked' | 'frozen'
  /** All that has arrived in time for the order and is not decided: this deposit is among it. */
  arrived: bigint
  /** More was seen in time, and is not confirmed yet. */
  isMoreSeen: boolean
}

/** Why nothing is done with a deposit until somebody releases it. */
export const freezeReasons = ['sanctioned_sender', 'customer_stopped'] as const
export type FreezeReason = (typeof freezeReasons)[number]

/** What becomes of a confirmed deposit. `quoted` of it has the rate of the quote; the rest has the rate of now. */
export type Verdict =
  | { action: 'freeze'; reason: FreezeReason }
  | { action: 'park'; reason: ParkReason }
  | { action: 'wait'; until: Instant }
  | { action: 'credit'; quoted: bigint }

/** The rules of crypto topups (decision 76), the strictest first. */
export function judgeDeposit(
  deposit: Pick<Deposit, 'assetId' | 'chainId' | 'sender' | 'quantity' | 'createdAt'>,
  order: JudgedOrder,
  { now, isListed, accountIsOpen, customer, arrived, isMoreSeen }: Circumstances,
): Verdict {
  if (isListed) return { action: 'freeze', reason: 'sanctioned_sender' }
  if (customer === 'frozen') return { action: 'freeze', reason: 'customer_stopped' }
  if (deposit.assetId === undefined) return { action: 'park', reason: 'unknown_asset' }
  if (deposit.chainId !== order.chainId) return { action: 'park', reason: 'wrong_chain' }
  if (deposit.assetId !== order.assetId) return { action: 'park', reason: 'wrong_asset' }
  if (deposit.sender !== order.sender) return { action: 'park', reason: 'sender_differs' }
  if (!accountIsOpen) return { action: 'park', reason: 'account_closed' }
  if (customer === 'parked') return { action: 'park', reason: 'customer_not_approved' }
  if (deposit.quantity > order.maximum) return { action: 'park', reason: 'above_maximum' }
  const isLate = Temporal.Instant.compare(deposit.createdAt, order.expiresAt) > 0
  if (isLate) return { action: 'credit', quoted: 0n }
  if (arrived >= order.left) return { action: 'credit', quoted: least(deposit.quantity, order.left) }
  // Too little: more may come as long as the quote holds, and what was seen by then counts once it is confirmed.
  const isOver = Temporal.Instant.compare(order.expiresAt, now) <= 0 && !isMoreSeen
  return isOver ? { action: 'credit', quoted: 0n } : { action: 'wait', until: order.expiresAt }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
