import type { MerchantId } from '#core/directory'
import { type BookedRows, checkBookedRows } from '#core/ledger/audit'
import type { Check } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { type Currency, money } from '#kernel/base/money.ts'

/**
 * The parts of merchants in money that waits: in no batch, or in one that is not released. `taken` is what has gone out of each since,
 * by the rows of what took it, topups of customers among them.
 */
const parts = `
  select p.id, p.batch_id, x.merchant_id, p.currency, x.at, x.net, x.pending, p.type,
         coalesce((select sum(greatest(case
             when f.status = 'failed' and x.at = 0 then -(select sum(c::bigint) from jsonb_array_elements_text(f.share_corrections) c)
             when f.status = 'failed' then (f.share_corrections ->> (x.at - 1)::integer)::bigint
             when x.at = 0 then f.captured_minor - f.fee_minor - coalesce((
               select sum((s ->> 'minor')::bigint) from jsonb_array_elements(f.shares) s), 0)
             else (f.shares -> (x.at - 1)::integer ->> 'minor')::bigint end, 0))
           from payments.payments f where f.parent_id = p.id and p.type = 'deposit'
             and (f.type in ('chargeback', 'capture-failure') or f.type = 'refund'
               and (f.status in ('refunded', 'returned') or f.status = 'failed' and f.share_corrections is not null))), 0)
         + case when x.at > 0 then 0 when p.type = 'deposit' then coalesce((
             select sum(t.minor) from topups.topups t where t.transaction_id = p.id and t.site_id = p.site_id and t.status = 'completed'), 0)
           else coalesce((select sum(v.minor) from topups.reversals v where v.transaction_id = p.id and v.kind = p.type), 0) end as taken,
         exists (select from ledger.entries e where e.recipe = 'merchantEarningsMovedToPending' and e.reference = 'payment ' || p.id) as is_moved
  from payments.payments p
  cross join lateral (
    select p.merchant_id, 0::bigint as at, p.pending_minor as pending, p.captured_minor - p.fee_minor - coalesce((
      select sum((s ->> 'minor')::bigint) from jsonb_array_elements(p.shares) s), 0) as net
    union all
    select (s ->> 'merchant')::integer, at, coalesce((p.pending_shares ->> (at - 1)::integer)::bigint, 0), (s ->> 'minor')::bigint
    from jsonb_array_elements(p.shares) with ordinality each (s, at)) x
  where p.pending_minor is not null and p.captured_at is not null and p.status <> 'cancelled'
    and (p.batch_id is null or exists (select from payments.releases r
      where r.batch_id = p.batch_id and r.merchant_id = x.merchant_id and r.released_at is null))`

const look = `'payments.payments where id = ' || p.id as look`
const release = `'payments.releases where id = ' || r.id as look`

const rules: readonly Rule[] = [
  {
    wrong: 'what still waits of it is not what is left of it',
    rows: `
      select 'payment ' || p.id as about, p.pending || ' of merchant ' || p.merchant_id as actual,
             greatest(p.net - p.taken, 0)::text as should, ${look}
      from (${parts}) p
      where case when p.is_moved then p.pending > greatest(p.net, 0) else p.pending <> greatest(p.net - p.taken, 0) end order by p.id, p.at`,
  },
  {
    wrong: 'something of it waits, though nothing can come of it',
    rows: `
      select 'payment ' || p.id as about, concat_ws(' and ', p.pending_minor, p.pending_shares) as actual, 'nothing' as should, ${look}
      from payments.payments p
      where (p.pending_minor is not null and p.type not in ('deposit', 'representment', 'reinstatement'))
        or (p.status = 'cancelled' and (p.pending_minor > 0 or exists (
          select from jsonb_array_elements_text(p.pending_shares) s where s::bigint <> 0))) order by p.id`,
  },
  {
    wrong: 'what waits of it is not what its payments have waiting, less what its reserve has taken',
    rows: `
      select 'batch ' || r.batch_id as about, r.pending_minor || ' of merchant ' || r.merchant_id as actual,
             coalesce(r.moved_minor, greatest(coalesce(w.minor, 0) - r.reserved_minor, 0))::text as should, ${release}
      from payments.releases r
      left join (select batch_id, merchant_id, sum(pending) as minor from (${parts}) p group by 1, 2) w
        on w.batch_id = r.batch_id and w.merchant_id = r.merchant_id
      where r.released_at is null
        and r.pending_minor <> coalesce(r.moved_minor, greatest(coalesce(w.minor, 0) - r.reserved_minor, 0)) order by r.id`,
  },
  {
    wrong: 'its reserve has not taken of what waits what it holds',
    rows: `
      select 'release ' || r.id as about, r.reserved_minor::text as actual, coalesce(h.minor, 0)::text as should, ${release}
      from payments.releases r
      left join merchant_payouts.reserves h on h.batch_id = r.batch_id and h.merchant_id = r.merchant_id
      where r.moved_minor is null and (r.reserved_minor > coalesce(h.minor, 0)
        or (r.reserved_minor < coalesce(h.minor, 0) and r.pending_minor > 0)) order by r.id`,
  },
  {
    wrong: 'it is available at another time than its earnings say',
    rows: `
      select 'release ' || r.id as about, coalesce('released ' || r.released_at, 'due ' || r.due_at) as actual,
             coalesce(e.available_at::text, 'never') as should, ${release}
      from payments.releases r
      left join merchant_payouts.earnings e on e.batch_id = r.batch_id and e.merchant_id = r.merchant_id and e.currency = r.currency
      where e.id is null or r.released_at < e.available_at or r.due_at <> e.available_at order by r.id`,
  },
  {
    wrong: 'what it has earned is never released',
    rows: `
      select 'batch ' || e.batch_id as about, 'no release for merchant ' || e.merchant_id as actual, 'one' as should,
             'merchant_payouts.earnings where id = ' || e.id as look
      from merchant_payouts.earnings e
      where e.closed_at >= (select began_at + interval '1 hour' from payments.pending_start)
        and not exists (select from payments.releases r where r.batch_id = e.batch_id and r.merchant_id = e.merchant_id) order by e.id`,
  },
  {
    wrong: 'its money that waits is not the sum of what its payments and batches have waiting',
    rows: `
      select 'merchant ' || coalesce(l.merchant_id, w.merchant_id) as about,
             concat_ws(' ', coalesce(l.minor, 0), coalesce(l.currency, w.currency)) as actual, coalesce(w.minor, 0)::text as should,
             'ledger.lines where account = ''merchant:' || coalesce(l.merchant_id, w.merchant_id) || ':pending''' as look
      from (select split_part(account, ':', 2)::integer as merchant_id, currency, -sum(minor) as minor from ledger.lines
            where account like 'merchant:%:pending' group by 1, 2) l
      full join (
        select merchant_id, currency, sum(minor) as minor from (
          select merchant_id, currency, pending as minor from (${parts}) p where batch_id is null
          union all select merchant_id, currency, pending_minor from payments.releases where released_at is null) each
        group by 1, 2) w on w.merchant_id = l.merchant_id and w.currency = l.currency
      where coalesce(l.minor, 0) <> coalesce(w.minor, 0) order by 1`,
  },
]

type ReleaseRow = {
  id: bigint
  merchant_id: MerchantId
  currency: Currency
  pending_minor: bigint
  reserved_minor: bigint
  moved_minor: bigint | null
  is_released: boolean
}

const releases: BookedRows<ReleaseRow> = {
  what: 'release',
  next: (moment) => async (after) =>
    (await moment.run(
      `select id, merchant_id, currency, pending_minor, reserved_minor, moved_minor, released_at is not null as is_released
       from payments.releases where id > $1 order by id limit ${pageSize}`,
      [after],
    )) as ReleaseRow[],
  reference: ({ id }) => `release ${id}`,
  calledFor: ({ merchant_id: merchantId, currency, ...row }) => {
    const part = (minor: bigint) => ({ parts: [{ merchantId, amount: money(minor, currency) }] })
    const facts = { merchantId, amount: money(row.pending_minor, currency) }
    return [
      { recipe: 'merchantEarningsTaken', facts: part(row.reserved_minor) },
      { recipe: 'merchantEarningsMovedToPending', facts: part(row.moved_minor ?? 0n) },
      ...(row.is_released ? [{ recipe: 'merchantEarningsReleased', facts } as const] : []),
    ]
  },
}

/** Waiting money of merchants: by the rows of payments, outflows, topups, reserves and batches, and in the ledger. */
export const earnings: readonly Check[] = [
  { name: 'money that waits', check: (moment, findings) => checkRules(moment, findings, rules) },
  { name: 'entries of releases', check: (moment, findings) => checkBookedRows(moment, findings, releases) },
]
