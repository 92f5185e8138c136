import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { BankAccountId, MerchantPayoutId, PayoutFileId } from './ids.ts'
import type { PayoutAction, PayoutStatus } from './payout-states.ts'

/** Money on its way to a merchant's bank account. */
export type MerchantPayout = {
  id: MerchantPayoutId
  version: number
  merchantId: MerchantId
  amount: Money
  bankAccountId: BankAccountId
  status: PayoutStatus
  /** The day of its schedule, in the merchant's time zone; undefined: made by hand. */
  scheduledFor: string | undefined
  /** By which the bank knows it, however often it is sent. At most 35 characters of the SEPA set. */
  endToEndId: string
  fileId: PayoutFileId | undefined
  bankReference: string | undefined
  /** The part that banks have kept for themselves when it came back; zero for one that did not, or came back whole. */
  bankCharge: Money
  createdAt: Instant
  paidAt: Instant | undefined
  dueTries: number
}

/** What a payout is made of. What was held in reserve is negative. */
export const itemKinds = ['batch', 'reserveHeld', 'reserveReleased', 'payoutReturned'] as const
export type ItemKind = (typeof itemKinds)[number]
export type PayoutItem = { kind: ItemKind; itemId: bigint; minor: bigint }

/** A change of a payout, for people. */
export type PayoutTransition = {
  action: PayoutAction | 'create'
  toStatus: PayoutStatus
  actor: string
  note: string | undefined
  occurredAt: Instant
}

/** By which the books name a payout. */
export const payoutReference = (id: MerchantPayoutId): string => `merchant payout ${id}`
