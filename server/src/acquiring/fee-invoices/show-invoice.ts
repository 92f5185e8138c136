import type { Reader } from '#kernel/db/db.ts'
import type { FeeInvoice } from './invoice.ts'
import type { WholeInvoice } from './invoice-pdf.ts'
import { creditNoteOf, findInvoice, linesOfInvoice } from './store.ts'

/** An invoice with its lines, and what it credits or was credited by. */
export async function showInvoice(
  db: Reader,
  invoice: FeeInvoice,
): Promise<WholeInvoice & { creditedBy: string | undefined }> {
  const { id, creditsId } = invoice
  const [lines, credits, creditedBy] = await Promise.all([
    linesOfInvoice(db, invoice),
    creditsId === undefined ? undefined : findInvoice(db, creditsId),
    creditNoteOf(db, id),
  ])
  return { invoice, lines, credits: credits?.number, creditedBy: creditedBy?.number }
}
