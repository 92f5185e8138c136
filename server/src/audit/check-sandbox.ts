import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/** What the sandbox remembers of each payment that rests; a payment that is not in it is another acquirer's. */
const rememberedOf = (payments: string): string => `
  ${payments} p cross join lateral (
    select sum(q.minor) filter (where q.kind = 'capture' and q.result ->> 'outcome' = 'done') as captured,
           max(q.minor) filter (where q.kind = 'sale') as sold,
           coalesce(sum(q.minor) filter (where q.kind = 'refund' and q.result ->> 'outcome' = 'done'), 0) as refunded,
           bool_or(q.kind = 'capture') as in_parts, array_agg(q.result ->> 'reference') as reference
    from sandbox_acquirer.requests q where q.connector = p.connector and q.authorization_key = p.key having count(*) > 0) q
  cross join lateral (
    select coalesce(sum(f.minor), 0) as minor from payments.payments f
    -- What came back was done: its story has no other entry of it.
    where f.parent_id = p.id and f.type = 'refund' and f.status in ('refunded', 'returned')) r
  where p.parent_id is null and p.type = 'deposit' and p.connector like 'sandbox%'
    and p.status in ('captured', 'refunded', 'disputed', 'chargedBack')
    and not exists (select from payments.payments r where r.parent_id = p.id and r.status in ('refunding', 'uncertain'))`

const rulesOf = (remembered: string): readonly Rule[] => [
  {
    wrong: 'the acquirer’s own record says something else of what was taken',
    rows: `select 'payment ' || p.id as about, p.captured_minor || ' ' || p.currency as actual, coalesce(q.captured, q.sold)::text as should,
                  'sandbox_acquirer.requests where authorization_key = ''' || p.key || '''' as look
           from ${remembered} and p.captured_minor <> coalesce(q.captured, q.sold, p.captured_minor) order by p.id`,
  },
  {
    wrong: 'the acquirer’s own record says something else of what was refunded',
    rows: `select 'payment ' || p.id as about, r.minor || ' ' || p.currency as actual, q.refunded::text as should,
                  'sandbox_acquirer.requests where authorization_key = ''' || p.key || '''' as look
           from ${remembered} and r.minor <> q.refunded order by p.id`,
  },
  {
    wrong: 'the acquirer’s own record does not have its reference',
    rows: `select 'payment ' || p.id as about, p.reference as actual, array_to_string(q.reference, ', ') as should,
                  'sandbox_acquirer.requests where authorization_key = ''' || p.key || '''' as look
           from ${remembered} and not p.reference = any(q.reference) order by p.id`,
  },
  {
    wrong: 'the acquirer has reported disputes that are not here, and it is not asked for them again',
    rows: `select 'reading of disputes ' || c.id as about, 'read up to ' || c.read_up_to as actual,
                  'not behind event ' || min(q.event_number) as should, 'disputes.cursors where id = ' || c.id as look
           from disputes.cursors c join sandbox_acquirer.requests q on q.connector = c.connector and q.kind = 'dispute'
           where c.read_up_to ~ '^[0-9]{1,18}$' and q.event_number <= c.read_up_to::bigint
             and not exists (select from disputes.events e where e.connector = q.connector and e.event_id = q.key::text)
           group by c.id, c.read_up_to order by c.id`,
  },
  {
    wrong: 'it was read further than the acquirer’s own record reaches',
    rows: `select 'reading of disputes ' || c.id as about, 'read up to ' || c.read_up_to as actual,
                  q.newest::text as should, 'disputes.cursors where id = ' || c.id as look
           from disputes.cursors c cross join lateral (
             select coalesce(max(event_number), 0) as newest from sandbox_acquirer.requests where connector = c.connector) q
           where c.read_up_to ~ '^[0-9]{1,18}$' and c.read_up_to::bigint > q.newest
             and exists (select from sandbox_acquirer.requests where connector = c.connector) order by c.id`,
  },
]

export const sandbox: Check = {
  name: 'sandbox',
  check: (moment, findings, _report, scope) => {
    const payments = `(select * from payments.payments where ${scope('payments.payments')})`
    return checkRules(moment, findings, rulesOf(rememberedOf(payments)))
  },
}
