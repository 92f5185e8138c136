import assert from 'node:assert/strict'
import { mayBeLinkOrder } from '#acquiring/links'
import { getOrder } from '#acquiring/orders'
import { findTransaction, followersOf, type Transaction } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import { type Invoicing, type Site, type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, anyOf, atLeast, commit, decide, insert, update } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { InvoicesContext } from './context.ts'
import { type DocumentKind, type InvoiceDocument, numberOf } from './document.ts'
import type { DocumentId, RequestId } from './ids.ts'
import { draftsOf, type Facts } from './make-document.ts'
import { recipientOf } from './recipient-of.ts'
import {
  type DocumentRequest,
  documentRow,
  documentsOfPayment,
  lastNumber,
  requestsOf,
  reserveDocumentIds,
  siteOfRequest,
} from './store.ts'

/**
 * Issues all that waits at the site of a request, in the order of the payments. A number is one more than the
 * last, and it is taken with the document or not at all, so that none is missing: of two workers at one site, the second
 * finds its numbers taken and begins anew.
 */
export async function issueDocuments(ctx: InvoicesContext, id: RequestId): Promise<void> {
  const siteId = await siteOfRequest(ctx.db, id)
  if (siteId === undefined) return
  for (;;) {
    const taken = await decide(() => issueSome(ctx, siteId))
    if (taken < issuedAtOnce) return
  }
}
const issuedAtOnce = 100

async function issueSome(ctx: InvoicesContext, siteId: SiteId): Promise<number> {
  const now = ctx.clock.now()
  const [site, requests] = await Promise.all([ctx.directory.site(siteId), requestsOf(ctx.db, siteId, issuedAtOnce)])
  if (requests.length === 0) return 0
  assert(site?.invoicing, `site ${siteId} has said how its invoices are made`)
  const facts = await Promise.all(requests.map((request) => factsOf(ctx.db, request)))
  const issued = await issue(ctx.db, now, { site, invoicing: site.invoicing }, facts)
  await commit(
    ctx,
    now,
    [
      update('invoices.requests', {
        set: { due_at: null, leased_until: null },
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
      ...issued.map(({ document, of }) => announceIssued(document, of, site.invoicing!)),
    ],
    'issue-documents',
  )
  return requests.length
}

/** By the constraints of the table: another worker was first. */
const taken = { number_once: 'stale', credited_in_turn: 'stale' } as const

const earliest = (requests: readonly DocumentRequest[]): Instant =>
  requests.map(({ madeAt }) => madeAt).toSorted(Temporal.Instant.compare)[0]!

const announceIssued = (document: InvoiceDocument, { order, shopper }: Facts, invoicing: Invoicing) =>
  announce('invoiceIssued', {
    owner: siteOwner(document.siteId),
    subjectId: document.id,
    body: { kind: document.kind, number: numberOf(document), orderId: String(document.orderId) },
    subject: { document, order, to: recipientOf(order, shopper, invoicing), sending: 'first' },
    known: { order, shopper },
  })

async function factsOf(db: Db, request: DocumentRequest): Promise<Facts> {
  const { siteId, paymentId, transactionId } = request
  const [order, transaction, documents] = await Promise.all([
    getOrder(db, request.orderId),
    findTransaction(db, siteId, transactionId),
    documentsOfPayment(db, paymentId),
  ])
  assert(transaction, `there is a transaction ${transactionId}`)
  const [shopper, chargeback] = await Promise.all([findShopper(db, order.shopperId), chargebackOf(db, transaction)])
  assert(shopper, `there is a shopper ${order.shopperId}`)
  const orderNumber = mayBeLinkOrder(order.externalId) ? undefined : order.externalId
  return { request, order, shopper, transaction, documents, chargeback, orderNumber }
}

async function chargebackOf(db: Db, transaction: Transaction): Promise<Transaction | undefined> {
  if (transaction.type !== 'representment') return undefined
  const followers = await followersOf(db, transaction.parentId)
  return followers.find(({ type, reference }) => type === 'chargeback' && reference === transaction.reference)
}

type Issued = { document: InvoiceDocument; of: Facts }

/** Documents of one payment that are issued together count each other. */
async function issue(
  db: Db,
  now: Instant,
  maker: { site: Site; invoicing: Invoicing },
  all: readonly Facts[],
): Promise<Issued[]> {
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
async function numbersOf(db: Db, { site, invoicing }: { site: Site; invoicing: Invoicing }) {
  const prefixes = { invoice: invoicing.prefix, creditNote: invoicing.creditPrefix }
  const last = async (kind: DocumentKind) =>
    (await lastNumber(db, { siteId: site.id, kind, prefix: prefixes[kind] })) ?? invoicing.firstNumber - 1
  const [invoice, creditNote] = await Promise.all([last('invoice'), last('creditNote')])
  const numbers = { invoice, creditNote }
  return (kind: DocumentKind, id: DocumentId) => ({ id, prefix: prefixes[kind], number: ++numbers[kind] })
}
