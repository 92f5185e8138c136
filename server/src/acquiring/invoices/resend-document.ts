import { getOrder } from '#acquiring/orders'
import { findShopper } from '#acquiring/shoppers'
import { type Author, auditEntry, siteOwner } from '#core/directory'
import { announce, commit } from '#kernel/db/commit/commit.ts'
import type { InvoicesContext } from './context.ts'
import { type InvoiceDocument, numberOf } from './document.ts'
import { type DocumentRecipient, recipientOf } from './recipient-of.ts'
import { refuse } from './refusals.ts'

/** Sends a document once more, where it was sent first or to another address. */
export async function resendDocument(
  ctx: InvoicesContext,
  { by, document, address }: { by: Author; document: InvoiceDocument; address?: string | undefined },
): Promise<void> {
  const now = ctx.clock.now()
  const owner = siteOwner(document.siteId)
  const body = { kind: document.kind, number: numberOf(document), orderId: String(document.orderId) }
  const to = address === undefined ? await usualRecipient(ctx, document) : ({ recipient: 'invoice', address } as const)
  const order = await getOrder(ctx.db, document.orderId)
  await commit(
    ctx,
    now,
    [
      announce('invoiceResent', {
        owner,
        subjectId: document.id,
        body,
        subject: { document, order, to, sending: `again at ${now}` },
        known: { order },
      }),
      auditEntry(now, by, {
        action: 'invoiceResent',
        owner,
        subject: { type: 'invoice', id: document.id },
        after: { number: body.number, readdressed: address !== undefined },
      }),
    ],
    'resend-document',
  )
}

/** Refuses when there is no address to which it would be sent by itself. */
async function usualRecipient(ctx: InvoicesContext, document: InvoiceDocument): Promise<DocumentRecipient> {
  const [order, shopper, site] = await Promise.all([
    getOrder(ctx.db, document.orderId),
    findShopper(ctx.db, document.shopperId),
    ctx.directory.site(document.siteId),
  ])
  const to = shopper && site?.invoicing && recipientOf(order, shopper, site.invoicing)
  if (!to) throw refuse('invoice_without_address', { field: 'address' })
  return to
}
