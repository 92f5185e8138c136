import { type Payment, type PaymentsContext, type Refund, reversePayment, wouldRefund } from '#acquiring/payments'
import type { Approval, Approvals, StaffAuthor } from '#core/access'
import { merchantOwner } from '#core/directory'
import { add, formatMoney, type Money } from '#kernel/base/money.ts'
import { type Ref, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'

export type ByHandContext = PaymentsContext & { approvals: Pick<Approvals, 'require' | 'attempt' | 'get'> }

export type RefundByHand = {
  by: StaffAuthor
  payment: Pick<Payment, 'id' | 'siteId'>
  /** All that is left when left out. */
  amount: Money | undefined
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Refunds a payment as a member of staff. Above the amount that the installation has set, the first call waits for another
 * person, and the same call refunds when they have approved. Parts of one payment count together, so that a large refund
 * is not made of small ones. What was approved is this amount: what was refunded meanwhile is not refunded again.
 */
export function refundByHand(ctx: ByHandContext, input: RefundByHand): Promise<Refunded> {
  const { by, payment, amount } = input
  const subject = { type: 'payment', id: String(payment.id) }
  const given = { amount: amount && formatMoney(amount), currency: amount?.currency }
  return ctx.approvals.attempt({ by, action: 'refunds:create', subject, given }, () => refund(ctx, input))
}

type Refunded = { reversed: Payment | Refund; waits?: undefined } | { reversed?: undefined; waits: Approval }

async function refund(
  ctx: ByHandContext,
  { by, payment: { id: paymentId, siteId }, amount, once }: RefundByHand,
): Promise<Refunded> {
  for (let tries = 1; ; tries++) {
    // What is not possible is refused before another person is asked.
    const { payment, wanted } = await wouldRefund(ctx, { siteId, paymentId, amount })
    const cleared = await ctx.approvals.require({
      by,
      action: 'refunds:create',
      owner: merchantOwner(payment.merchantId),
      subject: { type: 'payment', id: String(paymentId) },
      request: { amount: formatMoney(wanted), currency: wanted.currency },
      amount: add(payment.refunded, wanted),
      onMiss: () => new DecidedAnew(),
      once,
    })
    if (!cleared.allowed) return { waits: cleared.approval }
    const isApproved = cleared.writes.length > 0
    try {
      const reversed = await reversePayment(ctx, {
        ...{ by, siteId, paymentId, only: 'refund' },
        amount: isApproved ? wanted : amount,
        why: by.reason === undefined ? undefined : { reason: undefined, message: by.reason },
        // Two small refunds at the same moment are not a large one that was never approved.
        check: ({ refunded }) => {
          if (refunded.minor !== payment.refunded.minor) throw new DecidedAnew()
        },
        alongside: (made) => {
          const id = typeof made === 'bigint' ? String(made) : made
          return [...cleared.writesMaking('payment', id), ...(once?.(id) ?? [])]
        },
      })
      return { reversed }
    } catch (error) {
      if (!(error instanceof DecidedAnew)) throw error
      if (tries === triesMax)
        throw new StaleWrite(`payment ${paymentId} was refunded by others ${tries} times meanwhile`)
    }
  }
}
const triesMax = 10

/**
 * Another call has used the approval, or it was withdrawn, or more of the payment is refunded than was counted: nothing
 * was recorded, so it is decided again.
 */
class DecidedAnew extends Error {
  override readonly name = 'DecidedAnew'
}
