import { historyRules } from '#kernel/audit/history-rules.ts'
import type { Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- create created',
  'created submit submitted',
  'created cancel cancelled',
  'submitted pay paid',
  'submitted fail failed',
  'submitted return returned',
  'failed pay paid',
  'paid return returned',
]

const payout = `'merchant_payouts.payouts where id = ' || p.id as look`
const reserve = `'merchant_payouts.reserves where id = ' || r.id as look`

const payoutRules: readonly Rule[] = [
  ...historyRules({
    what: 'merchant payout',
    table: 'merchant_payouts.payouts',
    transitions: 'merchant_payouts.payout_transitions',
    key: 'payout_id',
    legal,
  }),
  {
    wrong: 'it goes to a bank account of another merchant or currency',
    rows: `
      select 'merchant payout ' || p.id as about, concat_ws(' ', b.merchant_id, b.currency) as actual,
             concat_ws(' ', p.merchant_id, p.currency) as should, ${payout}
      from merchant_payouts.payouts p left join merchant_payouts.bank_accounts b on b.id = p.bank_account_id
      where (b.merchant_id, b.currency) is distinct from (p.merchant_id, p.currency) order by p.id`,
  },
  {
    wrong: 'it was made before its bank account could be used',
    rows: `
      select 'merchant payout ' || p.id as about, p.created_at::text as actual, 'from ' || b.usable_at as should, ${payout}
      from merchant_payouts.payouts p join merchant_payouts.bank_accounts b on b.id = p.bank_account_id
      where p.created_at < b.usable_at order by p.id`,
  },
  {
    wrong: 'it was not given to the bank, and nothing will look at it',
    rows: `
      select 'merchant payout ' || p.id as about, 'never due' as actual, 'a due time' as should, ${payout}
      from merchant_payouts.payouts p where p.status = 'created' and p.due_at is null order by p.id`,
  },
  {
    wrong: 'it waits to be sent to a bank account that does not count any more',
    rows: `
      select 'merchant payout ' || p.id as about, 'bank account ' || b.id as actual,
             coalesce('bank account ' || n.id, 'cancelled') as should, ${payout}
      from merchant_payouts.payouts p
      join merchant_payouts.bank_accounts b on b.id = p.bank_account_id
      left join lateral (select max(id) as id from merchant_payouts.bank_accounts
        where merchant_id = b.merchant_id and currency = b.currency and id > b.id) n on true
      where p.status = 'created' and (b.status = 'removed' or n.id is not null) order by p.id`,
  },
  {
    wrong: 'it is more than was available',
    rows: `
      select 'merchant payout ' || p.id as about, p.minor::text as actual,
             'at most ' || (p.payable_minor - p.pending_minor - p.outflows_minor) as should, ${payout}
      from merchant_payouts.payouts p
      where p.minor > p.payable_minor - p.pending_minor - p.outflows_minor order by p.id`,
  },
  {
    wrong: 'the time of its payment does not fit its history',
    rows: `
      select 'merchant payout ' || p.id as about, coalesce(p.paid_at::text, 'not paid') as actual,
             coalesce(t.occurred_at::text, 'not paid') as should, ${payout}
      from merchant_payouts.payouts p
      left join merchant_payouts.payout_transitions t on t.payout_id = p.id and t.action = 'pay'
      where p.paid_at is distinct from t.occurred_at order by p.id`,
  },
  {
    wrong: 'it is made of what is not its own',
    rows: `
      select 'item of merchant payout ' || i.id as about, concat_ws(' ', i.kind, i.item_id, i.minor) as actual,
             concat_ws(' ', s.merchant_id, s.currency, s.minor) as should, 'merchant_payouts.payout_items where id = ' || i.id as look
      from merchant_payouts.payout_items i join merchant_payouts.payouts p on p.id = i.payout_id
      left join (
        select 'batch' as kind, id, merchant_id, currency, minor from merchant_payouts.earnings
        union all select 'reserveHeld', id, merchant_id, currency, -minor from merchant_payouts.reserves
        union all select 'reserveReleased', id, merchant_id, currency, minor from merchant_payouts.reserves where released_at is not null
        union all select 'payoutReturned', id, merchant_id, currency, minor from merchant_payouts.payouts
          where exists (select from merchant_payouts.payout_transitions t
            where t.payout_id = payouts.id and t.to_status in ('failed', 'returned', 'cancelled'))
      ) s on s.kind = i.kind and s.id = i.item_id
      where (s.merchant_id, s.currency, s.minor) is distinct from (p.merchant_id, p.currency, i.minor) order by i.id`,
  },
  {
    wrong: 'our bank has received something else of it than is booked',
    rows: `
      select 'merchant payout ' || p.id as about, b.minor::text as actual,
             (t.received_minor - case when p.paid_at is null then p.minor else 0 end)::text as should, ${payout}
      from merchant_payouts.payout_transitions t join merchant_payouts.payouts p on p.id = t.payout_id
      cross join lateral (
        select coalesce(sum(l.minor), 0) as minor from ledger.entries e join ledger.lines l on l.entry_id = e.id
        where e.recipe in ('merchantPayoutReturned', 'merchantPayoutReturnedAfterFailure')
          and e.reference = 'merchant payout ' || p.id and l.account = 'bank:operating' and l.currency = p.currency) b
      where b.minor <> t.received_minor - case when p.paid_at is null then p.minor else 0 end order by p.id`,
  },
  {
    wrong: 'what came back of it and the charge of the banks are not its amount',
    rows: `
      select 'merchant payout ' || p.id as about, concat_ws(' + ', t.received_minor, p.bank_charge_minor) as actual,
             p.minor::text as should, ${payout}
      from merchant_payouts.payout_transitions t join merchant_payouts.payouts p on p.id = t.payout_id
      where t.received_minor + coalesce(p.bank_charge_minor, 0) <> p.minor order by p.id`,
  },
  {
    wrong: 'its payouts are not as many as it was made with',
    rows: `
      select 'payout file ' || f.id as about, count(p.id)::text as actual, f.payouts::text as should,
             'merchant_payouts.payouts where file_id = ' || f.id as look
      from merchant_payouts.files f left join merchant_payouts.payouts p on p.file_id = f.id
      group by f.id, f.payouts having count(p.id) <> f.payouts order by f.id`,
  },
]

/** What a batch has earned for each merchant, computed again from its payments. */
const earnedIn = (batches: string): string => `
  select p.batch_id, p.currency, x.merchant_id, sum(x.captured) as captured_minor, sum(x.minor) as minor
  from payments.payments p
  cross join lateral (select coalesce(sum((s ->> 'minor')::bigint), 0) as minor from jsonb_array_elements(p.shares) s) shared
  cross join lateral (
    select p.merchant_id, case p.type when 'deposit' then p.captured_minor - shared.minor else 0 end as captured,
           p.captured_minor - shared.minor - p.fee_minor as minor
    union all
    select (s ->> 'merchant')::integer, case p.type when 'deposit' then (s ->> 'minor')::bigint else 0 end, (s ->> 'minor')::bigint
    from jsonb_array_elements(p.shares) s) x
  where p.type in ('deposit', 'representment', 'reinstatement')
    and p.batch_id in (select id from settlement.batches where ${batches})
    and p.batch_id >= (select min(batch_id) from merchant_payouts.earnings)
  group by p.batch_id, p.currency, x.merchant_id`

/** Of batches that were closed since a seal, or of all. */
export const earningsRule = (batches: string): Rule => ({
  wrong: 'what a merchant has earned in it is not what its payments say',
  rows: `
      select 'batch ' || coalesce(e.batch_id, d.batch_id) as about,
             coalesce(concat_ws(' ', e.merchant_id, e.currency, e.captured_minor, e.minor), 'nothing') as actual,
             coalesce(concat_ws(' ', d.merchant_id, d.currency, d.captured_minor, d.minor), 'nothing') as should,
             'merchant_payouts.earnings where batch_id = ' || coalesce(e.batch_id, d.batch_id) as look
      from (select * from merchant_payouts.earnings where batch_id in (select id from settlement.batches where ${batches})) e
      full join (${earnedIn(batches)}) d on d.batch_id = e.batch_id and d.merchant_id = e.merchant_id
      where (e.currency, e.captured_minor, e.minor) is distinct from (d.currency, d.captured_minor, d.minor) order by 1`,
})

const reserveRules: readonly Rule[] = [
  {
    wrong: 'it is not the part of what was captured that its terms say',
    rows: `
      select 'reserve ' || r.id as about, r.minor::text as actual, (e.captured_minor * r.basis_points / 10000)::text as should, ${reserve}
      from merchant_payouts.reserves r
      left join merchant_payouts.earnings e on e.batch_id = r.batch_id and e.merchant_id = r.merchant_id
      where (e.currency, e.captured_minor * r.basis_points / 10000) is distinct from (r.currency, r.minor) order by r.id`,
  },
  {
    wrong: 'it was released before its time, or before an earlier one',
    rows: `
      select 'reserve ' || r.id as about, r.released_at::text as actual, 'from ' || r.release_at as should, ${reserve}
      from merchant_payouts.reserves r
      where r.released_at < r.release_at or (r.released_at is not null and exists (
        select from merchant_payouts.reserves o where o.merchant_id = r.merchant_id and o.currency = r.currency
          and o.id < r.id and (o.released_at is null or o.released_at > r.released_at))) order by r.id`,
  },
  {
    wrong: 'it will not be released at its time',
    rows: `
      select 'reserve ' || r.id as about, coalesce(r.due_at::text, 'never due') as actual, r.release_at::text as should, ${reserve}
      from merchant_payouts.reserves r where r.released_at is null and r.due_at is distinct from r.release_at order by r.id`,
  },
]

/** The accounts of merchants are the sums of what is on them. */
const balanceRule = (name: 'reserve' | 'payout', held: string): Rule => ({
  wrong: `its ${name === 'reserve' ? 'reserve' : 'money on its way'} is not the sum of its ${name === 'reserve' ? 'reserves' : 'payouts'}`,
  rows: `
    select 'merchant ' || coalesce(l.merchant_id, h.merchant_id) as about,
           concat_ws(' ', coalesce(l.minor, 0), coalesce(l.currency, h.currency)) as actual, coalesce(h.minor, 0)::text as should,
           'ledger.lines where account = ''merchant:' || coalesce(l.merchant_id, h.merchant_id) || ':${name}''' as look
    from (select split_part(account, ':', 2)::integer as merchant_id, currency, -sum(minor) as minor from ledger.lines
          where account like 'merchant:%:${name}' group by 1, 2) l
    full join (${held}) h on h.merchant_id = l.merchant_id and h.currency = l.currency
    where coalesce(l.minor, 0) <> coalesce(h.minor, 0) order by 1`,
})

export const rules: readonly Rule[] = [
  ...payoutRules,
  ...reserveRules,
  balanceRule(
    'reserve',
    `select merchant_id, currency, sum(minor) as minor from merchant_payouts.reserves where released_at is null group by 1, 2`,
  ),
  balanceRule(
    'payout',
    `select merchant_id, currency, sum(minor) as minor from merchant_payouts.payouts
     where status in ('created', 'submitted') group by 1, 2`,
  ),
]
