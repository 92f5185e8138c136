import type { Brand } from '#kernel/base/brand.ts'

/** The name under which the vault keeps a card number. A UUID. */
export type VaultToken = Brand<string, 'VaultToken'>
