import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { OwnerKind } from '#kernel/base/owner.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { MerchantId, SiteId } from './ids.ts'
import type { Invoicing } from './invoicing.ts'
import type { MerchantStatus } from './merchant-states.ts'
import type { PayForm } from './pay-form.ts'
import type { SiteWallet } from './site-wallets.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'directory.merchants': { id: Generated<MerchantId>; name: string; created_at: Instant }
    'directory.merchant_details': {
      /** The merchant. */
      id: bigint
      version: Generated<number>
      status: MerchantStatus
      name: string
      legal_name: string | null
      registration_number: string | null
      tax_number: string | null
      address: string | null
      country: string | null
      email: string | null
      mac: Generated<Uint8Array | null>
    }
    'directory.sites': {
      id: Generated<SiteId>
      merchant_id: MerchantId
      name: string
      live: boolean
      active: Generated<boolean>
      currencies: readonly Currency[]
      notification_url: string | null
      back_url: string | null
      time_zone: string
      cut_off: Generated<string>
      /** What captures that name no price rule were charged; it changes no more. */
      fee_basis_points: Generated<number>
      fee_fixed_minor: Generated<bigint>
      under_attack: Generated<boolean>
      attempts_max: Generated<number>
      retry_schedule: Generated<string>
      session_minutes: Generated<number>
      challenge_minutes: Generated<number>
      authorization_days: Generated<number>
      payouts_allowed: Generated<boolean>
      payout_max_minor: Generated<bigint>
      accepts_splits_from: Generated<readonly SiteId[]>
      logo: string | null
      theme_color: string | null
      frame_ancestors: Generated<readonly string[]>
      wallets: Generated<readonly SiteWallet[]>
      receipts: Generated<boolean>
      reminders: Generated<boolean>
      notify_partial_refunds: Generated<boolean>
      notify_representments: Generated<boolean>
      notify_attempts: Generated<boolean>
      sender_name: string | null
      reply_to: string | null
      language: Generated<string>
      merchant_category: Generated<string>
      country: string | null
      invoicing: Json<Invoicing> | null
      pay_form: Json<PayForm> | null
      created_at: Instant
      version: Generated<number>
      mac: Generated<Uint8Array | null>
    }
    'directory.site_keys': {
      id: Generated<bigint>
      site_id: SiteId
      sealed: Uint8Array
      fingerprint: Uint8Array
      created_at: Instant
      expires_at: Instant | null
      used_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'directory.key_proofs': { purpose: string; version: number; proof: Uint8Array; made_at: Instant }
    'directory.audit': {
      id: Generated<bigint>
      actor: string
      action: string
      owner_kind: OwnerKind
      owner_id: string
      subject_type: string
      subject_id: string | null
      before: Json<unknown> | null
      after: Json<unknown> | null
      from_where: string
      reason: string | null
      occurred_at: Instant
      mac: Generated<Uint8Array | null>
    }
  }
}
