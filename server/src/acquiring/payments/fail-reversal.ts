import { siteOwner } from '#core/directory'
import { announce, commit } from '#kernel/db/commit/commit.ts'
import type { PaymentsContext } from './context.ts'
import { inTurn } from './in-turn.ts'
import { takeTurn } from './reported-transactions.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'

/**
 * The acquirer says that a reversal which was done has failed, or that it has captured what was reversed: the cardholder is
 * charged for a payment that nobody wants. Nothing is booked, for people decide about it; what follows from
 * the event is an entry in their list. Returns whether the payment was reversed.
 */
export const failReversal = (ctx: PaymentsContext, { id }: Pick<Payment, 'id'>): Promise<boolean> =>
  inTurn(ctx, { paymentId: id, name: 'fail-reversal' }, async (turn) => {
    const payment = await getPayment(turn.db, id)
    if (!reversed.has(payment.status)) return false
    const announced = announce('reversalFailed', {
      owner: siteOwner(payment.siteId),
      subjectId: id,
      body: { status: payment.status },
      subject: payment,
    })
    await commit(turn, turn.clock.now(), [takeTurn(payment), announced], 'fail-reversal')
    return true
  })
/** An authorization whose response was lost is `failed` once it is reversed. */
const reversed: ReadonlySet<Payment['status']> = new Set(['voided', 'cancelled', 'failed'])
