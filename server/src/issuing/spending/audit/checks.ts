import type { Check } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { closedAccountRules } from './check-closed-accounts.ts'
import { debtRules } from './check-debts.ts'
import { fileRules } from './check-files.ts'
import { lateDeclineRules } from './check-late-declines.ts'
import { messageRules } from './check-messages.ts'
import { checkPresentments } from './check-presentments.ts'
import { questions } from './check-questions.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- challenge challenged',
  '- ask asking',
  '- complete completed',
  '- approve pending',
  '- decline declined',
  '- post settled',
  '- force settled',
  '- credit settled',
  'challenged approve pending',
  'challenged ask asking',
  'challenged complete completed',
  'challenged decline declined',
  'challenged post settled',
  'challenged expire expired',
  'asking approve pending',
  'asking post settled',
  'asking decline declined',
  'asking reduce asking',
  'asking replace pending',
  'asking reverse reversed',
  'asking expire expired',
  'asking clear settled',
  'pending increase pending',
  'pending reduce pending',
  'pending replace pending',
  'pending reverse reversed',
  'pending expire expired',
  'pending clear settled',
  'pending refund settled',
  'reversed clear settled',
  'reversed refund settled',
  'expired clear settled',
  'expired refund settled',
  'settled increase settled',
  'settled replace settled',
  'settled post settled',
  'settled clear settled',
  'settled refund settled',
  'settled reduce settled',
  'settled expire settled',
  'settled reverse reversed',
]

const look = `'spending.states where id = ''' || s.id || '''' as look`

const histories: readonly Rule[] = [
  ...historyRules({
    what: 'transaction',
    table: 'spending.states',
    transitions: '(select * from spending.messages where action is not null) m',
    key: 'transaction_id',
    legal,
  }),
  {
    wrong: 'its amounts are not those after its last message',
    rows: `
      select 'transaction ' || s.id as about, s.authorized_minor || ' authorized, ' || s.held_minor || ' held' as actual,
             m.authorized_minor || ' authorized, ' || m.held_minor || ' held' as should, ${look}
      from spending.states s cross join lateral (
        select * from spending.messages where transaction_id = s.id and action is not null order by id desc limit 1) m
      where (s.authorized_minor, s.held_minor) is distinct from (m.authorized_minor, m.held_minor) order by s.id`,
  },
  {
    wrong: 'its sums are not those of its presentments',
    rows: `
      select 'transaction ' || s.id as about, s.cleared_minor || ' cleared, ' || s.refunded_minor || ' refunded' as actual,
             p.cleared || ' cleared, ' || p.refunded || ' refunded' as should, ${look}
      from spending.states s cross join lateral (
        select coalesce(sum(case kind when 'clearing' then minor when 'reversal' then -minor else 0 end), 0) as cleared,
               coalesce(sum(minor) filter (where kind = 'refund'), 0) as refunded
        from spending.presentments where transaction_id = s.id) p
      where s.cleared_minor <> p.cleared or s.refunded_minor <> p.refunded order by s.id`,
  },
  {
    wrong: 'half of it is not there',
    rows: `
      select 'transaction ' || coalesce(t.id, s.id) as about,
             case when t.id is null then 'no facts' else 'no state' end as actual,
             'spending.transactions and spending.states where id = ''' || coalesce(t.id, s.id) || '''' as look
      from spending.transactions t full join spending.states s on s.id = t.id
      where t.id is null or s.id is null order by 1`,
    should: 'facts and a state',
  },
  {
    wrong: 'it is about a transaction that does not exist',
    rows: `
      select 'message ' || m.id as about, 'transaction ' || m.transaction_id as actual, 'spending.messages where id = ' || m.id as look
      from spending.messages m left join spending.transactions t on t.id = m.transaction_id
      where m.transaction_id is not null and t.id is null order by m.id`,
    should: 'a transaction',
  },
  {
    wrong: 'it is of another holder, account or currency than its card',
    rows: `
      select 'transaction ' || t.id as about, concat_ws(' ', t.holder_id, t.account_id, t.partner_id, t.currency) as actual,
             concat_ws(' ', c.holder_id, c.account_id, c.partner_id, c.currency) as should,
             'spending.transactions where id = ''' || t.id || '''' as look
      from spending.transactions t left join cards.cards c on c.id = t.card_id
      where (t.holder_id, t.account_id, t.partner_id, t.currency) is distinct from (c.holder_id, c.account_id, c.partner_id, c.currency)
      order by t.id`,
  },
  {
    wrong: 'it waits, and is not due in a month',
    rows: `
      select 'transaction ' || s.id as about, coalesce(s.due_at::text, 'never due') as actual, ${look}
      from spending.states s where (s.status in ('challenged', 'pending') or s.held_minor > 0)
        and (s.due_at is null or s.due_at > (select max(received_at) from spending.messages where transaction_id = s.id) + interval '30 days')
      order by s.id`,
    should: 'due within 30 days',
  },
]

const holds: readonly Rule[] = [
  {
    wrong: 'its hold is not the one that its message has opened',
    rows: `
      select 'transaction ' || m.transaction_id as about,
             coalesce(concat_ws(' ', h.account, h.minor, h.currency), 'no hold ' || m.hold) as actual,
             concat_ws(' ', 'holder:' || t.account_id || ':available', m.held_minor, t.currency) as should,
             'ledger.holds where reference = ''spend ' || t.id || '/' || m.hold || '''' as look
      from spending.messages m join spending.transactions t on t.id = m.transaction_id
      left join ledger.holds h on h.reference = 'spend ' || t.id || '/' || m.hold
      where m.hold is not null and (h.account, h.minor, h.currency) is distinct from
        ('holder:' || t.account_id || ':available', m.held_minor, t.currency) order by m.id`,
  },
  {
    wrong: 'what it holds is not its newest hold',
    rows: `
      select 'transaction ' || s.id as about, s.held_minor::text as actual, coalesce(h.minor, 0)::text as should, ${look}
      from spending.states s left join lateral (
        select sum(minor) as minor from ledger.holds
        where reference in (select 'spend ' || s.id || '/' || n from generate_series(1, s.holds) n) and status = 'held') h on true
      where s.held_minor <> coalesce(h.minor, 0) order by s.id`,
  },
  {
    wrong: 'no message has opened it',
    rows: `
      select 'hold ' || h.id as about, h.status || ' for ' || h.reference as actual, 'ledger.holds where id = ' || h.id as look
      from ledger.holds h left join spending.messages m
        on m.transaction_id = (case when h.reference ~ '^spend [0-9a-f-]{36}/[0-9]+$' then substr(h.reference, 7, 36) end)::uuid
        and h.reference = 'spend ' || m.transaction_id || '/' || m.hold
      where starts_with(h.reference, 'spend ') and m.id is null order by h.id`,
    should: 'a message with its number',
  },
]

/** A credit that was reversed was not spent. */
const counted = `(s.held_minor + s.cleared_minor - case t.type when 'refund' then least(s.cleared_minor, s.refunded_minor) else 0 end)`
const inPeriod = (period: string) =>
  `coalesce(sum(p.minor) filter (where date_trunc('${period}', p.at at time zone 'UTC') = date_trunc('${period}', c.as_of::timestamp)), 0)`

/** An increment counts when it was approved, as an advice says its real amount, less what was taken off it since; of less than all increments the newest count. */
const named = (one: string, other: string) =>
  `(${one}.original_sender, ${one}.original_stan, ${one}.original_sent_at) = (${other}.sender, ${other}.stan, ${other}.sent_at)`
const increments = `
  select m.transaction_id, m.received_at as at, m.id, greatest(0, coalesce(a.billed_minor, m.billed_minor) - coalesce((
    select sum(r.billed_minor) from spending.messages r
    where r.transaction_id = m.transaction_id and r.kind in ('reversal', 'partner') and r.action is not null
      and ${named('r', 'm')} and r.id > coalesce(a.id, 0)), 0)) as minor
  from spending.messages m join spending.transactions of on of.id = m.transaction_id
  left join lateral (select id, billed_minor from spending.messages a where a.transaction_id = m.transaction_id and a.kind = 'advice'
    and a.action = 'replace' and ${named('a', 'm')} order by id desc limit 1) a on true
  where m.action = 'increase' and of.card_id = c.card_id`
const partsOfCard = `
  select t.created_at as at, greatest(0, ${counted} - coalesce((select sum(i.minor) from (${increments}) i where i.transaction_id = t.id), 0)) as minor
  from spending.transactions t join spending.states s on s.id = t.id where t.card_id = c.card_id
  union all
  select i.at, greatest(0, least(i.minor, ${counted} - i.newer)) as minor
  from (select *, sum(minor) over (partition by transaction_id order by id desc) - minor as newer from (${increments}) each) i
  join spending.transactions t on t.id = i.transaction_id join spending.states s on s.id = t.id where t.card_id = c.card_id`

const totals: readonly Rule[] = [
  {
    wrong: 'more of it is held than it has',
    rows: `
      select 'account ' || a.account_id as about, a.held_minor::text as actual, 'at most ' || coalesce(b.minor, 0) as should,
             'ledger.guarded_balances where account = ''holder:' || a.account_id || ':available''' as look
      from spending.account_totals a left join ledger.guarded_balances b on b.account = 'holder:' || a.account_id || ':available'
      where a.held_minor > coalesce(b.minor, 0) order by 1`,
  },
  {
    wrong: 'what is held of it is not the sum of its holds',
    rows: `
      select 'account ' || coalesce(a.account_id, h.id) as about, coalesce(a.held_minor, 0)::text as actual, coalesce(h.minor, 0)::text as should,
             'spending.account_totals where account_id = ''' || coalesce(a.account_id, h.id) || '''' as look
      from spending.account_totals a full join (
        select t.account_id as id, sum(s.held_minor) as minor from spending.states s join spending.transactions t on t.id = s.id group by 1) h
        on h.id = a.account_id
      where coalesce(a.held_minor, 0) <> coalesce(h.minor, 0) order by 1`,
  },
  {
    wrong: 'what was spent with it is not the sum of its transactions',
    rows: `
      select 'issued card ' || c.card_id as about,
             concat_ws(' ', c.day_minor, c.week_minor, c.month_minor, c.year_minor, c.total_minor) as actual,
             concat_ws(' ', f.day, f.week, f.month, f.year, f.total) as should,
             'spending.card_totals where card_id = ''' || c.card_id || '''' as look
      from spending.card_totals c cross join lateral (
        select ${inPeriod('day')} as day, ${inPeriod('week')} as week, ${inPeriod('month')} as month, ${inPeriod('year')} as year,
               coalesce(sum(p.minor), 0) as total
        from (${partsOfCard}) p) f
      where (c.day_minor, c.week_minor, c.month_minor, c.year_minor, c.total_minor) is distinct from (f.day, f.week, f.month, f.year, f.total)
      order by 1`,
  },
  {
    wrong: 'its last approvals are not those of its transactions',
    rows: `
      select 'issued card ' || c.card_id as about, cardinality(c.recent)::text as actual, n.of::text as should,
             'spending.card_totals where card_id = ''' || c.card_id || '''' as look
      from spending.card_totals c cross join lateral (
        select count(*) as of from unnest(c.recent) r where exists (
          select from spending.messages m where m.card_id = c.card_id and m.received_at = r
            and m.kind = 'authorization' and m.action in ('approve', 'ask', 'post', 'increase'))) n
      where cardinality(c.recent) <> n.of order by 1`,
  },
  {
    wrong: 'it was spent with, and its sums are not there',
    rows: `
      select 'issued card ' || t.card_id as about, 'none' as actual, 'spending.card_totals' as look
      from spending.transactions t join spending.states s on s.id = t.id left join spending.card_totals c on c.card_id = t.card_id
      where c.card_id is null and ${counted} > 0 group by t.card_id order by 1`,
    should: 'a row of sums',
  },
]

export const checks: readonly Check[] = [
  { name: 'spending', check: (moment, findings) => checkRules(moment, findings, histories) },
  { name: 'messages of networks', check: (moment, findings) => checkRules(moment, findings, messageRules) },
  { name: 'holds of spending', check: (moment, findings) => checkRules(moment, findings, holds) },
  { name: 'sums of spending', check: (moment, findings) => checkRules(moment, findings, totals) },
  { name: 'questions to partners', check: (moment, findings) => checkRules(moment, findings, questions) },
  { name: 'debts of holders', check: (moment, findings) => checkRules(moment, findings, debtRules) },
  { name: 'closed accounts', check: (moment, findings) => checkRules(moment, findings, closedAccountRules) },
  { name: 'late declines', check: (moment, findings) => checkRules(moment, findings, lateDeclineRules) },
  { name: 'presentments', check: checkPresentments },
  { name: 'clearing files', check: (moment, findings) => checkRules(moment, findings, fileRules) },
]
