import { siteOwner } from '#core/directory'
import { accounts, hold, post, postHold, voidHold } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { DisputeBeginning } from './dispute-states.ts'
import type { PaymentStatusChanged } from './events.ts'
import { machineOf, nextStatus, type Payment } from './payment.ts'
import type { PaymentAction, PaymentStatus } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { type Changes, changedColumns, toRow } from './row.ts'

export type Transition = { payment: Payment; writes: Write[] }

/**
 * The only way a payment changes status: ask the table, and give the writes for its row (only if nobody changed it
 * meanwhile), its history, the books, and the news. Throws `unexpected_payment_status` when the table has no such move.
 */
export function transitionPayment(
  now: Instant,
  payment: Payment,
  action: PaymentAction,
  changes: Changes = {},
): Transition {
  const to = statusAfter(payment, action)
  const transition: Payment = { ...payment, ...changes, status: to, version: payment.version + 1 }
  const writes: Write[] = [
    update('payments.payments', {
      set: { ...changedColumns(changes), status: to, version: transition.version, leased_until: null },
      where: { id: payment.id, version: payment.version },
    }),
    insert('payments.payment_transitions', {
      payment_id: payment.id,
      action,
      from_status: payment.status,
      to_status: to,
      minor: payment.request?.minor ?? null,
      occurred_at: now,
    }),
    ...postTransition(now, action, transition),
    announceTransition({ action, from: payment.status, payment: transition }),
  ]
  return { payment: transition, writes }
}

/**
 * The beginning of a transaction that is news at once, because its money has moved already: its row under an id that was
 * set aside for it, its history, the books, and the news. What we ask for ourselves begins with a promise instead.
 */
export const beginPayment = (now: Instant, { id, ...payment }: Payment, action: DisputeBeginning): Write[] => [
  insert('payments.payments', { ...toRow(payment), id }),
  insert('payments.payment_transitions', {
    payment_id: id,
    action,
    from_status: null,
    to_status: payment.status,
    minor: payment.amount.minor,
    occurred_at: now,
  }),
  ...postTransition(now, action, { id, ...payment }),
  announceTransition({ action, from: undefined, payment: { id, ...payment } }),
]

function announceTransition({ action, from, payment }: PaymentStatusChanged): Write {
  const { siteId, id: subjectId, amount } = payment
  const facts = { amount: formatMoney(amount), currency: amount.currency }
  const body = { action, ...(from && { from }), to: payment.status, ...facts }
  return announce('paymentStatusChanged', {
    owner: siteOwner(siteId),
    subjectId,
    body,
    subject: { action, from, payment },
  })
}

/** Where an action leads. Throws `unexpected_payment_status` when the payment cannot do it now. */
export function statusAfter(payment: Payment, action: PaymentAction): PaymentStatus {
  const to = nextStatus(payment, action)
  if (to) return to
  const verb = verbs[action] ?? action
  throw refuse('unexpected_payment_status', { status: payment.status, action: verb, needed: startsOf(action) })
}

/** Changes a payment's row without moving it: a new due time, a promise of a refund. */
export function amendPayment(payment: Payment, changes: Changes): Transition {
  const amended = { ...payment, ...changes, version: payment.version + 1 }
  const set = { ...changedColumns(changes), version: amended.version, leased_until: null }
  const where = { id: payment.id, version: payment.version }
  return { payment: amended, writes: [update('payments.payments', { set, where })] }
}

/** What the books hear of a move. Each line here is one recipe; the moves without one are not about our money. */
function postTransition(now: Instant, action: PaymentAction, payment: Payment): Write[] {
  const reference = `payment ${payment.id}`
  const { merchantId, captured, fee } = payment
  const postCapture = () => [
    ...post(now, 'paymentCaptured', reference, { merchantId, amount: captured, fee }),
    scheduleCutOff(now, payment),
  ]
  switch (action) {
    case 'approve':
      return [hold(now, { reference, account: accounts.merchantAuthorized(merchantId), amount: payment.amount })]
    case 'sell':
      return postCapture()
    case 'capture':
      return [postHold(now, reference, captured), ...postCapture()]
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
        scheduleCutOff(now, payment),
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
const scheduleCutOff = (now: Instant, { siteId }: Payment): Write =>
  insert('payments.cut_offs', { id: BigInt(siteId), due_at: now }, { orElse: { conflict: ['id'], set: [] } })

/** The moves that somebody outside can wish for, in their words. */
const verbs: Partial<Record<PaymentAction, string>> = {
  requestCapture: 'capture',
  requestVoid: 'void',
  requestCancel: 'cancel',
}

/** Where an action may begin, whatever kind of transaction it is of. */
const startsOf = (action: PaymentAction): string => {
  const edges = [...new Set(Object.values(machineOf))].flatMap((machine) => machine.edges)
  return [...new Set(edges.filter((edge) => edge.action === action).map(({ from }) => from))].join(' or ')
}
