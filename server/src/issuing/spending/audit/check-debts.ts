import type { Rule } from '#kernel/audit/rule.ts'

/** Debts of holders beside what they have: derived from the balances and holds of the ledger alone. */
export const debtRules: readonly Rule[] = [
  {
    wrong: 'it has free money, and its holder owes',
    rows: `
      select 'account ' || a.id as about, o.minor || ' owed, ' || b.minor - h.minor || ' free' as actual,
             'ledger.guarded_balances where account in (''' || b.account || ''', ''' || o.account || ''')' as look
      from accounts.accounts a
      join ledger.guarded_balances o on o.account = 'holder:' || a.id || ':owed' and o.minor > 0
      join ledger.guarded_balances b on b.account = 'holder:' || a.id || ':available' and b.currency = o.currency
      cross join lateral (select coalesce(sum(minor), 0) as minor from ledger.holds
        where account = b.account and currency = b.currency and status = 'held') h
      where b.minor > h.minor order by 1`,
    should: 'a debt is paid as soon as money is free',
  },
  {
    wrong: 'it pays a debt of another account than the one that had its hold',
    rows: `
      select 'entry ' || e.id as about, l.account || ' in ' || l.currency as actual, h.account || ' in ' || h.currency as should,
             'ledger.lines where entry_id = ' || e.id as look
      from ledger.entries e join ledger.holds h on h.reference = e.reference join ledger.lines l on l.entry_id = e.id
      where e.recipe = 'debtRecovered' and not (l.currency = h.currency and (
        l.account = h.account and l.minor > 0 or l.account = replace(h.account, ':available', ':owed') and l.minor < 0))
      order by e.id`,
  },
]
