import { historyRules } from '#kernel/audit/history-rules.ts'
import type { Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- open open',
  'open resolve resolved',
  'open rejudge open',
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
    wrong: 'its transaction is settled otherwise, and it is open as if it were not',
    rows: `
      select 'acquirer break ' || k.id as about, k.kind as actual, 'reconciliation.bookings where id = ' || b.id as look
      from reconciliation.breaks k left join reconciliation.rows r on ${rowJoin('k')}
      join payments.payments p on p.id = k.transaction_id
      left join ${kinds} on kinds.type = p.type and kinds.row_type <> 'reversal'
      join reconciliation.bookings b on b.transaction_id = k.transaction_id
        and b.type = coalesce(r.type, case k.kind when 'notReversed' then 'reversal' else kinds.row_type end)
      -- One that was opened at the same moment is compared again within a day.
      where k.status = 'open' and k.due_at is null and k.kind in ('amount', 'currency', 'fee', 'notReported', 'notReversed')
        and not (b.report_id is not distinct from k.report_id and b.line is not distinct from k.line) order by k.id`,
    should: 'twice, or resolved',
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
