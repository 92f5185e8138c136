import { type Difference, everything, type Findings, type Scope } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import type { Reader } from '#kernel/db/db.ts'
import { isGuarded } from '../accounts.ts'

type Sum = { account: string; currency: string; actual: bigint; sum: bigint }

/** Stored sums are still the sums of their lines: checkpoints, and the balances that may not go below zero. */
export async function checkAccounts(moment: Reader, findings: Findings, scope: Scope): Promise<void> {
  await checkCheckpoints(moment, findings, scope)
  await checkClosedDays(moment, findings, scope)
  await checkGuardedBalances(moment, findings)
}

async function checkCheckpoints(moment: Reader, findings: Findings, scope: Scope): Promise<void> {
  // One pass over the lines: what lies between two checkpoints of an account is added to all that went before; since a
  // seal, to the checkpoint before.
  const between = 'coalesce(between_marks.minor, 0)'
  const sum =
    scope === everything
      ? `sum(${between}) over (partition by m.account, m.currency order by m.through_entry)`
      : `m.minor_before + ${between}`
  const rows = (await moment.run(
    `with marks as (
       select account, currency, through_entry, through_entry as id, minor,
              lag(through_entry, 1, 0) over accounts as from_entry, lag(minor, 1, 0) over accounts as minor_before
       from ledger.checkpoints window accounts as (partition by account, currency order by through_entry)
     )
     select m.account, m.currency, m.through_entry, m.minor as actual, (${sum})::bigint as sum
     from (select * from marks where ${scope('ledger.entries')}) m
     left join lateral (
       select sum(l.minor) as minor from ledger.lines l
       where l.account = m.account and l.currency = m.currency
         and l.entry_id > m.from_entry and l.entry_id <= m.through_entry
     ) between_marks on true
     order by m.account, m.currency, m.through_entry`,
    [],
  )) as (Sum & { through_entry: bigint })[]
  findings.checked('checkpoints', rows.length)
  for (const row of rows)
    findings.differ(
      ...compareSum(
        row,
        `its checkpoint through entry ${row.through_entry} is not the sum of its lines`,
        'ledger.checkpoints',
      ),
    )
}

/**
 * The trial balance at the end of each closed day, derived a second time: what every account moved by on a day is the plain
 * sum of the lines of all entries with a moment of this day, and what is kept adds these up.
 */
async function checkClosedDays(moment: Reader, findings: Findings, scope: Scope): Promise<void> {
  const [last] = await moment.run(`select max(until) as until from ledger.closed_days`, [])
  if (last!.until === null) return
  const rows = (await moment.run(
    `with kept as (
       select account, currency, until,
              minor - lag(minor, 1, 0::bigint) over (partition by account, currency order by until) as minor
       from ledger.day_balances where until <= $1
     ), plain as (
       select l.account, l.currency, date_trunc('day', e.posted_at, 'UTC') + interval '24 hours' as until, sum(l.minor) as minor
       from ledger.entries e join ledger.lines l on l.entry_id = e.id
       where e.posted_at < $1 and e.posted_at >= ${firstDay(scope)} group by 1, 2, 3
     )
     select account, currency, (until - interval '24 hours')::text as day, coalesce(kept.minor, 0)::bigint as actual, coalesce(plain.minor, 0)::bigint as sum
     from (select * from kept where until > ${firstDay(scope)}) kept full join plain using (account, currency, until)
     where kept.minor is distinct from plain.minor order by account, currency, until`,
    [last!.until],
  )) as (Sum & { day: string })[]
  for (const { day, ...row } of rows) {
    const wrong = `what is kept of the day ${day.slice(0, 10)} is not the sum of its lines`
    findings.differ(
      ...compareSum(row, wrong, 'ledger.day_balances').map((one) => ({
        ...one,
        look: `ledger.day_balances where account = '${row.account}', and the lines of the day`,
      })),
    )
  }
  await checkRules(moment, findings, closedDayRules)
}

/** A day is closed when it is over, with the balances of the accounts that moved in it; the next one may be half written. */
const closedDayRules: readonly Rule[] = [
  {
    wrong: 'it is closed, and was not over or has no balances',
    rows: `select 'closed day ' || c.until as about, c.closed_at::text as actual,
                  'ledger.closed_days where until = ''' || c.until || '''' as look
           from ledger.closed_days c
           where c.closed_at < c.until or c.until <> date_trunc('day', c.until, 'UTC')
             or not exists (select from ledger.day_balances b where b.until = c.until) order by c.until`,
    should: 'a day with entries, closed after its end',
  },
  {
    wrong: 'it has a balance of a day that was never closed',
    rows: `select 'account ' || b.account || ' in ' || b.currency as about, b.until::text as actual,
                  'ledger.day_balances where account = ''' || b.account || '''' as look
           from ledger.day_balances b
           where not exists (select from ledger.closed_days c where c.until = b.until)
             and b.until is distinct from (select date_trunc('day', min(e.posted_at), 'UTC') + interval '24 hours'
               from ledger.entries e where e.posted_at >= coalesce((select max(until) from ledger.closed_days), '-infinity'))
           order by b.account, b.currency, b.until`,
    should: 'balances of closed days',
  },
]

/** Since a seal, the days of the entries behind it. */
const firstDay = (scope: Scope): string =>
  scope === everything
    ? `'-infinity'::timestamptz`
    : `(select date_trunc('day', min(posted_at), 'UTC') from ledger.entries where ${scope('ledger.entries')})`

async function checkGuardedBalances(moment: Reader, findings: Findings): Promise<void> {
  const rows = (await moment.run(
    `select account, currency, coalesce(f.minor, 0) as actual, coalesce(case when account like '%:owed' then l.minor else -l.minor end, 0)::bigint as sum, f.minor is not null as is_kept
     from ledger.guarded_balances f
     full join (select account, currency, sum(minor) as minor from ledger.lines where starts_with(account, $1) group by account, currency) l
       using (account, currency)
     order by account, currency`,
    ['holder:'],
  )) as (Sum & { is_kept: boolean })[]
  const guardedBalances = rows.filter(({ account, is_kept }) => is_kept || isGuarded(account))
  findings.checked('guarded balances', guardedBalances.length)
  for (const row of guardedBalances)
    findings.differ(...compareSum(row, 'its kept balance is not the sum of its lines', 'ledger.guarded_balances'))
}

function compareSum({ account, currency, actual, sum }: Sum, wrong: string, table: string): Difference[] {
  if (actual === sum) return []
  return [
    {
      about: `account ${account} in ${currency}`,
      wrong,
      actual: amountText(actual, currency),
      should: amountText(sum, currency),
      off: amountText(actual - sum, currency),
      look: `${table} and ledger.lines where account = '${account}'`,
    },
  ]
}
