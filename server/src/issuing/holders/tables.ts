import type { Generated } from 'kysely'
import type { Language } from '#core/i18n'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { EmailKind, EmailStatus } from './emails/email.ts'
import type {
  Chain,
  ChallengeId,
  ChallengePurpose,
  HolderStatus,
  LoginMethod,
  RegistrationId,
  SessionEnd,
  SessionId,
} from './holder.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'holders.holders': {
      id: HolderId
      version: Generated<number>
      partner_id: PartnerId
      status: Generated<HolderStatus>
      email: string | null
      email_verified: boolean
      language: Generated<Language>
      password_hash: string | null
      second_factor: Generated<boolean>
      created_at: Instant
      erased_at: Generated<Instant | null>
      seal_salt: Generated<string | null>
      mac: Generated<Uint8Array | null>
    }
    'holders.wallets': {
      id: Generated<bigint>
      holder_id: HolderId
      partner_id: PartnerId
      chain: Chain
      address: string
      verified: boolean
      contract_chain_id: bigint | null
      created_at: Instant
      mac: Generated<Uint8Array | null>
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
      mac: Generated<Uint8Array | null>
    }
    'holders.refresh_tokens': {
      hash: Uint8Array
      session_id: SessionId
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      successor: Uint8Array | null
      mac: Generated<Uint8Array | null>
    }
    'holders.registrations': {
      id: RegistrationId
      version: Generated<number>
      partner_id: PartnerId
      email: string
      language: Language
      password_hash: string | null
      second_factor: boolean
      wallet_chain: Chain | null
      wallet_address: string | null
      wallet_contract_chain_id: bigint | null
      code: Uint8Array
      tries_left: number
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'holders.wallet_challenges': {
      id: ChallengeId
      partner_id: PartnerId
      purpose: ChallengePurpose
      chain: Chain
      address: string
      chain_id: bigint | null
      message: string
      created_at: Instant
      expires_at: Instant
      spent_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'holders.pending_logins': {
      id: string
      version: Generated<number>
      token_hash: Uint8Array
      holder_id: HolderId
      partner_id: PartnerId
      code: Uint8Array | null
      code_expires_at: Instant | null
      codes_sent: Generated<number>
      tries_left: Generated<number>
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'holders.password_resets': {
      partner_id: PartnerId
      email: string
      id: string
      version: number
      holder_id: HolderId | null
      code: Uint8Array
      tries_left: number
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'holders.emails': {
      id: Generated<bigint>
      partner_id: PartnerId
      kind: EmailKind
      key: string
      sealed: Uint8Array | null
      status: EmailStatus
      attempts: Generated<number>
      tries_left: number
      last_response: string | null
      created_at: Instant
      sent_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
      version: Generated<number>
    }
  }
}
