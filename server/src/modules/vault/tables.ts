import type { Instant } from '#kernel/clock.ts'
import type { MerchantId, VaultToken } from '#kernel/ids.ts'

declare module '#kernel/schema.ts' {
  interface Schema {
    'vault.cards': {
      token: VaultToken
      merchant_id: MerchantId
      wrapped_key: Uint8Array
      sealed: Uint8Array
      key_version: number
      fingerprint: Uint8Array
      created_at: Instant
    }
  }
}
