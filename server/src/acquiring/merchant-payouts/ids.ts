import type { Brand } from '#kernel/base/brand.ts'

export type MerchantPayoutId = Brand<bigint, 'MerchantPayoutId'>
export type BankAccountId = Brand<bigint, 'BankAccountId'>
export type PayoutFileId = Brand<bigint, 'PayoutFileId'>
