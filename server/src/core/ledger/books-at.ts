import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Balance } from './store.ts'

/**
 * The balances of all accounts with entries before a moment. An entry belongs to the moment that it says and never to its
 * number, which is taken later, at the commit. The last closed day says what was before it, so only the entries since
 * then are read.
 */
export async function balancesBefore(db: Reader, before: Instant): Promise<Balance[]> {
  const [closed] = await db.run('select max(until) as until from ledger.closed_days where until <= $1', [before])
  const rows = await db.run(
    `with recursive accounts as (
       (select account, currency from ledger.day_balances order by account, currency limit 1)
       union all
       select next.account, next.currency from accounts a cross join lateral (
         select account, currency from ledger.day_balances d
         where (d.account, d.currency) > (a.account, a.currency) order by account, currency limit 1
       ) next
     )
     select account, currency, sum(minor)::bigint as minor from (
       select a.account, a.currency, d.minor from accounts a cross join lateral (
         select minor from ledger.day_balances d
         where d.account = a.account and d.currency = a.currency and d.until <= $1 order by d.until desc limit 1
       ) d
       union all
       select l.account, l.currency, l.minor from ledger.entries e join ledger.lines l on l.entry_id = e.id
       where e.posted_at >= $2 and e.posted_at < $3
     ) parts group by account, currency order by account, currency`,
    [closed!.until, closed!.until ?? '-infinity', before],
  )
  return rows as Balance[]
}
