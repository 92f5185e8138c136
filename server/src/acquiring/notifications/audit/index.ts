/** The checks of `verify` for notifications. They share no code with what they check. */
import type { Check, Difference, Findings, Scope } from '#kernel/audit/findings.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import { archivedMoments } from '#kernel/audit/seal/archived.ts'
import type { Reader } from '#kernel/db/db.ts'
import { bodies } from './check-bodies.ts'

export { sealed } from './sealed.ts'

export const checks: readonly Check[] = [
  { name: 'notifications', check: (moment, findings, _report, scope) => checkDeliveries(moment, findings, scope) },
  { name: 'notified payments', check: (moment, findings, _report, scope) => checkNotified(moment, findings, scope) },
  bodies,
]

type Instant = Temporal.Instant
type DeliveryRow = {
  id: bigint
  site_id: number
  payment_id: bigint
  order_id: bigint
  status: string
  attempts: number
  delivered_at: Instant | null
  payment_site: number | null
  payment_order: bigint | null
  made: bigint
  last: number | null
  last_outcome: string | null
  last_at: Instant | null
}

/** A notification is about a payment of its site, and its attempts are those that its status and its count say. */
async function checkDeliveries(moment: Reader, findings: Findings, scope: Scope): Promise<void> {
  const ours = scope('notifications.notifications')
  for await (const page of pagesOf((after) => deliveriesAfter(moment, after, ours))) {
    findings.differ(...page.flatMap(differencesOfDelivery))
    findings.checked('notifications', page.length)
  }
}

const deliveriesAfter = async (moment: Reader, after: bigint, ours: string): Promise<DeliveryRow[]> =>
  (await moment.run(
    `select n.id, n.site_id, n.payment_id, n.order_id, n.status, n.attempts, n.delivered_at,
            p.site_id as payment_site, p.order_id as payment_order,
            a.made, a.last, l.outcome as last_outcome, l.attempted_at as last_at
     from (select * from notifications.notifications where id > $1 and ${ours} order by id limit ${pageSize}) n
     left join payments.payments p on p.id = n.payment_id
     cross join lateral (
       select count(*) as made, max(attempt) as last from notifications.attempts where notification_id = n.id
     ) a
     left join notifications.attempts l on l.notification_id = n.id and l.attempt = a.last
     order by n.id`,
    [after],
  )) as DeliveryRow[]

function differencesOfDelivery(row: DeliveryRow): Difference[] {
  const about = `notification ${row.id}`
  const look = `notifications.attempts where notification_id = ${row.id}`
  const differences: (Difference | false)[] = [
    (row.payment_site !== row.site_id || row.payment_order !== row.order_id) && {
      about,
      wrong: 'it is about a payment that is not of its site and order',
      actual: `site ${row.site_id}, order ${row.order_id}`,
      should: `site ${row.payment_site ?? 'none'}, order ${row.payment_order ?? 'none'} of payment ${row.payment_id}`,
      look: `notifications.notifications where id = ${row.id}`,
    },
    (row.made !== BigInt(row.attempts) || (row.last ?? 0) !== row.attempts) && {
      about,
      wrong: 'its number of attempts is not the number recorded',
      actual: `${row.attempts}`,
      should: `${row.made}, the last of them number ${row.last ?? 0}`,
      look,
    },
    !endsAsItSays(row) && {
      about,
      wrong: 'its status does not fit its last attempt',
      actual: row.status,
      should: `what follows ${row.last_outcome ?? 'no attempt'}`,
      look,
    },
  ]
  return differences.filter((difference) => difference !== false)
}

/** One that waits may have been delivered before: it is sent again. */
function endsAsItSays({ status, delivered_at, last_outcome, last_at }: DeliveryRow): boolean {
  if (status === 'waiting') return true
  if (status === 'parked') return last_outcome !== null && last_outcome !== 'delivered'
  return last_outcome === 'delivered' && last_at !== null && delivered_at?.equals(last_at) === true
}

type TransitionRow = {
  payment_id: bigint
  action: string
  from_status: string | null
  to_status: string
  occurred_at: Instant
}
type PaymentRow = {
  id: bigint
  site_id: number
  order_id: bigint
  source: string
  type: string
  parent_id: bigint | null
  is_part: boolean | null
}
type NotifiedRow = { payment_id: bigint; status: string; created_at: Instant; count: bigint }

/**
 * Every change of a payment's public status has one notification, made at the same moment, if its site had a
 * notification address then and is notified of such changes; and there is no notification of anything else. That of a
 * shopper's failed attempt may be made later, when the order ends, or never.
 */
async function checkNotified(moment: Reader, findings: Findings, scope: Scope): Promise<void> {
  // One after the other: a moment is one connection.
  const addresses = await addressesOf(moment)
  const withoutParts = await sitesWithoutParts(moment)
  const isArchived = await archivedMoments(moment, 'notifications.notifications')
  for await (const page of pagesOf((after) => paymentsAfter(moment, after, scope('payments.payments')))) {
    const orders = page.map(({ order_id }) => order_id)
    const payments = page.map(({ id }) => id)
    const transitions = await transitionsOf(moment, payments)
    const notified = await notifiedOf(moment, orders)
    const changes = Map.groupBy(transitions.filter(changesPublicStatus), ({ payment_id }) => payment_id)
    const sent = Map.groupBy(notified, ({ payment_id }) => payment_id)
    for (const payment of page)
      findings.differ(
        ...differencesOfPayment(payment, {
          changes: changes.get(payment.id) ?? [],
          sent: sent.get(payment.id) ?? [],
          addresses: addresses.get(payment.site_id) ?? [],
          optional: isOptional(payment, withoutParts),
          isArchived,
        }),
      )
  }
}

const paymentsAfter = async (moment: Reader, after: bigint, ours: string): Promise<PaymentRow[]> =>
  (await moment.run(
    `select p.id, p.site_id, p.order_id, p.source, p.type, p.parent_id, p.captured_minor < whole.captured_minor as is_part
     from (select * from payments.payments where id > $1 and ${ours} order by id limit ${pageSize}) p
     left join payments.payments whole on whole.id = p.parent_id order by p.id`,
    [after],
  )) as PaymentRow[]

/** Shop programs misread notices of verified cards and won disputes, so these are not sent, or only to some sites. */
const isOptional = ({ source, type, is_part, site_id }: PaymentRow, withoutParts: ReadonlySet<number>): boolean =>
  source === 'card-change' ||
  type === 'representment' ||
  type === 'reinstatement' ||
  type === 'capture-failure' ||
  (type === 'refund' && is_part === true && withoutParts.has(site_id))

/** Sites that have ever chosen not to be notified of partial refunds. */
async function sitesWithoutParts(moment: Reader): Promise<ReadonlySet<number>> {
  const rows = await moment.run(
    `select distinct subject_id from directory.audit
     where subject_type = 'site' and after ->> 'notifyPartialRefunds' = 'false'`,
    [],
  )
  return new Set(rows.map(({ subject_id }) => Number(subject_id)))
}

const transitionsOf = async (moment: Reader, payments: readonly bigint[]): Promise<TransitionRow[]> =>
  (await moment.run(
    `select payment_id, action, from_status, to_status, occurred_at from payments.payment_transitions
     where payment_id = any($1::bigint[]) order by payment_id, id`,
    [payments],
  )) as TransitionRow[]

const notifiedOf = async (moment: Reader, orders: readonly bigint[]): Promise<NotifiedRow[]> =>
  (await moment.run(
    `select payment_id, body::jsonb ->> 'transactionStatus' as status, created_at, count(*) as count
     from notifications.notifications where order_id = any($1::bigint[]) group by 1, 2, 3`,
    [orders],
  )) as NotifiedRow[]

/** The first row of a payment that waits for the acquirer is written before anything is known of it (`start`). */
const changesPublicStatus = ({ action, from_status, to_status }: TransitionRow): boolean =>
  action !== 'start' &&
  !withoutNotification.has(statusNames[to_status] ?? to_status) &&
  (from_status === null || statusNames[from_status] !== statusNames[to_status])

/** The public statuses without a notification: nothing has been decided yet. */
const withoutNotification = new Set(['start', '3d-pending', 'uncertain'])

/** The public name of each status, once more (wire fact 2.2). */
const statusNames: Readonly<Record<string, string>> = {
  authorizing: 'start',
  challenging: '3d-pending',
  uncertain: 'uncertain',
  reversing: 'uncertain',
  authorized: 'in-progress',
  capturing: 'in-progress',
  voiding: 'in-progress',
  refunding: 'in-progress',
  crediting: 'in-progress',
  captured: 'complete-ok',
  cancelling: 'complete-ok',
  verified: 'complete-ok',
  represented: 'complete-ok',
  credited: 'complete-ok',
  refunded: 'refund-ok',
  voided: 'void-ok',
  cancelled: 'cancel-ok',
  disputed: 'charge-back',
  chargedBack: 'charge-back',
  opened: 'charge-back',
  lost: 'charge-back',
  won: 'charge-back',
  failed: 'complete-failed',
  returned: 'complete-failed',
  reinstated: 'complete-ok',
  captureFailed: 'complete-failed',
}

/** The payment is what it was before its dispute or its refund: sites choose whether to be notified of it. */
const isOfStatusBefore = new Set(['clear', 'refundReturned'])

type Address = { site_id: bigint; action: string; url: string | null; occurred_at: Instant }

/** What each site's notification address was, and since when, oldest first. */
async function addressesOf(moment: Reader): Promise<Map<number, Address[]>> {
  const rows = (await moment.run(
    `select subject_id as site_id, action, after ->> 'notificationUrl' as url, occurred_at from directory.audit
     where subject_type = 'site' and after ? 'notificationUrl' order by id`,
    [],
  )) as Address[]
  return Map.groupBy(rows, ({ site_id }) => Number(site_id))
}

/** Whether a site certainly had an address at a moment. Near a change of it, a process may have known the other one. */
function hadAddress(addresses: readonly Address[], at: Instant): boolean {
  const isNear = addresses.some(
    ({ action, occurred_at }) =>
      action === 'siteChanged' && Math.abs(occurred_at.since(at).total('milliseconds')) < nearMs,
  )
  const before = addresses.filter(({ occurred_at }) => Temporal.Instant.compare(occurred_at, at) <= 0)
  return !isNear && (before.at(-1)?.url ?? null) !== null
}
/** Processes remember a site for seconds. */
const nearMs = 60_000

type PaymentRecord = {
  changes: readonly TransitionRow[]
  sent: readonly NotifiedRow[]
  addresses: readonly Address[]
  optional: boolean
  isArchived: (at: Instant) => boolean
}

function differencesOfPayment(
  { id, source, parent_id }: PaymentRow,
  { changes, sent, addresses, optional, isArchived }: PaymentRecord,
): Difference[] {
  const isAttempt = source === 'service-call' && parent_id === null
  const mayWait = (status: string) => isAttempt && status === 'complete-failed'
  const nameOf = (status: string, at: Instant) => (mayWait(status) ? status : `${status} at ${at}`)
  const called = Map.groupBy(changes, ({ to_status, occurred_at }) => nameOf(statusNames[to_status]!, occurred_at))
  const made = new Map(sent.map(({ status, created_at, count }) => [nameOf(status, created_at), Number(count)]))
  const look = `notifications.notifications where payment_id = ${id}`
  const missing = [...called]
    .filter(
      ([name, [change]]) => !optional && !made.has(name) && !mayWait(name) && !isOfStatusBefore.has(change!.action),
    )
    .filter(([, [change]]) => hadAddress(addresses, change!.occurred_at) && !isArchived(change!.occurred_at))
    .map(([name]) => ({ wrong: 'a change of its public status has no notification', actual: 'none', should: name }))
  const surplus = [...made]
    .filter(([name, count]) => count > (called.get(name)?.length ?? 0))
    .map(([name, count]) => ({
      wrong: 'there are more notifications than changes of its public status',
      actual: `${count} of ${name}`,
      should: `${called.get(name)?.length ?? 0}`,
    }))
  return [...missing, ...surplus].map((difference) => ({ about: `payment ${id}`, ...difference, look }))
}
