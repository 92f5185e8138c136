import type { Rule } from '#kernel/audit/rule.ts'

const look = `'spending.messages where sender = ''file ' || f.id || '''' as look`
const counted = (condition: string) => `count(*) filter (where m.code = '00' and ${condition})`

/** A clearing file is what its messages are; of a row that could not be read there is none. */
export const fileRules: readonly Rule[] = [
  {
    wrong: 'its counts are not those of its messages',
    rows: `
      select 'clearing file ' || f.id as about, concat_ws(' ', f.cleared, f.forced, f.refunded, f.repeated) as actual,
             concat_ws(' ', m.cleared, m.forced, m.refunded, m.repeated) as should, ${look}
      from spending.files f cross join lateral (
        select ${counted(`m.action = 'clear'`)} as cleared, ${counted(`m.action = 'force'`)} as forced,
               ${counted(`m.action in ('refund', 'credit')`)} as refunded, ${counted('m.action is null')} as repeated
        from spending.messages m where m.sender = 'file ' || f.id) m
      where f.finished_at is not null
        and (f.cleared, f.forced, f.refunded, f.repeated) is distinct from (m.cleared, m.forced, m.refunded, m.repeated)
      order by f.id`,
  },
  {
    wrong: 'its rows do not all have a result',
    rows: `
      select 'clearing file ' || f.id as about, f.done || ' done, ' || f.cleared + f.forced + f.refunded + f.repeated + f.rejected || ' with a result' as actual,
             f.row_count::text as should, ${look}
      from spending.files f where f.finished_at is not null
        and (f.done <> f.row_count or f.cleared + f.forced + f.refunded + f.repeated + f.rejected <> f.row_count) order by f.id`,
  },
  {
    wrong: 'it is of a clearing file that does not exist',
    rows: `
      select 'message ' || m.id as about, m.sender as actual, 'spending.files' as look
      from spending.messages m left join spending.files f on m.sender = 'file ' || f.id
      where m.sender >= 'file ' and m.sender < 'file!' and f.id is null order by m.id`,
    should: 'a row of spending.files',
  },
]
