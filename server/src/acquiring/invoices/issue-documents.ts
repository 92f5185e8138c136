import assert from 'node:assert/strict'
import { mayBeLinkOrder } from '#acquiring/links'
import { getOrder } from '#acquiring/orders'
import { findTransaction, followersOf, type Transaction } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import { type Invoicing, type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import {
  announce,
  anyOf,
  atLeast,
  commit,
  commitTogether,
  decide,
  insert,
  StaleWrite,
  update,
} from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { isolateFailures } from '#kernel/db/isolate-failures.ts'
import { isSharedFailure } from '#kernel/db/shared-failure.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { exclusiveWork, type Lease, LeaseLost } from '#kernel/work/exclusive-work.ts'
import type { InvoicesContext } from './context.ts'
import { type DocumentKind, type InvoiceDocument, numberOf } from './document.ts'
import type { DocumentId } from './ids.ts'
import { draftsOf, type Facts, type Maker } from './make-document.ts'
import { recipientOf } from './recipient-of.ts'
import { type DocumentRequest, findRequest, requestsDue, setAside, setAsideAmong, stillDue } from './request-store.ts'
import { documentRow, documentsOfPayments, lastNumber, reserveDocumentIds } from './store.ts'

/**
 * Issues all that waits at a site, in the order of the payments, one worker at a time. A number is one more than the last,
 * and it is taken with the document or not at all, so that none is missing; a program that does not know of leases finds
 * its numbers taken, and begins anew. What cannot be made has no number yet: it is set aside, and the others go on.
 */
export const issuingWork = (ctx: InvoicesContext): DueWork =>
  exclusiveWork(ctx, {
    name: 'issue invoices',
    table: 'invoices.requests',
    owner: { kind: 'site', column: 'site_id' },
    subject: 'site_id',
    leaseMs: 30_000,
    run: async (site, lease) => {
      const siteId = Number(site) as SiteId
      const due = () => requestsDue(ctx.db, { siteId, now: ctx.clock.now(), limit: issuedAtOnce })
      for (let requests = await due(); requests.length > 0; requests = await due()) {
        await issueEach(ctx, lease, requests)
        if (requests.length < issuedAtOnce) return
      }
    },
  })
const issuedAtOnce = 100

/** All together or, where that fails, halves of them, so that the one that fails is known. */
async function issueEach(ctx: InvoicesContext, lease: Lease, requests: readonly DocumentRequest[]): Promise<void> {
  const issueSome = async (some: readonly DocumentRequest[]) => {
    const [first] = some
    if (first && some.length === 1) await issueAlone(ctx, lease, first)
    else await issueTogether(ctx, lease, some)
    return some
  }
  const issued = await isolateFailures(requests, issueSome, { isShared })
  for (const one of issued) if (one.status === 'rejected') throw one.reason
}

const isShared = (error: unknown): boolean =>
  error instanceof StaleWrite || error instanceof LeaseLost || isSharedFailure(error)

/** As they were read, and read again when something has changed meanwhile. */
function issueTogether(ctx: InvoicesContext, lease: Lease, requests: readonly DocumentRequest[]): Promise<void> {
  let read: Promise<readonly DocumentRequest[]> | undefined = Promise.resolve(requests)
  return decide(async () => {
    const now = ctx.clock.now()
    const due = await (read ?? stillDue(ctx.db, requests, now))
    read = undefined
    await issue(ctx, lease, due)
  })
}

async function issueAlone(ctx: InvoicesContext, lease: Lease, request: DocumentRequest): Promise<void> {
  try {
    await issueTogether(ctx, lease, [request])
  } catch (error) {
    if (isShared(error)) throw error
    await setAsideFor(ctx, lease, request, error)
  }
}

/** What fails may heal, such as by a change of the settings; in the end an operator must see it. */
async function setAsideFor(ctx: InvoicesContext, lease: Lease, { id }: DocumentRequest, error: unknown): Promise<void> {
  const request = await findRequest(ctx.db, id)
  if (!request?.dueAt) return
  const now = ctx.clock.now()
  const wait = waits[request.tries]
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, problemLengthMax)
  const about = { request: String(request.id), site: String(request.siteId), err: error }
  if (wait) ctx.log.warn(about, 'an invoice or credit note could not be made; it is tried again')
  else ctx.log.error(about, 'an invoice or credit note cannot be made and is parked; an operator must look at it')
  const later = setAside(now, request, { problem, again: wait && now.add(wait) })
  await commit(ctx, now, [lease.kept(), later], 'issue-documents')
}
const waits = [{ minutes: 1 }, { minutes: 10 }, { hours: 1 }] as const
const problemLengthMax = 300

async function issue(ctx: InvoicesContext, lease: Lease, requests: readonly DocumentRequest[]): Promise<void> {
  const [first] = requests
  if (!first) return
  const now = ctx.clock.now()
  const maker = await makerOf(ctx, first.siteId)
  const facts = await factsOf(ctx.db, now, requests)
  const issued = await numbered(ctx.db, now, maker, facts)
  const rows = issued.map(({ document }) => documentRow(document))
  await commitTogether(
    ctx,
    now,
    [
      lease.kept(),
      update('invoices.requests', {
        set: { due_at: null, leased_until: null, problem: null },
        where: { id: anyOf(requests.map(({ id }) => id)), due_at: atLeast(earliest(requests)) },
        expect: requests.length,
      }),
      ...(rows.length > 0 ? [insert('invoices.documents', rows, { onDuplicate: taken })] : []),
      ...issued.map(({ document, of }) => announceIssued(document, of, maker.invoicing)),
    ],
    'issue-documents',
  )
}

/** By the constraints of the table: another worker was first. */
const taken = { number_once: 'stale', credited_in_turn: 'stale' } as const

const earliest = (requests: readonly DocumentRequest[]): Instant =>
  requests.map(({ madeAt }) => madeAt).toSorted(Temporal.Instant.compare)[0]!

async function makerOf({ directory }: InvoicesContext, siteId: SiteId): Promise<Maker> {
  const site = await directory.site(siteId)
  assert(site?.invoicing, `site ${siteId} has said how its invoices are made`)
  const merchant = await directory.merchant(site.merchantId)
  assert(merchant, `there is a merchant ${site.merchantId}`)
  return { site, merchant, invoicing: site.invoicing }
}

const announceIssued = (document: InvoiceDocument, { order, shopper }: Facts, invoicing: Invoicing) =>
  announce('invoiceIssued', {
    owner: siteOwner(document.siteId),
    subjectId: document.id,
    body: { kind: document.kind, number: numberOf(document), orderId: String(document.orderId) },
    subject: { document, order, to: recipientOf(order, shopper, invoicing), sending: 'first' },
    known: { order, shopper },
  })

/** What documents are made of: all that is read of many by one statement of each kind. */
async function factsOf(db: Db, now: Instant, requests: readonly DocumentRequest[]): Promise<Facts[]> {
  const payments = requests.map(({ paymentId }) => paymentId)
  const [documents, setAsides] = await Promise.all([
    documentsOfPayments(db, payments),
    setAsideAmong(db, payments, now),
  ])
  return Promise.all(
    requests.map(async (request) => {
      // A credit note is of an invoice, and of what earlier credit notes have left of it.
      const earlier = setAsides.find(({ id, paymentId }) => paymentId === request.paymentId && id < request.id)
      if (earlier) throw new Error(`it waits for request ${earlier.id} of the same payment`)
      const [order, transaction] = await Promise.all([
        getOrder(db, request.orderId),
        findTransaction(db, request.siteId, request.transactionId),
      ])
      assert(transaction, `there is a transaction ${request.transactionId}`)
      const [shopper, undone] = await Promise.all([findShopper(db, order.shopperId), undoneBy(db, transaction)])
      assert(shopper, `there is a shopper ${order.shopperId}`)
      const orderNumber = mayBeLinkOrder(order.externalId) ? undefined : order.externalId
      const before = documents.get(request.paymentId) ?? []
      return { request, order, shopper, transaction, documents: before, undone, orderNumber }
    }),
  )
}

async function undoneBy(db: Db, transaction: Transaction): Promise<Transaction | undefined> {
  if (transaction.type !== 'representment' && transaction.type !== 'reinstatement') return undefined
  const followers = await followersOf(db, transaction.parentId)
  // Of a capture that has failed all is credited already: there is nothing to invoice again, as of what undoes itself.
  if (followers.some(({ type, id }) => type === 'capture-failure' && id < transaction.id)) return transaction
  if (transaction.type === 'reinstatement') return followers.find(({ id }) => id === transaction.reinstatesId)
  return followers.find(({ type, reference }) => type === 'chargeback' && reference === transaction.reference)
}

type Issued = { document: InvoiceDocument; of: Facts }

/** Documents of one payment that are issued together count each other. */
async function numbered(db: Db, now: Instant, maker: Maker, all: readonly Facts[]): Promise<Issued[]> {
  const ids = await reserveDocumentIds(
    db,
    all.reduce((sum, { documents }) => sum + documents.length + 1, 0),
  )
  const next = await numbersOf(db, maker)
  const issued: Issued[] = []
  for (const facts of all) {
    const together = issued
      .map(({ document }) => document)
      .filter(({ paymentId }) => paymentId === facts.request.paymentId)
    for (const draft of draftsOf(maker, { ...facts, documents: [...facts.documents, ...together] })) {
      const id = ids.shift() ?? (await reserveDocumentIds(db, 1))[0]!
      issued.push({ document: { ...draft, ...next(draft.kind, id), issuedAt: now }, of: facts })
    }
  }
  return issued
}

/** The next number of each series of a site. */
async function numbersOf(db: Db, { site, invoicing }: Maker) {
  const prefixes = { invoice: invoicing.prefix, creditNote: invoicing.creditPrefix }
  const last = async (kind: DocumentKind) =>
    (await lastNumber(db, { siteId: site.id, kind, prefix: prefixes[kind] })) ?? invoicing.firstNumber - 1
  const [invoice, creditNote] = await Promise.all([last('invoice'), last('creditNote')])
  const numbers = { invoice, creditNote }
  return (kind: DocumentKind, id: DocumentId) => ({ id, prefix: prefixes[kind], number: ++numbers[kind] })
}
