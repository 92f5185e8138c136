import { randomUUID } from 'node:crypto'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { ulidAt, uuidAt } from '#kernel/base/id.ts'

/**
 * Ids that modules of the issuing half name without knowing one another. On the wire a holder is a customer
 * (`cust_` and a ULID, wire fact 6.1); the other ids are UUIDs (card-issuing, resources).
 */
export type HolderId = Brand<string, 'HolderId'>
export type AccountId = Brand<string, 'AccountId'>
export type CardId = Brand<string, 'CardId'>
/** A card product; `subscriptionCardId` on the wire. */
export type ProductId = Brand<string, 'ProductId'>
/** A card transaction. */
export type TransactionId = Brand<string, 'TransactionId'>

/** What a holder disputes about a payment. */
export type DisputeId = Brand<string, 'DisputeId'>

/** A topup: `topup_` and a ULID, which is as long as the checkout's order numbers may be. */
export type TopupId = Brand<string, 'TopupId'>

/** Sorts by the time it was made; 80 of its bits are random. */
export const newHolderId = (now: Instant): HolderId => `cust_${ulidAt(now)}` as HolderId

export const readHolderId = (unchecked: unknown): HolderId | undefined =>
  typeof unchecked === 'string' && /^cust_[0-9A-HJKMNP-TV-Z]{26}$/.test(unchecked) ? (unchecked as HolderId) : undefined

export const newTopupId = (now: Instant): TopupId => `topup_${ulidAt(now)}` as TopupId

export const readTopupId = (unchecked: unknown): TopupId | undefined =>
  typeof unchecked === 'string' && /^topup_[0-9A-HJKMNP-TV-Z]{26}$/.test(unchecked) ? (unchecked as TopupId) : undefined

export const newAccountId = (): AccountId => randomUUID() as AccountId
export const newCardId = (): CardId => randomUUID() as CardId
/** Sorts by the time it was made. */
export const newTransactionId = (now: Instant): TransactionId => uuidAt(now) as TransactionId
export const newDisputeId = (now: Instant): DisputeId => uuidAt(now) as DisputeId
export const newProductId = (): ProductId => randomUUID() as ProductId

/** A UUID as clients send it, in letters of either case. */
export function readUuid<Id extends string>(unchecked: string): Id | undefined {
  const text = unchecked.toLowerCase()
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? (text as Id) : undefined
}
