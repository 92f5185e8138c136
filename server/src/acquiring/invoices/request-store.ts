import type { OrderId, PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { readPage } from '#kernel/db/page.ts'
import type { DocumentKind } from './document.ts'
import type { RequestId } from './ids.ts'

/** A document that is to be made. */
export type DocumentRequest = {
  id: RequestId
  kind: DocumentKind
  siteId: SiteId
  orderId: OrderId
  paymentId: PaymentId
  transactionId: PaymentId
  madeAt: Instant
  /** Null: it is parked, or done. */
  dueAt: Instant | null
  /** That failed, since it was requested or since an operator retried it. */
  tries: number
  /** Why the last try failed. */
  problem: string | null
  parkedAt: Instant | null
}

const requests = (db: Reader) =>
  db.read
    .selectFrom('invoices.requests')
    .select([
      'id',
      'kind',
      'site_id as siteId',
      'order_id as orderId',
      'payment_id as paymentId',
      'transaction_id as transactionId',
      'made_at as madeAt',
      'due_at as dueAt',
      'tries',
      'problem',
      'parked_at as parkedAt',
    ])

/** What is due at a site, in the order of the payments. */
export const requestsDue = (
  db: Reader,
  { siteId, now, limit }: { siteId: SiteId; now: Instant; limit: number },
): Promise<DocumentRequest[]> =>
  requests(db).where('site_id', '=', siteId).where('due_at', '<=', now).orderBy('id').limit(limit).execute()

/** Those that are still due. */
export const stillDue = (db: Reader, of: readonly DocumentRequest[], now: Instant): Promise<DocumentRequest[]> =>
  requests(db)
    .where(
      oneOf(
        'id',
        'bigint',
        of.map(({ id }) => id),
      ),
    )
    .where('due_at', '<=', now)
    .orderBy('id')
    .execute()

/** The requests of payments that were set aside, oldest first: what follows of the same payment must wait for them. */
export const setAsideAmong = (
  db: Reader,
  payments: readonly PaymentId[],
  now: Instant,
): Promise<Pick<DocumentRequest, 'id' | 'paymentId'>[]> =>
  db.read
    .selectFrom('invoices.requests')
    .select(['id', 'payment_id as paymentId'])
    .where(oneOf('payment_id', 'bigint', payments))
    .where(({ eb, or }) => or([eb('due_at', '>', now), eb('parked_at', 'is not', null)]))
    .orderBy('id')
    .execute()

export const findRequest = (db: Reader, id: RequestId): Promise<DocumentRequest | undefined> =>
  requests(db).where('id', '=', id).executeTakeFirst()

/** What was set aside of a payment, oldest first. */
export const setAsideOf = (db: Reader, paymentId: PaymentId): Promise<DocumentRequest[]> =>
  requests(db)
    .where('payment_id', '=', paymentId)
    .where('problem', 'is not', null)
    .where(({ eb, or }) => or([eb('due_at', 'is not', null), eb('parked_at', 'is not', null)]))
    .orderBy('id')
    .execute()

/** What is parked, oldest first. */
export async function listParked(
  db: Reader,
  { siteIds }: { siteIds: readonly SiteId[] | undefined },
  page: { page: number; size: number },
): Promise<{ data: DocumentRequest[]; total: number }> {
  if (siteIds?.length === 0) return { data: [], total: 0 }
  return readPage(
    requests(db)
      .where('parked_at', 'is not', null)
      .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds!))
      .orderBy('id'),
    page,
  )
}

/** Tried again at a moment or, without one, parked. */
export const setAside = (
  now: Instant,
  { id, tries, dueAt }: DocumentRequest,
  { problem, again }: { problem: string; again: Instant | undefined },
): Write =>
  update('invoices.requests', {
    set: { tries: tries + 1, problem, due_at: again ?? null, parked_at: again ? null : now, leased_until: null },
    where: { id, tries, due_at: dueAt },
  })

/** Due now, with all tries before it. */
export const dueAgain = (now: Instant, { id, tries, dueAt, parkedAt }: DocumentRequest): Write =>
  update('invoices.requests', {
    set: { tries: 0, due_at: now, parked_at: null, leased_until: null },
    where: { id, tries, due_at: dueAt, parked_at: parkedAt },
  })
