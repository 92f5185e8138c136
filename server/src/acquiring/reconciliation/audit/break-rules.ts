import { historyRules } from '#kernel/audit/history-rules.ts'
import type { Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- open open',
  'open resolve resolved',
  'open match matched',
  'open accept accepted',
  'open writeOff writtenOff',
]

export const rowJoin = (other: string) => `${other}.report_id = r.report_id and ${other}.line = r.line`

/** Which of our transactions a row can be about. */
export const kinds = `(values ('capture', 'deposit'), ('reversal', 'deposit'), ('refund', 'refund'), ('chargeback', 'chargeback'),
  ('representment', 'representment'), ('payout', 'credit'), ('reinstatement', 'reinstatement'),
  ('captureFailure', 'capture-failure')) as kinds (row_type, type)`

export const breakRules: readonly Rule[] = [
  ...historyRules({
    what: 'acquirer break',
    table: 'reconciliation.breaks',
    transitions: 'reconciliation.break_transitions',
    key: 'break_id',
    legal,
  }),
  {
    wrong: 'its row has reported something else',
    rows: `
      select 'acquirer break ' || k.id as about, concat_ws(' ', k.connector, k.reported_minor, k.reported_currency) as actual,
             concat_ws(' ', r.connector, case k.kind when 'fee' then r.fees_minor else r.gross_minor end, r.currency) as should,
             'reconciliation.breaks where id = ' || k.id as look
      from reconciliation.breaks k left join reconciliation.rows r on ${rowJoin('k')}
      where k.report_id is not null and (k.connector, k.reported_minor, k.reported_currency) is distinct from
        (r.connector, case k.kind when 'fee' then r.fees_minor else r.gross_minor end, r.currency) order by k.id`,
  },
  {
    wrong: 'we expect something else of its transaction',
    rows: `
      select 'acquirer break ' || k.id as about, concat_ws(' ', k.connector, k.expected_minor, k.expected_currency) as actual,
             concat_ws(' ', p.connector, s.expected, p.currency) as should, 'reconciliation.breaks where id = ' || k.id as look
      from reconciliation.breaks k left join reconciliation.rows r on ${rowJoin('k')}
      left join payments.payments p on p.id = k.transaction_id
      cross join lateral (select p.captured_minor * case
        when coalesce(r.type, case when k.kind = 'notReversed' then 'reversal' when p.type = 'deposit' then 'capture' else p.type end) in ('capture', 'representment', 'reinstatement') then 1 else -1 end as expected) s
      where k.kind in ('amount', 'currency', 'notReported', 'notReversed')
        and (k.connector, k.expected_minor, k.expected_currency) is distinct from (p.connector, s.expected, p.currency) order by k.id`,
  },
]
