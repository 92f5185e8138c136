import { type Author, auditEntry, merchantOwner } from '#core/directory'
import { commit, decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { FeeInvoicesContext } from './context.ts'
import type { FeeInvoice, FeeInvoiceId } from './invoice.ts'
import { requireUncredited } from './invoice-actions.ts'
import { creditedLines, planInvoice } from './issue-invoice.ts'
import { refuse } from './refusals.ts'
import { creditNoteOf, findInvoice, findInvoiceByNumber, linesOfInvoice } from './store.ts'

type Input = { by: Author; id: FeeInvoiceId; once?: ((subjectId: string | Ref) => Write[]) | undefined }

/**
 * Credits an invoice as a whole, once, by a credit note with a number of its own. No money moves: what is wrong is the
 * paper. Then its month can be invoiced again.
 */
export async function creditInvoice(ctx: FeeInvoicesContext, { by, id, once }: Input): Promise<FeeInvoice> {
  const number = await decide(async () => {
    const now = ctx.clock.now()
    const invoice = await requireCreditable(ctx, id)
    const { merchantId, currency, month, attempt, periodFrom, periodUntil, buyer, vatBasisPoints, note } = invoice
    const planned = await planInvoice(ctx.db, now, ctx.seller!.timeZone, {
      merchantId,
      currency,
      month,
      attempt,
      creditsId: id,
      period: { from: periodFrom, until: periodUntil },
      seller: invoice.seller,
      buyer,
      vatBasisPoints,
      note,
      lines: creditedLines(await linesOfInvoice(ctx.db, invoice)),
      issuedBy: by.actor,
    })
    const entry = auditEntry(now, by, {
      action: 'feeInvoiceCredited',
      owner: merchantOwner(merchantId),
      subject: { type: 'feeInvoice', id },
      after: { creditNote: planned.number },
    })
    await commit(ctx, now, [...planned.writes, entry, ...(once?.(planned.invoice) ?? [])], 'credit-invoice')
    return planned.number
  })
  return (await findInvoiceByNumber(ctx.db, number))!
}

/** An invoice that can be credited. */
export async function requireCreditable({ db, seller }: FeeInvoicesContext, id: FeeInvoiceId): Promise<FeeInvoice> {
  const invoice = await findInvoice(db, id)
  if (!invoice) throw refuse('fee_invoice_not_found', { invoiceId: id })
  requireUncredited({ seller, invoice, isCredited: (await creditNoteOf(db, id)) !== undefined })
  return invoice
}
