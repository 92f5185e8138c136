import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'access.token_keys': {
      id: Generated<bigint>
      kid: string
      public_key: string
      sealed: Uint8Array
      created_at: Instant
      signs_from: Instant
      expires_at: Instant
    }
  }
}
