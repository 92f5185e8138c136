import type pg from 'pg'
import { settledInBatch, underWay } from '#acquiring/payments'

/**
 * Invariants that hold after every step of every day, checked on the tables and not through the code that fills them.
 * Returns the violations, in words.
 */
export async function troubles(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ trouble: string }>({
    name: 'troubles',
    text: questions,
    values: [underWay, settledInBatch],
  })
  return rows.map(({ trouble }) => trouble)
}

const questions = `
with attempts as (
  select * from payments.payments where parent_id is null
), charges as ( -- what the acquirer holds or has taken; a later billing is of a period
  select distinct attempts.order_id, attempts.period, attempts.source, attempts.id
  from attempts join sandbox_acquirer.requests as yes on yes.authorization_key = attempts.key
  where yes.kind in ('auth', 'sale', 'verify', 'completeChallenge') and yes.result->>'outcome' in ('approved', 'pending')
    and not exists (select from sandbox_acquirer.requests as back where back.authorization_key = attempts.key
                    and back.kind = 'reverse' and back.result->>'outcome' = 'done')
)
select 'the books do not add up in ' || currency as trouble
from ledger.lines group by currency having sum(minor) <> 0
union all
select 'order ' || order_id || ' has attempts under way: ' || string_agg(id || ' ' || status, ', ')
from attempts where status = any($1) group by order_id having count(*) > 1
union all
select 'order ' || order_id || ' is paid more than once: ' || string_agg(id || ' ' || status, ', ')
from attempts where status <> 'failed' and source = 'service-call' group by order_id having count(*) > 1
union all
select 'the acquirer charges order ' || order_id || ' more than once: ' || string_agg(id::text, ', ')
from charges where source = 'service-call' or period is not null
group by order_id, period, source having count(*) > 1
union all
select 'payment ' || id || ' is of ' || minor || ', has captured ' || captured_minor || ' and refunded ' || refunded_minor
from payments.payments where not (refunded_minor <= captured_minor and captured_minor <= minor)
union all
select 'payment ' || whole.id || ' has refunded ' || whole.refunded_minor || ', its refunds add up to ' || sum(part.minor)
from attempts as whole join payments.payments as part
  on part.parent_id = whole.id and part.type = 'refund' and part.status <> 'failed'
group by whole.id, whole.refunded_minor having whole.refunded_minor <> sum(part.minor)
union all
select 'payment ' || id || ' has refunded ' || refunded_minor || ' without a refund'
from attempts as whole where refunded_minor <> 0
  and not exists (select from payments.payments as part where part.parent_id = whole.id and part.type = 'refund' and part.status <> 'failed')
union all
select 'payment ' || id || ' awaits a result and no work will look for it'
from payments.payments where request_key is not null and due_at is null
union all
select 'batch ' || batches.id || ' says ' || net_minor || ' of ' || payments || ' payments'
from settlement.batches left join payments.payments as member on member.batch_id = batches.id
group by batches.id, net_minor, payments
having payments <> count(member.id) or count(*) filter (where member.status <> all($2)) > 0
  or net_minor <> coalesce(sum(case when member.type in ('refund', 'chargeback', 'credit') then -member.captured_minor
                                    else member.captured_minor end), 0)
`
