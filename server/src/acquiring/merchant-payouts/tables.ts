import type { Generated } from 'kysely'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { BankAccountStatus } from './bank-account-states.ts'
import type { BankAccountId, MerchantPayoutId, PayoutFileId } from './ids.ts'
import type { ItemKind } from './payout.ts'
import type { PayoutAction, PayoutStatus } from './payout-states.ts'

type Lease = { due_at: Instant | null; leased_until: Generated<Instant | null> }

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'merchant_payouts.terms': Lease & {
      /** The merchant. */
      id: bigint
      version: Generated<number>
      schedule: string
      time_zone: string
      delay_days: number
      minimums: Json<Readonly<Record<string, string>>>
      reserve_basis_points: number
      reserve_days: number
      hold_reason: string | null
      /** By currency, the day of the schedule on which its payout failed. */
      schedule_failures: Json<Readonly<Record<string, string>>>
      mac: Generated<Uint8Array | null>
    }
    'merchant_payouts.bank_accounts': {
      id: Generated<BankAccountId>
      version: Generated<number>
      merchant_id: MerchantId
      currency: Currency
      holder_name: string
      account_number: string
      is_iban: boolean
      bic: string | null
      country: string
      status: BankAccountStatus
      hold_reason: string | null
      created_at: Instant
      usable_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'merchant_payouts.earnings': {
      id: Generated<bigint>
      batch_id: bigint
      merchant_id: MerchantId
      currency: Currency
      captured_minor: bigint
      minor: bigint
      closed_at: Instant
      available_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'merchant_payouts.reserves': Lease & {
      id: Generated<bigint>
      batch_id: bigint
      merchant_id: MerchantId
      currency: Currency
      basis_points: number
      minor: bigint
      held_at: Instant
      release_at: Instant
      released_at: Instant | null
    }
    'merchant_payouts.files': {
      id: Generated<PayoutFileId>
      message_id: string
      payouts: number
      content: string
      made_by: string
      made_at: Instant
    }
    'merchant_payouts.payouts': Lease & {
      id: Generated<MerchantPayoutId>
      version: Generated<number>
      merchant_id: MerchantId
      currency: Currency
      minor: bigint
      bank_account_id: BankAccountId
      status: PayoutStatus
      scheduled_for: string | null
      end_to_end_id: string
      payable_minor: bigint
      pending_minor: bigint
      outflows_minor: bigint
      file_id: PayoutFileId | null
      bank_reference: string | null
      created_at: Instant
      paid_at: Instant | null
      bank_charge_minor: Generated<bigint | null>
      due_tries: Generated<number>
      mac: Generated<Uint8Array | null>
    }
    'merchant_payouts.payout_transitions': {
      id: Generated<bigint>
      payout_id: MerchantPayoutId
      from_status: PayoutStatus | null
      to_status: PayoutStatus
      action: PayoutAction | 'create'
      actor: string
      note: string | null
      received_minor: Generated<bigint | null>
      occurred_at: Instant
    }
    'merchant_payouts.payout_items': {
      id: Generated<bigint>
      payout_id: MerchantPayoutId
      kind: ItemKind
      item_id: bigint
      minor: bigint
    }
  }
}
