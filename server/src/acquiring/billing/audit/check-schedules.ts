import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/**
 * When the next period of a running order is due, computed by PostgreSQL from the order's anchor: an order that would
 * silently never be billed, or not for years, is found.
 */
const planned = `
  (o.anchor_at at time zone s.time_zone
   + make_interval(months => case o.interval_type when 'month' then units.n else 0 end,
                   days => case o.interval_type when 'day' then units.n else 0 end)) at time zone s.time_zone`

const running = `
  orders.orders o join directory.sites s on s.id = o.site_id
  cross join lateral (select o.anchor_lead + (o.next_period - o.anchor_period) * o.interval_value as n) units
  left join billing.periods c on c.order_id = o.id and c.period = o.next_period
  where o.type = 'recurring' and o.interval_type is not null and o.status in ('in-progress', 'retrying', 'expiring')`

/** A site that was inactive, or was changed, is billed within a day after that. */
const siteChanged = `
  (select max(a.occurred_at) from directory.audit a where a.subject_type = 'site' and a.subject_id = s.id::text)`

/** A decline of the same card, after which the schemes forbid another for up to 30 days. */
const lastDecline = `
  (select max(p.created_at) from orders.orders same join shoppers.cards k on k.id = same.card_id
   cross join lateral (select k.fingerprint as number union select n.was_fingerprint from shoppers.card_renewals n where n.card_id = k.id) f
   join payments.payments p on p.card_fingerprint = f.number and p.status = 'failed' and p.type <> 'refund'
   where same.id = o.id and p.created_at < o.due_at)`

const rules: readonly Rule[] = [
  {
    wrong: 'its retries are said to be used up, and its period was never declined',
    rows: `select 'order ' || o.id as about, '0 declines' as actual, 'billing.periods where order_id = ' || o.id as look
           from orders.orders o join billing.periods c on c.order_id = o.id and c.period = o.next_period
           where o.end_reason = 'retries_exhausted' and c.failures = 0 order by o.id`,
    should: 'a decline since the period began',
  },
  {
    wrong: 'it is running and has nothing to count its periods from',
    rows: `select 'order ' || o.id as about, 'no anchor' as actual, 'orders.orders where id = ' || o.id as look
           from ${running} and (o.anchor_at is null or o.next_period < 1) order by o.id`,
    should: 'the moment of the first payment, and period 1 or a later one',
  },
  {
    wrong: 'it would silently never be billed',
    rows: `select 'order ' || o.id as about, 'never due' as actual, 'orders.orders where id = ' || o.id as look
           from ${running} and o.due_at is null and not exists (
             select from payments.payments p where p.order_id = o.id and p.parent_id is null and p.period = o.next_period
               and p.status in ('authorizing', 'challenging', 'uncertain', 'reversing'))
           order by o.id`,
    should: 'due at some time, or a payment of its period under way',
  },
  {
    wrong: 'it is billed later than its calendar says',
    rows: `select 'order ' || o.id as about, o.due_at::text as actual, 'at ' || (${planned})::text as should,
                  'orders.orders where id = ' || o.id as look
           from ${running} and c.order_id is null and s.active and o.anchor_at is not null and o.due_at > (${planned}) + interval '26 hours'
             and o.due_at > coalesce(${lastDecline} + interval '31 days', '-infinity')
             and o.due_at > coalesce(${siteChanged} + interval '26 hours', '-infinity')
           order by o.id`,
  },
  {
    wrong: 'it is due before its calendar says',
    rows: `select 'order ' || o.id as about, o.due_at::text as actual, 'at ' || (${planned})::text as should,
                  'orders.orders where id = ' || o.id as look
           from ${running} and c.order_id is null and o.anchor_at is not null and o.due_at < (${planned}) - interval '26 hours'
           order by o.id`,
  },
  {
    wrong: 'what it owes is tried again later than any schedule says',
    rows: `select 'order ' || o.id as about, o.due_at::text as actual, 'orders.orders where id = ' || o.id as look
           from ${running} and c.order_id is not null and s.active
             and o.due_at > greatest(c.opened_at, c.planned_at, c.first_failed_at,
               (select max(p.created_at) from payments.payments p where p.order_id = o.id and p.period = c.period),
               ${siteChanged}) + interval '62 days'
           order by o.id`,
    should: 'within two months of the last attempt',
  },
  {
    wrong: 'periods that it counts as billed were never billed',
    rows: `select 'order ' || o.id as about, count(c.period) || ' billed' as actual, (o.next_period - 1) || ' before period ' || o.next_period as should,
                  'billing.periods where order_id = ' || o.id as look
           from orders.orders o left join billing.periods c on c.order_id = o.id and c.period < o.next_period
           where o.type in ('recurring', 'managed') and o.next_period > 0 group by o.id
           having count(c.period) <> o.next_period - 1 order by o.id`,
  },
  {
    wrong: 'it is resolved, and its order has not come to it yet: it would be skipped',
    rows: `select 'order ' || o.id || ' period ' || c.period as about, c.status as actual, 'billing.periods where order_id = ' || o.id as look
           from billing.periods c join orders.orders o on o.id = c.order_id
           where o.type = 'recurring' and o.status <> 'complete-ok' and c.period >= o.next_period and c.status <> 'open' order by o.id`,
    should: 'none, or open',
  },
  {
    // A debt that was given another due date waits: it is given up when the order ends.
    wrong: 'it is billed after the period that its order was to end with',
    rows: `select 'order ' || o.id || ' period ' || c.period as about, 'period ' || c.period as actual, 'none after period ' || o.last_period as should,
                  'orders.orders where id = ' || o.id as look
           from billing.periods c join orders.orders o on o.id = c.order_id
           where c.period > o.last_period and not (c.status = 'open' and o.due_at is not null and o.status <> 'retrying') order by o.id, c.period`,
  },
  {
    wrong: 'it is not of the amount of its order',
    rows: `select 'order ' || o.id || ' period ' || c.period as about, c.minor || ' ' || c.currency as actual, o.minor || ' ' || o.currency as should,
                  'billing.periods where order_id = ' || o.id as look
           from billing.periods c join orders.orders o on o.id = c.order_id
           where c.currency <> o.currency or (o.type = 'recurring' and c.minor <> o.minor) order by o.id, c.period`,
  },
]

export const schedules: Check = {
  name: 'schedules',
  check: (moment, findings) => checkRules(moment, findings, rules),
}
