import type { PaymentId } from '#acquiring/ids'
import { findShopper } from '#acquiring/shoppers'
import type { Author, SiteId } from '#core/directory'
import type { Money } from '#kernel/base/money.ts'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import { recordCancelIntent, sendCancel } from './cancel-payment.ts'
import type { Alongside, PaymentsContext } from './context.ts'
import { inTurn } from './in-turn.ts'
import { refundable } from './payment.ts'
import { requireCaptured, requireVoidable } from './possible-actions.ts'
import { recordRefundIntent, refuseUnrefundable, sendRefund } from './refund-payment.ts'
import { requireTransaction } from './require-transaction.ts'
import type { Payment, Refund, Reversal, Transaction } from './transaction.ts'
import { recordVoidIntent, sendVoid } from './void-payment.ts'

export type ReversalInput = {
  by: Author
  siteId: SiteId
  paymentId: PaymentId
  /** All that is left when left out. */
  amount: Money | undefined
  /** Refuses the other way; in the way that the status allows when left out. */
  only?: 'void' | 'refund' | undefined
  why?: Reversal | undefined
  /** Called with the payment that the intent is recorded for; what it throws is thrown, and nothing is recorded. */
  check?: ((payment: Payment) => void) | undefined
  /** What is committed together with the intent, such as an idempotency key, for the transaction that is returned. */
  alongside?: (paymentId: PaymentId | Ref) => readonly Write[]
}

/**
 * Reverses a payment in the way that its status allows (product decision, settlement): an authorization is voided; a
 * capture that is not settled and is reversed whole is cancelled; everything else is refunded, by a transaction of its
 * own. Returns the transaction that changed: the refund, or the payment itself. Once the intent is recorded this does
 * not fail any more: while the result is not known or cannot be recorded, the transaction says that it is under way.
 */
export async function reversePayment(ctx: PaymentsContext, input: ReversalInput): Promise<Payment | Refund> {
  const { paymentId } = input
  const recorded = await inTurn(ctx, { paymentId, name: 'reverse-payment' }, (turn) => recordIntent(turn, input))
  try {
    return await send(ctx, recorded)
  } catch (error) {
    // It is recorded and will be done: a caller that receives an error would request it again. A worker inquires.
    ctx.log.error(
      { err: error, transaction: String(recorded.id) },
      'the result of a reversal could not be recorded yet',
    )
    return recorded
  }
}

/**
 * The payment and what would be refunded of it, without doing anything. Refuses what `reversePayment` would refuse as a
 * refund.
 */
export async function wouldRefund(
  { db }: Pick<PaymentsContext, 'db'>,
  { siteId, paymentId, amount }: Pick<ReversalInput, 'siteId' | 'paymentId' | 'amount'>,
): Promise<{ payment: Payment; wanted: Money }> {
  const payment = await requireTransaction(db, siteId, paymentId)
  requireCaptured(payment)
  refuseUnrefundable(payment, amount)
  return { payment, wanted: amount ?? refundable(payment) }
}

function send(ctx: PaymentsContext, recorded: Payment | Refund): Promise<Payment | Refund> {
  if (recorded.type === 'refund') return sendRefund(ctx, recorded)
  return recorded.status === 'voiding' ? sendVoid(ctx, recorded) : sendCancel(ctx, recorded)
}

async function recordIntent(
  ctx: PaymentsContext,
  { by, siteId, paymentId, amount, only, why, check, alongside = () => [] }: ReversalInput,
): Promise<Payment | Refund> {
  const found = await requireTransaction(ctx.db, siteId, paymentId)
  const now = ctx.clock.now()
  const along: Alongside = { by, reversal: await ofPerson(ctx, found, why), alongside }
  if (only === 'void') requireVoidable(found)
  if (only === 'refund') requireCaptured(found)
  if (found.status === 'authorized') return recordVoidIntent(ctx, now, found, amount, along)
  const payment: typeof found = found
  refuseUnrefundable(payment, amount)
  check?.(payment)
  const wanted = amount ?? refundable(payment)
  if (isCancelledBy(payment, wanted)) return recordCancelIntent(ctx, now, payment, along)
  return recordRefundIntent(ctx, now, payment, wanted, along)
}

/** Of who is erased nothing is written any more: why their money is returned is kept as a code alone. */
async function ofPerson(
  { db }: Pick<PaymentsContext, 'db'>,
  { shopperId }: Transaction,
  why: Reversal | undefined,
): Promise<Reversal | undefined> {
  if (why?.message === undefined || !(await findShopper(db, shopperId))?.erased) return why
  return why.reason === undefined ? undefined : { reason: why.reason, message: undefined }
}

/** Whether a reversal of this amount cancels the capture, whole and before it is settled, which costs no fee. */
export const isCancelledBy = ({ batchId, refunded, captured }: Payment, wanted: Money): boolean =>
  batchId === undefined && refunded.minor === 0n && wanted.minor === captured.minor

/**
 * Whether the acquirer has declined the reversal that `reversePayment` returned: the refund has failed, or the payment is
 * as it was before. One that is under way is not declined.
 */
export const isReversalDeclined = ({ type, status }: Pick<Transaction, 'type' | 'status'>): boolean =>
  type === 'refund' ? status === 'failed' : ['authorized', 'captured'].includes(status)
