import type { Brand } from '#kernel/brand.ts'

/**
 * Integer ids of the merchant side, as public clients expect them. Sites and merchants fit in 32 bits and are numbers;
 * everything that grows is a bigint. A guessable integer is never enough to reach a thing: each query carries its owner.
 */
export type MerchantId = Brand<number, 'MerchantId'>
export type SiteId = Brand<number, 'SiteId'>
export type ShopperId = Brand<bigint, 'ShopperId'>
export type StoredCardId = Brand<bigint, 'StoredCardId'>
export type OrderId = Brand<bigint, 'OrderId'>
export type PaymentId = Brand<bigint, 'PaymentId'>
export type SessionId = Brand<bigint, 'SessionId'>
export type LinkId = Brand<bigint, 'LinkId'>
export type NotificationId = Brand<bigint, 'NotificationId'>
export type EmailId = Brand<bigint, 'EmailId'>

/** The name under which the vault keeps a card number. A UUID. */
export type VaultToken = Brand<string, 'VaultToken'>

const idPattern = /^[1-9]\d{0,18}$/

/** Reads an integer id from text or a number; undefined for anything that cannot be one. */
export function readId<Id extends bigint>(unchecked: unknown): Id | undefined {
  const text = typeof unchecked === 'number' || typeof unchecked === 'string' ? String(unchecked) : ''
  return idPattern.test(text) && BigInt(text) <= idMax ? (BigInt(text) as Id) : undefined
}
const idMax = 2n ** 63n - 1n
