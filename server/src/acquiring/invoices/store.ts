import type { OrderId, PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { type Db, jsonb, type Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { readPage } from '#kernel/db/page.ts'
import type { DocumentContent, DocumentKind, InvoiceDocument, StoredContent } from './document.ts'
import type { DocumentId } from './ids.ts'
import { refuse } from './refusals.ts'

/** The last number that was given; undefined when none was. */
export async function lastNumber(
  db: Reader,
  series: { siteId: SiteId; kind: DocumentKind; prefix: string },
): Promise<number | undefined> {
  const row = await db.read
    .selectFrom('invoices.documents')
    .select('number')
    .where('site_id', '=', series.siteId)
    .where('kind', '=', series.kind)
    .where('prefix', '=', series.prefix)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number
}

/** Sets ids aside, so that events can name documents in the commit that inserts them. */
export async function reserveDocumentIds(db: Db, count: number): Promise<DocumentId[]> {
  const rows = await db.run(`select nextval('invoices.documents_id_seq') as id from generate_series(1, $1::integer)`, [
    count,
  ])
  return rows.map(({ id }) => id as DocumentId)
}

const documents = (db: Reader) => db.read.selectFrom('invoices.documents').selectAll()
type DocumentRow = Awaited<ReturnType<ReturnType<typeof documents>['executeTakeFirstOrThrow']>>

export const documentOf = (row: DocumentRow): InvoiceDocument => ({
  id: row.id,
  requestId: row.request_id,
  kind: row.kind,
  siteId: row.site_id,
  prefix: row.prefix,
  number: row.number,
  orderId: row.order_id,
  shopperId: row.shopper_id,
  paymentId: row.payment_id,
  transactionId: row.transaction_id,
  invoiceId: row.invoice_id ?? undefined,
  nth: row.nth ?? undefined,
  amount: money(row.minor, row.currency),
  vat: money(row.vat_minor, row.currency),
  language: row.language,
  content: contentOf(row.content),
  buyer: row.buyer,
  issuedAt: row.issued_at,
})

const contentOf = ({ lines, ...content }: StoredContent): DocumentContent => ({
  ...content,
  lines: lines.map((line) => ({
    ...line,
    unitPrice: BigInt(line.unitPrice),
    minor: BigInt(line.minor),
    vatMinor: BigInt(line.vatMinor),
  })),
})

/** The columns of a new document. */
export const documentRow = (document: InvoiceDocument) => ({
  id: document.id,
  request_id: document.requestId,
  kind: document.kind,
  site_id: document.siteId,
  prefix: document.prefix,
  number: document.number,
  order_id: document.orderId,
  shopper_id: document.shopperId,
  payment_id: document.paymentId,
  transaction_id: document.transactionId,
  invoice_id: document.invoiceId ?? null,
  nth: document.nth ?? null,
  currency: document.amount.currency,
  minor: document.amount.minor,
  vat_minor: document.vat.minor,
  language: document.language,
  content: jsonb(document.content),
  buyer: jsonb(document.buyer),
  issued_at: document.issuedAt,
})

export async function findDocument(db: Reader, id: DocumentId): Promise<InvoiceDocument | undefined> {
  const row = await documents(db).where('id', '=', id).executeTakeFirst()
  return row && documentOf(row)
}

/** By payment, oldest first: its invoices and their credit notes. */
export async function documentsOfPayments(
  db: Reader,
  payments: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, InvoiceDocument[]>> {
  const rows = await documents(db)
    .where(oneOf('payment_id', 'bigint', payments))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(documentOf), ({ paymentId }) => paymentId)
}

/** Newest first; as many as a page can show. */
export const documentsOfOrder = async (db: Reader, orderId: OrderId): Promise<InvoiceDocument[]> =>
  (await documents(db).where('order_id', '=', orderId).orderBy('id', 'desc').limit(documentsShownMax).execute()).map(
    documentOf,
  )
const documentsShownMax = 200

export type DocumentFilter = {
  /** Undefined: of all sites. */
  siteIds: readonly SiteId[] | undefined
  kind?: DocumentKind | undefined
  orderId?: OrderId | undefined
}

/** Newest first. */
export async function listDocuments(
  db: Reader,
  { siteIds, kind, orderId }: DocumentFilter,
  page: { page: number; size: number },
): Promise<{ data: InvoiceDocument[]; total: number }> {
  if (siteIds?.length === 0) return { data: [], total: 0 }
  const { data, total } = await readPage(
    documents(db)
      .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds!))
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
      .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId!))
      .orderBy('id', 'desc'),
    page,
  )
  return { data: data.map((row) => documentOf(row as DocumentRow)), total }
}

type Range = { siteIds: readonly SiteId[] | undefined; from: Instant | undefined; to: Instant | undefined }

/** By ascending id, behind one. */
export async function documentsAfter(
  db: Reader,
  { siteIds, from, to, after, limit }: Range & { after: bigint; limit: number },
): Promise<InvoiceDocument[]> {
  if (siteIds?.length === 0) return []
  const rows = await documents(db)
    .where('id', '>', after as DocumentId)
    .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds!))
    .$if(from !== undefined, (query) => query.where('issued_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('issued_at', '<=', to!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(documentOf)
}

export async function requireDocument(db: Reader, id: DocumentId): Promise<InvoiceDocument> {
  const found = await findDocument(db, id)
  if (!found) throw refuse('invoice_not_found', { field: 'invoiceId', invoiceId: id })
  return found
}
