import assert from 'node:assert/strict'
import { mayBeLinkOrder } from '#acquiring/links'
import { getOrder } from '#acquiring/orders'
import { findTransaction, followersOf, type Transaction } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import { type Invoicing, type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, anyOf, atLeast, commit, decide, insert, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { InvoicesContext } from './context.ts'
import { type DocumentKind, type InvoiceDocument, numberOf } from './document.ts'
import type { DocumentId, RequestId } from './ids.ts'
import { draftsOf, type Facts, type Maker } from './make-document.ts'
import { recipientOf } from './recipient-of.ts'
import {
  type DocumentRequest,
  earlierSetAside,
  findRequest,
  requestsDue,
  setAside,
  siteOfRequest,
} from './request-store.ts'
import { documentRow, documentsOfPayment, lastNumber, reserveDocumentIds } from './store.ts'

/**
 * Issues all that waits at the site of a request, in the order of the payments. A number is one more than the
 * last, and it is taken with the document or not at all, so that none is missing: of two workers at one site, the second
 * finds its numbers taken and begins anew. What cannot be made has no number yet: it is set aside, and the others go on.
 */
export async function issueDocuments(ctx: InvoicesContext, id: RequestId): Promise<void> {
  const siteId = await siteOfRequest(ctx.db, id)
  if (siteId === undefined) return
  for (;;) {
    const taken = await issueDue(ctx, siteId)
    if (taken < issuedAtOnce) return
  }
}
const issuedAtOnce = 100

/** All together or, where that fails, one by one, so that the one that fails is known. Returns how many were due. */
async function issueDue(ctx: InvoicesContext, siteId: SiteId): Promise<number> {
  const due = () => requestsDue(ctx.db, { siteId, now: ctx.clock.now(), limit: issuedAtOnce })
  try {
    return await decide(async () => issue(ctx, siteId, await due()))
  } catch (error) {
    if (error instanceof StaleWrite) throw error
  }
  const requests = await due()
  for (const request of requests) await issueAlone(ctx, request)
  return requests.length
}

async function issueAlone(ctx: InvoicesContext, { id, siteId }: DocumentRequest): Promise<void> {
  const read = async () => {
    const request = await findRequest(ctx.db, id)
    const isDue = request?.dueAt && Temporal.Instant.compare(request.dueAt, ctx.clock.now()) <= 0
    return isDue ? [request] : []
  }
  try {
    await decide(async () => issue(ctx, siteId, await read()))
  } catch (error) {
    if (error instanceof StaleWrite) throw error
    const [request] = await read()
    if (request) await tryLater(ctx, request, error)
  }
}

/** What fails may heal, such as by a change of the settings; in the end an operator must see it. */
async function tryLater(ctx: InvoicesContext, request: DocumentRequest, error: unknown): Promise<void> {
  const now = ctx.clock.now()
  const wait = waits[request.tries]
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, problemLengthMax)
  const about = { request: String(request.id), site: String(request.siteId), err: error }
  if (wait) ctx.log.warn(about, 'an invoice or credit note could not be made; it is tried again')
  else ctx.log.error(about, 'an invoice or credit note cannot be made and is parked; an operator must look at it')
  await commit(ctx, now, [setAside(now, request, { problem, again: wait && now.add(wait) })], 'issue-documents')
}
const waits = [{ minutes: 1 }, { minutes: 10 }, { hours: 1 }] as const
const problemLengthMax = 300

async function issue(ctx: InvoicesContext, siteId: SiteId, requests: readonly DocumentRequest[]): Promise<number> {
  if (requests.length === 0) return 0
  const now = ctx.clock.now()
  const maker = await makerOf(ctx, siteId)
  const facts = await Promise.all(requests.map((request) => factsOf(ctx.db, now, request)))
  const issued = await numbered(ctx.db, now, maker, facts)
  await commit(
    ctx,
    now,
    [
      update('invoices.requests', {
        set: { due_at: null, leased_until: null, problem: null },
        where: { id: anyOf(requests.map(({ id }) => id)), due_at: atLeast(earliest(requests)) },
        expect: requests.length,
      }),
      ...(issued.length === 0
        ? []
        : [
            insert(
              'invoices.documents',
              issued.map(({ document }) => documentRow(document)),
              { onDuplicate: taken },
            ),
          ]),
      ...issued.map(({ document, of }) => announceIssued(document, of, maker.invoicing)),
    ],
    'issue-documents',
  )
  return requests.length
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

async function factsOf(db: Db, now: Instant, request: DocumentRequest): Promise<Facts> {
  const { siteId, paymentId, transactionId } = request
  const [order, transaction, documents, earlier] = await Promise.all([
    getOrder(db, request.orderId),
    findTransaction(db, siteId, transactionId),
    documentsOfPayment(db, paymentId),
    earlierSetAside(db, request, now),
  ])
  // A credit note is of an invoice, and of what earlier credit notes have left of it.
  if (earlier) throw new Error(`it waits for request ${earlier.id} of the same payment`)
  assert(transaction, `there is a transaction ${transactionId}`)
  const [shopper, undone] = await Promise.all([findShopper(db, order.shopperId), undoneBy(db, transaction)])
  assert(shopper, `there is a shopper ${order.shopperId}`)
  const orderNumber = mayBeLinkOrder(order.externalId) ? undefined : order.externalId
  return { request, order, shopper, transaction, documents, undone, orderNumber }
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
