import { sql } from 'kysely'
import type { TransactionStatus } from '#acquiring/payments'
import type { Check, Difference, Findings, Scope } from '#kernel/audit/findings.ts'
import { compareHistory, legalHistory, type Transition } from '#kernel/audit/history.ts'
import { grouped, pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { Reader } from '#kernel/db/db.ts'
import { amounts } from './check-amounts.ts'

export { sealed } from './sealed.ts'

/** Every order has a legal history, and is paid when its status says so and only then. */
async function checkOrders(
  moment: Reader,
  findings: Findings,
  report: (count: number) => void,
  scope: Scope,
): Promise<void> {
  let count = 0
  for await (const page of pagesOf((after) => rowsAfter(moment, after, scope('orders.orders')))) {
    for (const record of await recordsOf(moment, page)) findings.differ(...differencesOfOrder(record))
    count += page.length
    if (count % reportEvery === 0) report(count)
  }
  findings.checked('orders', count)
}
const reportEvery = 100_000

export const checks: readonly Check[] = [{ name: 'orders', check: checkOrders }, amounts]

/** What may happen to an order, by the specification (wire fact 2.1) and not by the table that the program uses. */
const legal = legalHistory('start', [
  'start pay complete-ok',
  'start reserve in-progress',
  'start activate in-progress',
  'start fail complete-failed',
  'in-progress pay complete-ok',
  'in-progress fail complete-failed',
  'in-progress failAttempt retrying',
  'in-progress cardExpires expiring',
  'in-progress end complete-ok',
  'retrying recover in-progress',
  'retrying end complete-ok',
  'expiring renewCard in-progress',
  'expiring failAttempt retrying',
  'expiring end complete-ok',
])

const rowsAfter = (moment: Reader, after: bigint, scope: string) =>
  moment.read
    .selectFrom('orders.orders')
    .select(['id', 'type', 'status'])
    .where(sql<boolean>`id > ${after}`)
    .where(sql.raw<boolean>(scope))
    .orderBy('id')
    .limit(pageSize)
    .execute()
type OrderRow = Awaited<ReturnType<typeof rowsAfter>>[number]
type Attempt = { order_id: bigint; id: bigint; status: TransactionStatus; was_approved: boolean }
type OrderRecord = { row: OrderRow; transitions: readonly Transition[]; attempts: readonly Attempt[] }

async function recordsOf(moment: Reader, rows: readonly OrderRow[]): Promise<OrderRecord[]> {
  const ids = rows.map(({ id }) => id)
  const transitions = await moment.read
    .selectFrom('orders.order_transitions')
    .select(['order_id', 'action', 'from_status', 'to_status'])
    .where(sql<boolean>`order_id = any(${ids})`)
    .orderBy('order_id')
    .orderBy('id')
    .execute()
  const attempts: Attempt[] = await moment.read
    .selectFrom('payments.payments')
    .select(['order_id', 'id', 'status', sql<boolean>`approved_at is not null`.as('was_approved')])
    .where(sql<boolean>`order_id = any(${ids})`)
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute()
  const transitionsOf = grouped(transitions, (transition) => transition.order_id)
  const attemptsOf = grouped(attempts, (attempt) => attempt.order_id)
  return rows.map((row) => ({
    row,
    transitions: transitionsOf.get(row.id) ?? [],
    attempts: attemptsOf.get(row.id) ?? [],
  }))
}

function differencesOfOrder({ row, transitions, attempts }: OrderRecord): Difference[] {
  const about = `order ${row.id}`
  const look = `orders.order_transitions where order_id = ${row.id}`
  return [
    ...compareHistory({ about, status: row.status, look }, legal, transitions),
    ...(onceOnly.has(row.type) ? purchaseIsPaid(about, row, attempts) : laterIsPaid(about, row, attempts)),
  ]
}

/** Orders that are complete with one payment, or one payout. */
const onceOnly = new Set<OrderRow['type']>(['purchase', 'credit'])
/** Money is reserved and may be captured or released. */
const reserved = new Set<TransactionStatus>(['authorized', 'capturing', 'voiding'])
/** Money was captured, or the card verified; a later refund does not make the order unpaid, nor does a payout that came back or a capture that failed. */
const paid = new Set<TransactionStatus>([
  'captured',
  'cancelling',
  'cancelled',
  'refunded',
  'disputed',
  'chargedBack',
  'verified',
  'credited',
  'returned',
  'captureFailed',
])

/** A purchase is paid by exactly one attempt, waits for the capture of exactly one, or has none that succeeded. */
function purchaseIsPaid(about: string, { id, status }: OrderRow, attempts: readonly Attempt[]): Difference[] {
  const paying = attempts.filter((attempt) => paid.has(attempt.status)).length
  const reserving = attempts.filter((attempt) => reserved.has(attempt.status)).length
  const rule = purchaseRules[status]
  if (rule && paying === rule.paying && reserving === rule.reserving) return []
  return [
    {
      about,
      wrong: `its status ${status} does not fit its payments`,
      actual: attemptsText(attempts),
      should: rule?.should ?? 'a purchase never has this status',
      look: `payments.payments where order_id = ${id}`,
    },
  ]
}
const unpaid = { paying: 0, reserving: 0, should: 'no successful attempt' }
const purchaseRules: Partial<Record<OrderRow['status'], { paying: number; reserving: number; should: string }>> = {
  start: unpaid,
  'complete-failed': unpaid,
  'in-progress': { paying: 0, reserving: 1, should: 'one authorized attempt' },
  'complete-ok': { paying: 1, reserving: 0, should: 'one captured attempt' },
}

/** An order that is billed later began with an attempt that succeeded. */
function laterIsPaid(about: string, { id, status }: OrderRow, attempts: readonly Attempt[]): Difference[] {
  const began = attempts.some((attempt) => attempt.was_approved)
  const begins = status !== 'start' && status !== 'complete-failed'
  if (began === begins) return []
  return [
    {
      about,
      wrong: `its status ${status} does not fit its payments`,
      actual: attemptsText(attempts),
      should: begins ? 'a successful attempt' : 'no successful attempt',
      look: `payments.payments where order_id = ${id}`,
    },
  ]
}

const attemptsText = (attempts: readonly Attempt[]): string =>
  attempts.map(({ id, status }) => `payment ${id} ${status}`).join(', ') || 'no attempts'
