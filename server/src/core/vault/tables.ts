import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { VaultToken } from './ids.ts'

declare module '#kernel/db/schema.ts' {
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
    'vault.acquired_cards': {
      id: string
      wrapped_key: Uint8Array
      sealed: Uint8Array
      key_version: number
      created_at: Instant
      forget_at: Instant
    }
  }
}
