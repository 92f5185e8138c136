import type { Generated } from 'kysely'
import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { Buyer, DocumentKind, StoredContent } from './document.ts'
import type { DocumentId, RequestId } from './ids.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'invoices.requests': {
      id: Generated<RequestId>
      kind: DocumentKind
      site_id: SiteId
      order_id: OrderId
      payment_id: PaymentId
      transaction_id: PaymentId
      made_at: Instant
      due_at: Instant | null
      leased_until: Generated<Instant | null>
      tries: Generated<number>
      problem: Generated<string | null>
      parked_at: Generated<Instant | null>
    }
    'invoices.documents': {
      id: Generated<DocumentId>
      request_id: RequestId
      kind: DocumentKind
      site_id: SiteId
      prefix: string
      number: number
      order_id: OrderId
      shopper_id: ShopperId
      payment_id: PaymentId
      transaction_id: PaymentId
      invoice_id: DocumentId | null
      nth: number | null
      currency: Currency
      minor: bigint
      vat_minor: bigint
      language: Language
      content: Json<StoredContent>
      buyer: Json<Buyer>
      issued_at: Instant
    }
  }
}
