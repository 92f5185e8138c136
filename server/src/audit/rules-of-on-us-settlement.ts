import type { EntryCause } from '#core/ledger/audit'
import type { Rule } from '#kernel/audit/rule.ts'

/** What a day of our own cards at our own merchants comes to, for the issuer's side. */
const days = `
  (select m.day, m.currency, sum(m.minor) as net from (
     select (p.booked_at at time zone 'UTC')::date as day, case when p.is_converted then p.merchant_currency else x.currency end as currency,
            case when p.kind = 'clearing' then 1 else -1 end * case when p.is_converted then p.merchant_minor else p.minor end as minor
     from spending.presentments p join spending.transactions x on x.id = p.transaction_id where p.acquirer_id = 'FLORINONUS'
     union all
     select (t.occurred_at at time zone 'UTC')::date, coalesce(t.network_currency, d.currency),
            case when t.action = 'raise' then -1 else 1 end * coalesce(t.network_minor, d.minor)
     from chargebacks.transitions t join chargebacks.disputes d on d.id = t.dispute_id
     join spending.transactions x on x.id = d.transaction_id and x.acquirer_id = 'FLORINONUS'
     where t.owed_minor is not null) m
   group by 1, 2)`

const settled = `
  (select e.id, e.reference, split_part(e.reference, ' ', 2)::date as day, split_part(e.reference, ' ', 3) as currency,
          (select sum(l.minor) from ledger.lines l where l.entry_id = e.id and l.account = 'network:payable') as net
   from ledger.entries e where e.recipe = 'onUsSettled')`

/** Each day is settled with what it comes to, and none that is over is left out. */
export const settlementRules: readonly Rule[] = [
  {
    wrong: 'it settles something else than its day comes to',
    rows: `
      select 'entry ' || s.id as about, concat_ws(' ', s.net, s.currency) as actual, concat_ws(' ', coalesce(d.net, 0), s.currency) as should,
             'ledger.lines where entry_id = ' || s.id as look
      from ${settled} s left join ${days} d on d.day = s.day and d.currency = s.currency
      where s.net is distinct from d.net order by s.id`,
  },
  {
    wrong: 'it is not settled, and a later day is',
    rows: `
      select 'on-us day ' || d.day || ' ' || d.currency as about, 'nothing' as actual, concat_ws(' ', d.net, d.currency) as should,
             'ledger.entries where reference = ''on-us ' || d.day || ' ' || d.currency || '''' as look
      from ${days} d left join ${settled} s on s.day = d.day and s.currency = d.currency
      where d.net <> 0 and s.id is null and d.day < (select max(l.day) from ${settled} l) order by d.day, d.currency`,
  },
]

/** What their amounts must be says the rule above. */
export const settlementCause: EntryCause = {
  join: `left join (select 'onUsSettled' as recipe) os on e.recipe = os.recipe`,
  isMissing: 'os.recipe is null',
}
