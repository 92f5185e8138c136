import type { Brand } from '#kernel/base/brand.ts'

/** Ids that fit in 32 bits and are numbers, as public clients expect them. */
export type MerchantId = Brand<number, 'MerchantId'>
export type SiteId = Brand<number, 'SiteId'>
