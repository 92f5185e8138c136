import type { Generated } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Chain, HolderStatus, LoginMethod, SessionEnd, SessionId } from './holder.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'holders.holders': {
      id: HolderId
      version: Generated<number>
      partner_id: PartnerId
      status: Generated<HolderStatus>
      email: string | null
      email_verified: Generated<boolean>
      password_hash: string | null
      second_factor: Generated<boolean>
      created_at: Instant
      seal_salt: Generated<string | null>
    }
    'holders.wallets': {
      id: Generated<bigint>
      holder_id: HolderId
      partner_id: PartnerId
      chain: Chain
      address: string
      verified: boolean
      created_at: Instant
    }
    'holders.sessions': {
      id: SessionId
      version: Generated<number>
      holder_id: HolderId
      method: LoginMethod
      created_at: Instant
      expires_at: Instant
      ended_at: Instant | null
      end_reason: SessionEnd | null
    }
    'holders.refresh_tokens': {
      hash: Uint8Array
      session_id: SessionId
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      successor: Uint8Array | null
    }
  }
}
