import type { Instant } from '#kernel/clock.ts'
import { announce, insert, update, type Write } from '#kernel/commit.ts'
import { formatMoney } from '#kernel/money.ts'
import { accounts, hold, post, postHold, voidHold } from '#ledger'
import { nextStatus, type Payment } from './payment.ts'
import { type PaymentAction, type PaymentStatus, paymentStates, refundStates } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { type Changes, changedColumns } from './row.ts'

export type Moved = { payment: Payment; writes: Write[] }

/**
 * The only way a payment changes status: ask the table, and give the writes for its row (only if nobody changed it
 * meanwhile), its history, the books, and the news. Throws `payment_status_forbids` when the table has no such move.
 */
export function movePayment(now: Instant, payment: Payment, action: PaymentAction, changes: Changes = {}): Moved {
  const to = statusAfter(payment, action)
  const moved: Payment = { ...payment, ...changes, status: to, version: payment.version + 1 }
  const writes: Write[] = [
    update('payments.payments', {
      set: { ...changedColumns(changes), status: to, version: moved.version, leased_until: null },
      where: { id: payment.id, version: payment.version },
    }),
    insert('payments.moves', {
      payment_id: payment.id,
      action,
      from_status: payment.status,
      to_status: to,
      minor: payment.ask?.minor ?? null,
      moved_at: now,
    }),
    ...bookMove(now, action, moved),
    announce('paymentMoved', {
      siteId: payment.siteId,
      subjectId: payment.id,
      body: {
        action,
        from: payment.status,
        to,
        amount: formatMoney(payment.amount),
        currency: payment.amount.currency,
      },
      subject: { action, from: payment.status, payment: moved },
    }),
  ]
  return { payment: moved, writes }
}

/** Where an action leads. Throws `payment_status_forbids` when the payment cannot do it now. */
export function statusAfter(payment: Payment, action: PaymentAction): PaymentStatus {
  const to = nextStatus(payment, action)
  if (to) return to
  const wish = wishes[action] ?? action
  throw refuse('payment_status_forbids', { status: payment.status, wish, needed: startsOf(action) })
}

/** Changes a payment's row without moving it: a new due time, a promise of a refund. */
export function amendPayment(payment: Payment, changes: Changes): Moved {
  const amended = { ...payment, ...changes, version: payment.version + 1 }
  const set = { ...changedColumns(changes), version: amended.version, leased_until: null }
  const where = { id: payment.id, version: payment.version }
  return { payment: amended, writes: [update('payments.payments', { set, where })] }
}

/** What the books hear of a move. Each line here is one recipe; the moves without one are not about our money. */
function bookMove(now: Instant, action: PaymentAction, payment: Payment): Write[] {
  const reference = `payment ${payment.id}`
  const { merchantId, captured, fee } = payment
  const takes = () => [
    ...post(now, 'paymentCaptured', reference, { merchantId, amount: captured, fee }),
    // The site's next settlement is due; the row is made by the site's first capture and kept.
    insert('payments.cut_offs', { id: BigInt(payment.siteId), due_at: now }, { orElse: { conflict: ['id'], set: [] } }),
  ]
  switch (action) {
    case 'approve':
      return [hold(now, { reference, account: accounts.merchantAuthorized(merchantId), amount: payment.amount })]
    case 'sell':
      return takes()
    case 'capture':
      return [postHold(now, reference, captured), ...takes()]
    case 'void':
      return [voidHold(now, reference)]
    case 'cancel':
      return post(now, 'paymentCancelled', reference, { merchantId, amount: captured, fee })
    case 'refund':
      return post(now, 'paymentRefunded', reference, { merchantId, amount: captured, feeBack: fee })
    default:
      return []
  }
}

/** The moves that somebody outside can wish for, in their words. */
const wishes: Partial<Record<PaymentAction, string>> = { askCapture: 'capture', askVoid: 'void', askCancel: 'cancel' }

const startsOf = (action: PaymentAction): string =>
  [...paymentStates.startsOf(action as 'approve'), ...refundStates.startsOf(action as 'refund')].join(' or ')
