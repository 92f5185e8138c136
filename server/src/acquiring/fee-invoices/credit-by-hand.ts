import type { Approval, StaffAuthor } from '#core/access'
import { merchantOwner } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import type { ByHandContext } from './context.ts'
import { creditInvoice, requireCreditable } from './credit-invoice.ts'
import type { FeeInvoice, FeeInvoiceId } from './invoice.ts'

type Input = { by: StaffAuthor; id: FeeInvoiceId; once?: ((subjectId: string | Ref) => Write[]) | undefined }

/**
 * Credits an invoice as a member of staff. Where the installation wants two people, of any invoice or of large ones, the
 * first call waits for an approval, and the same call credits it when another person has given it.
 */
export function creditInvoiceByHand(ctx: ByHandContext, input: Input): Promise<Credited> {
  const subject = { type: 'feeInvoice', id: String(input.id) }
  return ctx.approvals.attempt({ by: input.by, action: 'fee-invoices:credit', subject }, () => credit(ctx, input))
}

type Credited = { note: FeeInvoice; waits?: undefined } | { note?: undefined; waits: Approval }

async function credit(ctx: ByHandContext, { by, id, once }: Input): Promise<Credited> {
  // What is not possible is refused before another person is asked.
  const { number, merchantId, total } = await requireCreditable(ctx, id)
  const cleared = await ctx.approvals.require({
    by,
    action: 'fee-invoices:credit',
    owner: merchantOwner(merchantId),
    subject: { type: 'feeInvoice', id: String(id) },
    request: { number, total: `${formatMoney(total)} ${total.currency}` },
    amount: total,
    once,
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  const alongside = (subjectId: string | Ref) => [
    ...cleared.writesMaking('feeInvoice', subjectId),
    ...(once?.(subjectId) ?? []),
  ]
  return { note: await creditInvoice(ctx, { by, id, once: alongside }) }
}
