import type { Generated } from 'kysely'
import type { WalletType } from '#connectors/acquirer/port.ts'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'

export type WalletAccountId = Brand<bigint, 'WalletAccountId'>
export type WalletKeyId = Brand<bigint, 'WalletKeyId'>
export type WalletKeyKind = 'decryption' | 'identity' | 'testIssuer'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'wallets.accounts': {
      id: Generated<WalletAccountId>
      version: Generated<number>
      wallet: WalletType
      test: boolean
      recipient: string
      trust: string
      merchant_id: string | null
      domain_association: string | null
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'wallets.keys': {
      id: Generated<WalletKeyId>
      account_id: WalletAccountId
      kind: WalletKeyKind
      certificate: string | null
      sealed: Uint8Array
      created_at: Instant
      ended_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'wallets.used_tokens': { wallet: WalletType; token_hash: Uint8Array; used_at: Instant }
  }
}
