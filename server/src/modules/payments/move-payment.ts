import type { Instant } from '#kernel/clock.ts'
import { announce, insert, update, type Write } from '#kernel/commit.ts'
import { formatMoney } from '#kernel/money.ts'
import { accounts, hold, post, postHold, voidHold } from '#ledger'
import type { DisputeBeginning } from './dispute-states.ts'
import type { PaymentMoved } from './events.ts'
import { machineOf, nextStatus, type Payment } from './payment.ts'
import type { PaymentAction, PaymentStatus } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { type Changes, changedColumns, toRow } from './row.ts'

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
    announceMove({ action, from: payment.status, payment: moved }),
  ]
  return { payment: moved, writes }
}

/**
 * The beginning of a transaction that is news at once, because its money has moved already: its row under an id that was
 * set aside for it, its history, the books, and the news. What we ask for ourselves begins with a promise instead.
 */
export const beginPayment = (now: Instant, { id, ...payment }: Payment, action: DisputeBeginning): Write[] => [
  insert('payments.payments', { ...toRow(payment), id }),
  insert('payments.moves', {
    payment_id: id,
    action,
    from_status: null,
    to_status: payment.status,
    minor: payment.amount.minor,
    moved_at: now,
  }),
  ...bookMove(now, action, { id, ...payment }),
  announceMove({ action, from: undefined, payment: { id, ...payment } }),
]

function announceMove({ action, from, payment }: PaymentMoved): Write {
  const { siteId, id: subjectId, amount } = payment
  const facts = { amount: formatMoney(amount), currency: amount.currency }
  const body = { action, ...(from && { from }), to: payment.status, ...facts }
  return announce('paymentMoved', { siteId, subjectId, body, subject: { action, from, payment } })
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
    beginSettling(now, payment),
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
    case 'credit':
      return post(now, 'shopperPaidOut', reference, { merchantId, amount: captured })
    case 'chargeBack':
      return [
        ...post(now, 'chargebackOpened', reference, { merchantId, amount: captured }),
        beginSettling(now, payment),
      ]
    case 'represent':
      return post(now, 'chargebackWon', reference, { merchantId, amount: captured })
    case 'lose':
      return post(now, 'chargebackLost', reference, { merchantId, amount: captured })
    case 'overturn':
      return post(now, 'chargebackOverturned', reference, { merchantId, amount: captured })
    default:
      return []
  }
}

/** The site's next settlement is due; the row is made by the first of its money that moves, and kept. */
const beginSettling = (now: Instant, { siteId }: Payment): Write =>
  insert('payments.cut_offs', { id: BigInt(siteId), due_at: now }, { orElse: { conflict: ['id'], set: [] } })

/** The moves that somebody outside can wish for, in their words. */
const wishes: Partial<Record<PaymentAction, string>> = { askCapture: 'capture', askVoid: 'void', askCancel: 'cancel' }

/** Where an action may begin, whatever kind of transaction it is of. */
const startsOf = (action: PaymentAction): string => {
  const edges = [...new Set(Object.values(machineOf))].flatMap((machine) => machine.edges)
  return [...new Set(edges.filter((edge) => edge.action === action).map(({ from }) => from))].join(' or ')
}
