import type { Brand } from '#kernel/base/brand.ts'

/**
 * Ids that modules of the acquiring half name without knowing one another: a payment names its order, a notification both.
 * Ids of one module alone live in that module.
 */
export type OrderId = Brand<bigint, 'OrderId'>
export type PaymentId = Brand<bigint, 'PaymentId'>
export type ShopperId = Brand<bigint, 'ShopperId'>
export type StoredCardId = Brand<bigint, 'StoredCardId'>
export { isMerchantCurrency, type MerchantCurrency, merchantCurrencies } from './currencies.ts'
