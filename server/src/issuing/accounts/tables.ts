import type { Generated } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { AccountId, HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { AccountStatus } from './account.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'accounts.accounts': {
      id: AccountId
      version: Generated<number>
      holder_id: HolderId
      partner_id: PartnerId
      currency: Currency
      status: AccountStatus
      created_at: Instant
      closed_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'accounts.late_bookings': { account_id: AccountId; recipe: string; reference: string; booked_at: Instant }
  }
}
