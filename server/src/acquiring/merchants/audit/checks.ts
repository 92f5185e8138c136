import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const look = `'directory.merchant_details where id = ' || d.id as look`

const rules: readonly Rule[] = [
  {
    wrong: 'its status is not what the audit says',
    rows: `
      select 'merchant ' || d.id as about, d.status as actual, coalesce(a.status, 'active') as should, ${look}
      from directory.merchant_details d left join lateral (
        select e.after ->> 'status' as status from directory.audit e
        where e.subject_type = 'merchant' and e.subject_id = d.id::text and e.after ? 'status' order by e.id desc limit 1) a on true
      where d.status <> coalesce(a.status, 'active') order by d.id`,
  },
  {
    wrong: 'it closes and is never looked at again, or is looked at and does not close',
    rows: `
      select 'merchant ' || coalesce(d.id, c.id) as about, coalesce(c.due_at::text, 'never due') as actual,
             case d.status when 'closing' then 'due within a day' else 'never due' end as should,
             'merchants.closures where id = ' || coalesce(d.id, c.id) as look
      from directory.merchant_details d full join merchants.closures c on c.id = d.id
      where (coalesce(d.status, 'active') = 'closing') <> (c.due_at is not null) order by 1`,
  },
  {
    wrong: 'it is closed, and something is left of its money that has not come since',
    rows: `
      select 'merchant ' || d.id as about, l.account || ' ' || -sum(l.minor) || ' ' || l.currency as actual, '0' as should, ${look}
      from directory.merchant_details d
      join lateral (select e.id, e.occurred_at from directory.audit e where e.subject_type = 'merchant'
        and e.subject_id = d.id::text and e.action = 'merchantClosed' order by e.id desc limit 1) closed on true
      join ledger.lines l on l.account in ('merchant:' || d.id || ':payable', 'merchant:' || d.id || ':pending', 'merchant:' || d.id || ':reserve',
        'merchant:' || d.id || ':payout', 'merchant:' || d.id || ':disputed')
      join ledger.entries e on e.id = l.entry_id and e.posted_at <= closed.occurred_at
      where d.status = 'closed' group by d.id, l.account, l.currency having sum(l.minor) <> 0 order by 1`,
  },
]

export const checks: readonly Check[] = [
  { name: 'merchants', check: (moment, findings) => checkRules(moment, findings, rules) },
]
