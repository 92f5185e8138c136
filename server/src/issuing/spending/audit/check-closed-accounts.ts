import type { Rule } from '#kernel/audit/rule.ts'

/** Bookings on closed accounts are listed for operators. */
export const closedAccountRules: readonly Rule[] = [
  {
    wrong: 'money was booked on it after it was closed, and is not listed',
    rows: `
      select distinct 'account ' || a.id as about, e.recipe || ' ' || e.reference as actual,
             'accounts.late_bookings where account_id = ''' || a.id || '''' as look
      from accounts.accounts a
      cross join lateral (values ('holder:' || a.id || ':available'), ('holder:' || a.id || ':owed')) as n (name)
      join ledger.lines l on l.account = n.name join ledger.entries e on e.id = l.entry_id
      where a.status = 'closed' and e.posted_at > a.closed_at and not exists (
        select from accounts.late_bookings b where (b.account_id, b.recipe, b.reference) = (a.id, e.recipe, e.reference))
      order by 1`,
    should: 'a row of accounts.late_bookings',
  },
]
