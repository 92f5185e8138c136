import type { Instant } from '#kernel/clock.ts'
import type { Write } from '#kernel/commit.ts'
import type { Payment, PaymentMoved } from '#payments'
import { amendOrder, moveOrder, type OrderChanges } from './move-order.ts'
import { isBilledLater, type Order } from './order.ts'

/**
 * What a payment's move means for its order, as writes for the same commit. `attemptsMax` is the site's: how often a
 * shopper may be declined before the order fails.
 */
export function hearPayment(
  now: Instant,
  order: Order,
  { payment, action, from }: PaymentMoved,
  { attemptsMax }: { attemptsMax: number },
): Write[] {
  if (payment.type === 'refund') return []
  const paidWith: OrderChanges = payment.cardId ? { cardId: payment.cardId } : {}
  switch (payment.status) {
    case 'authorized':
      return order.status === 'start'
        ? moveOrder(now, order, isBilledLater(order) ? 'activate' : 'reserve', paidWith)
        : []
    case 'captured':
    case 'verified':
      return hearPaid(now, order, from, paidWith)
    case 'failed':
      return order.status === 'start' ? hearFailed(now, order, action, payment, attemptsMax) : []
    case 'voided':
      return !isBilledLater(order) && order.status === 'in-progress'
        ? moveOrder(now, order, 'fail', { endReason: 'authorization_voided' })
        : []
    default:
      return []
  }
}

function hearPaid(now: Instant, order: Order, from: Payment['status'], paidWith: OrderChanges): Write[] {
  // Back from a cancellation that was refused: the order has heard of this money before.
  if (from === 'cancelling') return []
  if (order.status === 'start') return moveOrder(now, order, isBilledLater(order) ? 'activate' : 'pay', paidWith)
  return order.status === 'in-progress' && !isBilledLater(order) ? moveOrder(now, order, 'pay', paidWith) : []
}

/** Only what the shopper's bank or the shopper decided counts as an attempt; what never arrived does not. */
function hearFailed(
  now: Instant,
  order: Order,
  action: PaymentMoved['action'],
  payment: Payment,
  attemptsMax: number,
): Write[] {
  if (action === 'reversed') return []
  const attempts = order.attempts + 1
  return attempts < attemptsMax
    ? amendOrder(order, { attempts })
    : moveOrder(now, order, 'fail', { attempts, endReason: payment.declineReason ?? 'attempts_used_up' })
}
