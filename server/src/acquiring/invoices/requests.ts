import type { PaymentId } from '#acquiring/ids'
import type { PaymentStatusChanged } from '#acquiring/payments'
import type { Invoicing } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { DocumentKind } from './document.ts'

/**
 * What is to be documented of money that moves, for the commit that records it: an invoice when money is captured, a
 * credit note when it goes back. The number is given afterwards (`issue-documents.ts`), so that payments of one site
 * never wait for each other. Credit notes follow also after the site has stopped making invoices.
 */
export function requestDocument(now: Instant, transition: PaymentStatusChanged, { active }: Invoicing): Write[] {
  const { payment } = transition
  const of = wanted(transition)
  if (!of || (of.kind === 'invoice' && payment.type === 'deposit' && !active)) return []
  return [
    insert('invoices.requests', {
      kind: of.kind,
      site_id: payment.siteId,
      order_id: payment.orderId,
      payment_id: of.paymentId,
      transaction_id: payment.id,
      made_at: now,
      due_at: now,
    }),
  ]
}

/** A capture that failed is credited, and a chargeback it is lost for good; one that is won after that has an invoice again, and so has a refund that came back. */
function wanted({ action, payment }: PaymentStatusChanged): { kind: DocumentKind; paymentId: PaymentId } | undefined {
  const { type, id: paymentId } = payment
  if (type === 'deposit' && (action === 'sell' || action === 'capture')) return { kind: 'invoice', paymentId }
  if (type === 'deposit' && action === 'cancel') return { kind: 'creditNote', paymentId }
  if (type === 'refund' && action === 'refund') return { kind: 'creditNote', paymentId: payment.parentId }
  if (type === 'capture-failure') return { kind: 'creditNote', paymentId: payment.parentId }
  if (type === 'chargeback' && action === 'lose') return { kind: 'creditNote', paymentId: payment.parentId }
  if (type === 'reinstatement' && action === 'reinstateRefund') return { kind: 'invoice', paymentId: payment.parentId }
  if (type === 'representment' && action === 'overturn') return { kind: 'invoice', paymentId: payment.parentId }
  return undefined
}
