import type { Rule } from '#kernel/audit/rule.ts'

const look = `'spending.late_declines where id = ''' || l.id || '''' as look`
const message = `spending.messages m on (m.sender, m.stan, m.sent_at, m.class) = (l.sender, l.stan, l.sent_at, l.class)`

/** Late declines that have ended: nothing that was approved under their keys stands. */
export const lateDeclineRules: readonly Rule[] = [
  {
    wrong: 'it was approved and answered as declined, and nothing has reversed it',
    rows: `
      select 'late decline ' || l.id as about, m.action || ' by message ' || m.id as actual, ${look}
      from spending.late_declines l join ${message}
      where l.outcome is not null and m.action in ('approve', 'ask', 'post', 'increase', 'complete') and not exists (
        select from spending.messages r where r.transaction_id = m.transaction_id and r.kind in ('reversal', 'partner')
          and (r.original_sender, r.original_stan, r.original_sent_at) = (l.sender, l.stan, l.sent_at)
          and (r.kind = 'reversal' or r.code not in ('00', '10', '85')))
      order by l.id`,
    should: 'a reversal of the same transaction',
  },
  {
    wrong: 'it has ended, and its key can still be decided about',
    rows: `
      select 'late decline ' || l.id as about, 'no message' as actual, ${look}
      from spending.late_declines l left join ${message} where l.outcome is not null and m.id is null order by l.id`,
    should: 'a message with its key',
  },
  {
    wrong: 'it says that nothing was approved, and something was',
    rows: `
      select 'late decline ' || l.id as about, 'message ' || m.id || ' of transaction ' || m.transaction_id as actual, ${look}
      from spending.late_declines l join ${message}
      where l.outcome = 'nothing' and m.transaction_id is not null order by l.id`,
    should: 'no transaction',
  },
]
