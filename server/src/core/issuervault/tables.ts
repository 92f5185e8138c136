import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyKind } from './issuer-vault.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'issuervault.product_keys': {
      product_id: string
      kind: KeyKind
      version: number
      sealed: Uint8Array
      key_version: number
      check_value: string
      created_at: Instant
    }
    'issuervault.ranges': {
      product_id: string
      prefix: string
      capacity: bigint
      issued: Generated<bigint>
    }
    'issuervault.cards': {
      card_id: string
      product_id: string
      sealed: Uint8Array
      key_version: number
      fingerprint: Uint8Array
      expiry: string
      cvk_version: number
      pvk_version: number
      pin_key_version: number | null
      pin_block: Uint8Array | null
      pin_set_at: Generated<Instant | null>
      created_at: Instant
    }
  }
}
