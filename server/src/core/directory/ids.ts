import type { Brand } from '#kernel/base/brand.ts'

/** Numbers of 32 bits, as public clients expect them. */
export type MerchantId = Brand<number, 'MerchantId'>
export type SiteId = Brand<number, 'SiteId'>
