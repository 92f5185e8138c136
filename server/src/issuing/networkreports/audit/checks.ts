import { type BookedRows, checkBookedRows, type EntryCause } from '#core/ledger/audit'
import type { Check } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { type Currency, money } from '#kernel/base/money.ts'

const look = `'networkreports.matches where id = ' || m.id as look`

const rules: readonly Rule[] = [
  {
    wrong: 'the audit does not say who recorded it, or with how many days',
    rows: `
      select 'network report ' || r.report_id as about, r.days::text as actual, coalesce(a.after ->> 'rows', 'no audit entry') as should,
             'networkreports.reports where id = ' || r.report_id || ', and networkreports.rows where report_id = ' || r.report_id as look
      from (select coalesce(p.id, r.report_id) as report_id, count(r.id) as days
              from networkreports.reports p full join networkreports.rows r on r.report_id = p.id group by 1) r
      left join directory.audit a on a.subject_type = 'networkReport' and a.action = 'networkReportRecorded' and a.subject_id = r.report_id::text
      where a.after ->> 'rows' is distinct from r.days::text order by r.report_id`,
  },
  {
    wrong: 'it explains nothing',
    rows: `
      select 'match of network report ' || m.id as about, m.breaks::text as actual, ${look}
      from networkreports.matches m where jsonb_typeof(m.breaks) <> 'array' or m.breaks = '[]' order by m.id`,
    should: 'what differed',
  },
  {
    wrong: 'the network has reported something else',
    rows: `
      select 'match of network report ' || m.id as about, b.value ->> 'movement' || ' ' || (b.value -> 'reported')::text as actual,
             o.count || ' ' || o.minor as should, ${look}
      from networkreports.matches m join networkreports.rows r on r.id = m.row_id
      cross join lateral jsonb_array_elements(m.breaks) b
      cross join lateral (
        select (to_jsonb(r) ->> (b.value ->> 'movement' || '_count')) as count, (to_jsonb(r) ->> (b.value ->> 'movement' || '_minor')) as minor) o
      where (b.value -> 'reported' ->> 'count', b.value -> 'reported' ->> 'minor') is distinct from (o.count, o.minor)
      order by m.id`,
  },
]

const settlementRule: Rule = {
  wrong: 'it is not what the network has reported',
  rows: `
    select 'settlement with a network ' || s.id as about, concat_ws(' ', s.day, s.currency, s.net_minor, s.fees_minor) as actual,
           concat_ws(' ', r.day, r.currency, r.clearing_minor - r.refund_minor - r.chargeback_minor + r.representment_minor, r.fee_minor) as should,
           'networkreports.settlements where id = ' || s.id as look
    from networkreports.settlements s join networkreports.rows r on r.id = s.row_id
    where (s.day, s.currency, s.net_minor, s.fees_minor) is distinct from
          (r.day, r.currency, r.clearing_minor - r.refund_minor - r.chargeback_minor + r.representment_minor, r.fee_minor)
    order by s.id`,
}

/** The rows of reports that ledger entries name as their cause. */
export const networkSettlementCause: EntryCause = {
  join: `left join networkreports.settlements nst on e.reference = 'network settlement ' || nst.row_id`,
  isMissing: 'nst.id is null',
}

type SettlementRow = { id: bigint; row_id: bigint; currency: Currency; net_minor: bigint; fees_minor: bigint }

const settlements: BookedRows<SettlementRow> = {
  what: 'settlement with a network',
  next: (moment) => async (after) =>
    (await moment.run(
      `select id, row_id, currency, net_minor, fees_minor from networkreports.settlements
       where id > $1 order by id limit ${pageSize}`,
      [after],
    )) as SettlementRow[],
  reference: ({ row_id }) => `network settlement ${row_id}`,
  calledFor: ({ currency, net_minor, fees_minor }) => [
    { recipe: 'networkSettled', facts: { net: money(net_minor, currency), fees: money(fees_minor, currency) } },
  ],
}

export const checks: readonly Check[] = [
  { name: 'network reports', check: (moment, findings) => checkRules(moment, findings, [...rules, settlementRule]) },
  { name: 'settlements with networks', check: (moment, findings) => checkBookedRows(moment, findings, settlements) },
]
