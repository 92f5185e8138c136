import type { Generated } from 'kysely'
import type { MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { FeeKind } from './fee-line.ts'
import type { FeeInvoiceId, Party } from './invoice.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'fee_invoices.billing_details': {
      /** The merchant. */
      id: bigint
      version: Generated<number>
      legal_name: string | null
      address: string | null
      country: string | null
      vat_id: string | null
      vat_basis_points: number
      note: string | null
      mac: Generated<Uint8Array | null>
    }
    'fee_invoices.series': { year: number; last_number: number }
    'fee_invoices.invoices': {
      id: Generated<FeeInvoiceId>
      number: string
      year: number
      sequence: number
      merchant_id: MerchantId
      currency: Currency
      month: string
      attempt: number
      credits_id: FeeInvoiceId | null
      period_from: Instant
      period_until: Instant
      seller: Json<Party>
      buyer: Json<Party>
      minor: bigint
      vat_basis_points: number
      vat_minor: bigint
      note: string | null
      issued_by: string
      issued_at: Instant
    }
    'fee_invoices.lines': {
      id: Generated<bigint>
      invoice_id: FeeInvoiceId
      site_id: SiteId
      kind: FeeKind
      basis_points: number | null
      payments: number
      base_minor: bigint
      minor: bigint
    }
    'fee_invoices.months': { id: Generated<bigint>; month: string; made_at: Instant; mac: Generated<Uint8Array | null> }
  }
}
