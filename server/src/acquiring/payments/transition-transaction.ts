import type { PaymentId } from '#acquiring/ids'
import { siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { announce, insert, type Miss, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { PaymentStatusChanged } from './events.ts'
import type { BeginningAction, TransactionAction } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { type Changes, changedColumns, type New, toRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/** A transaction after a change, and the writes that make it true. */
export type Transition<T extends Transaction> = { transaction: T; writes: Write[] }

/** The table of states of a kind; `edges` says where an action may start. */
type MachineOf<T extends Transaction> = {
  next(from: T['status'], action: never): T['status'] | undefined
  edges: readonly { from: string; action: string }[]
}

/**
 * The only way a transaction of any kind changes status: asks the kind's table, and returns the writes for its row (only
 * if it was not changed meanwhile), its history, its ledger entries and the event. A kind's own `transition-*.ts` says
 * which table and which entries. Throws `unexpected_payment_status` when the table has no such transition.
 */
export function transitionTransaction<T extends Transaction>(
  now: Instant,
  transaction: T,
  action: Exclude<TransactionAction, BeginningAction>,
  { machine, changes, entries }: { machine: MachineOf<T>; changes: Changes<T>; entries: (after: T) => Write[] },
): Transition<T> {
  const status = statusAfter(transaction, action, machine)
  const after: T = { ...transaction, ...changes, status, version: transaction.version + 1 }
  const writes: Write[] = [
    update('payments.payments', {
      set: { ...changedColumns(changes), status, version: after.version, leased_until: null },
      where: { id: transaction.id, version: transaction.version },
    }),
    insert('payments.payment_transitions', {
      payment_id: transaction.id,
      action,
      from_status: transaction.status,
      to_status: status,
      minor: 'request' in transaction ? (transaction.request?.minor ?? null) : null,
      occurred_at: now,
    }),
    ...entries(after),
    announceTransition({ action, from: transaction.status, payment: after }),
  ]
  return { transaction: after, writes }
}

/** Where an action leads. Throws `unexpected_payment_status` when the transaction cannot do it now. */
export function statusAfter<T extends Transaction>(
  { status }: T,
  action: TransactionAction,
  machine: MachineOf<T>,
): T['status'] {
  const to = machine.next(status, action as never)
  if (to) return to
  const starts = machine.edges.filter((edge) => edge.action === action).map(({ from }) => from)
  throw refuse('unexpected_payment_status', {
    status,
    action: verbs[action] ?? action,
    needed: [...new Set(starts)].join(' or '),
  })
}

/** The actions that a client can request, in their words. */
const verbs: Partial<Record<TransactionAction, string>> = {
  requestCapture: 'capture',
  requestVoid: 'void',
  requestCancel: 'cancel',
}

/**
 * The beginning of every transaction: its row and the first line of its history. `start` records the intent of a request
 * of ours, under an id that the database makes (`as` names it); `onDuplicate` says what a taken key of the table means.
 */
export const beginTransaction = (
  now: Instant,
  transaction: New<Transaction>,
  as: Ref,
  onDuplicate: Readonly<Record<string, Miss>> = {},
): Write[] => [
  insert('payments.payments', toRow(transaction), { as, onDuplicate }),
  firstTransition(now, as, 'start', transaction),
]

/**
 * The beginning of a transaction whose money has moved already: it has ledger entries and is announced at once, so its id
 * was reserved (`reservePaymentId`).
 */
export const beginBooked = (
  now: Instant,
  transaction: Transaction,
  action: Exclude<BeginningAction, 'start'>,
  entries: readonly Write[],
): Write[] => [
  insert('payments.payments', { ...toRow(transaction), id: transaction.id }),
  firstTransition(now, transaction.id, action, transaction),
  ...entries,
  announceTransition({ action, from: undefined, payment: transaction }),
]

const firstTransition = (
  now: Instant,
  id: PaymentId | Ref,
  action: BeginningAction,
  { status, amount }: Pick<Transaction, 'status' | 'amount'>,
): Write =>
  insert('payments.payment_transitions', {
    payment_id: id,
    action,
    from_status: null,
    to_status: status,
    minor: amount.minor,
    occurred_at: now,
  })

/** Changes a transaction's row and not its status: a new due time, an amount about to be refunded. */
export function amendTransaction<T extends Transaction>(transaction: T, changes: Changes<T>): Transition<T> {
  const after: T = { ...transaction, ...changes, version: transaction.version + 1 }
  const set = { ...changedColumns(changes), version: after.version, leased_until: null }
  const where = { id: transaction.id, version: transaction.version }
  return { transaction: after, writes: [update('payments.payments', { set, where })] }
}

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
