import type { Generated } from 'kysely'
import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { AccountId, HolderId, TopupId } from '#issuing/ids'
import type { TopupType } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { ReversalKind } from './topup.ts'
import type { TopupState } from './topup-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'topups.topups': {
      id: TopupId
      version: Generated<number>
      holder_id: HolderId
      partner_id: PartnerId
      account_id: AccountId
      type: TopupType
      status: TopupState
      currency: Currency
      minor: bigint
      fee_minor: bigint
      site_id: SiteId | null
      transaction_id: bigint | null
      failure_reason: string | null
      created_at: Instant
      completed_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'topups.topup_transitions': {
      id: Generated<bigint>
      topup_id: TopupId
      from_status: TopupState | null
      to_status: TopupState
      action: string
      actor: string
      reason: string | null
      occurred_at: Instant
    }
    'topups.reversals': {
      id: Generated<bigint>
      topup_id: TopupId
      kind: ReversalKind
      transaction_id: bigint
      currency: Currency
      minor: bigint
      owed_minor: bigint
      occurred_at: Instant
    }
  }
}
