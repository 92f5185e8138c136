import { leastContentKept } from '#acquiring/emails'
import type { Findings } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * How far the time of the business has ever come: by its clock, by the clock's own history, which a reset does not
 * shorten, and by the newest events.
 */
const latest = `greatest($1::timestamptz, (select max(furthest_at) from florin.clock),
  (select max(occurred_at) from (select occurred_at from outbox.events order by id desc limit 100) e))`

/** A clock that was moved before its history was kept may have left due times behind that are far ahead. */
const historyIsKnown = 'not exists (select from florin.clock where version > 0 and furthest_at is null)'

/** What would silently never happen, because nothing is due, or not for years. */
const neverDue = (table: string, what: string, within: string): Rule => ({
  wrong: 'it is never looked at again',
  rows: `select '${what} ' || t.id as about, coalesce(t.due_at::text, 'never due') as actual, '${table} where id = ' || t.id as look
         from ${table} t where t.due_at is null or (t.due_at > ${latest} + interval '${within}' and ${historyIsKnown}) order by t.id`,
  should: `due within ${within}`,
})

const rules: readonly Rule[] = [
  neverDue('settlement.cut_offs', 'settlement of site', '3 days'),
  neverDue('disputes.cursors', 'reading of disputes', '3 days'),
  neverDue('deposits.cursors', 'reading of chain', '3 days'),
  neverDue('florin.scheduled_tasks', 'scheduled task', '3 days'),
  {
    wrong: 'money of its site is not settled, because the site has no next settlement',
    rows: `select 'site ' || p.site_id as about, count(*) || ' payments' as actual, 'settlement.cut_offs where id = ' || p.site_id as look
           from payments.payments p left join settlement.cut_offs c on c.id = p.site_id
           where p.captured_at is not null and p.batch_id is null and p.captured_at < ${latest} and p.type <> 'credit' and c.id is null group by p.site_id order by 1`,
    should: 'a next settlement',
  },
  {
    wrong: 'the next look at it is later than any rule says',
    rows: `select 'payment ' || p.id as about, p.due_at::text as actual, 'payments.payments where id = ' || p.id as look
           from payments.payments p where p.due_at > greatest(p.created_at, p.approved_at,
             (select max(occurred_at) from payments.payment_transitions where payment_id = p.id), ${latest}) + interval '35 days' order by p.id`,
    should: 'within a month of its last transition',
  },
  {
    wrong: 'the next look at it is later than any rule says',
    rows: `select 'return of payment ' || o.id as about, o.due_at::text as actual, 'payments.owed_returns where id = ' || o.id as look
           from payments.owed_returns o where o.due_at > ${latest} + interval '3 days' and ${historyIsKnown} order by o.id`,
    should: 'within 3 days',
  },
  {
    wrong: 'it waits longer than any schedule says',
    rows: `select 'email ' || e.id as about, e.due_at::text as actual, 'emails.emails where id = ' || e.id as look
           from emails.emails e where e.due_at > greatest(e.created_at, ${latest}) + interval '31 days' order by e.id`,
    should: 'within a month',
  },
  {
    wrong: 'its content and its address are gone too soon',
    rows: `select 'email ' || e.id as about, 'none' as actual, 'emails.emails where id = ' || e.id as look
           from emails.emails e where e.content is null and ${historyIsKnown}
             and not exists (select from orders.orders o join shoppers.shoppers h on h.id = o.shopper_id
               where o.id = e.order_id and h.erased_at is not null)
             and e.created_at > ${latest} - interval '${leastContentKept.days} days' order by e.id`,
    should: `they are kept for at least ${leastContentKept.days} days`,
  },
]

/** What is due is due at a time that will come soon, and what is kept for a time is still there. */
export const checkDue = (moment: Reader, findings: Findings, now: Instant): Promise<void> =>
  checkRules(
    moment,
    findings,
    rules.map((rule) => ({ ...rule, values: [now] })),
  )
