import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in that of the program is found. */
const eea = `('AT','BE','BG','HR','CY','CZ','DK','EE','FI','FR','DE','GR','HU','IE','IT','LV','LT','LU','MT','NL','PL','PT',
  'RO','SK','SI','ES','SE','IS','LI','NO')`

const look = `'payments.payments where id = ' || p.id as look`

/** A process may charge by the rules of some seconds before; a minute after a change all of them know it. */
const changedShortlyBefore = `exists (
  select from pricing.rules c left join pricing.removals d on d.rule_id = c.id
  where coalesce(c.merchant_id, p.merchant_id) = p.merchant_id
    and (p.captured_at - c.created_at between interval '0' and interval '1 minute'
      or p.captured_at - d.created_at between interval '0' and interval '1 minute'))`

/** The rule that the payment `p` calls for, by the rules that there were when it was captured. */
const calledFor = `
  select begun.id from (
    select distinct on (r.merchant_id, r.site_id, r.brand, r.region, r.card_type, r.currency, r.volume_from_minor) r.*, x.removed_from
    from pricing.rules r left join pricing.removals x on x.rule_id = r.id and x.created_at <= p.captured_at
    where r.created_at <= p.captured_at and r.valid_from <= p.captured_at
      and (x.rule_id is null or x.removed_from > r.valid_from)
      and coalesce(r.merchant_id, p.merchant_id) = p.merchant_id and coalesce(r.site_id, p.site_id) = p.site_id
      and coalesce(r.brand, p.card_brand) = p.card_brand and coalesce(r.currency, p.currency) = p.currency
      and (r.card_type is null or r.card_type = p.price_facts ->> 'cardType')
      and (r.volume_from_minor is null or r.volume_from_minor <= (p.price_facts ->> 'volume')::bigint)
      and (r.region is null or r.region = case
        when p.price_facts ->> 'siteCountry' is null then null
        when p.price_facts ->> 'cardCountry' = p.price_facts ->> 'siteCountry' then 'domestic'
        when p.price_facts ->> 'cardCountry' in ${eea} then 'eea'
        when p.price_facts ->> 'cardCountry' is not null then 'other' end)
    order by r.merchant_id, r.site_id, r.brand, r.region, r.card_type, r.currency, r.volume_from_minor, r.valid_from desc, r.id desc
  ) begun
  where begun.removed_from is null or begun.removed_from > p.captured_at
  order by begun.site_id is null, begun.merchant_id is null,
    num_nonnulls(begun.brand, begun.region, begun.card_type, begun.currency) desc,
    begun.brand is null, begun.region is null, begun.card_type is null, begun.volume_from_minor desc nulls last
  limit 1`

/** Payments whose money was captured, once there are rules. Before, each had the price of its site. */
const captured = (payments: string): string =>
  `(select * from payments.payments where type = 'deposit' and captured_at is not null and ${payments})`

const rulesOf = (payments: string): readonly Rule[] => [
  {
    wrong: 'its fee is not what its price makes of the captured amount',
    rows: `
      select 'payment ' || p.id as about, concat_ws(' ', p.fee_minor, 'at', p.fee_basis_points) as actual,
             concat_ws(' ', f.minor, 'at', f.basis_points) as should, ${look}
      from ${captured(payments)} p
      left join pricing.rules r on r.id = p.price_rule_id
      left join directory.sites s on s.id = p.site_id and p.price_rule_id is null
        and p.captured_at < coalesce((select min(created_at) from pricing.rules where site_id = p.site_id), 'infinity')
      cross join lateral (select coalesce(r.basis_points, s.fee_basis_points, 140) as basis_points,
        coalesce(r.fixed_minor, s.fee_fixed_minor, 25) as fixed_minor) price
      cross join lateral (select price.basis_points, greatest(coalesce(r.minimum_minor, 0),
        p.captured_minor * price.basis_points / 10000 + price.fixed_minor) as minor) f
      where (p.fee_minor, p.fee_basis_points) is distinct from (f.minor, f.basis_points)
        or p.price_rule_id is not null and r.id is null order by p.id`,
  },
  {
    wrong: 'its price is for other payments, or was not valid yet',
    rows: `
      select 'payment ' || p.id as about, 'price rule ' || r.id as actual, ${look}
      from ${captured(payments)} p join pricing.rules r on r.id = p.price_rule_id
      where (coalesce(r.merchant_id, p.merchant_id), coalesce(r.site_id, p.site_id), coalesce(r.brand, p.card_brand),
        coalesce(r.currency, p.currency)) <> (p.merchant_id, p.site_id, p.card_brand, p.currency)
        or p.captured_at < r.valid_from order by p.id`,
    should: 'a price for its site, brand and currency',
  },
  {
    wrong: 'another price counted when it was captured',
    rows: `
      select 'payment ' || p.id as about, coalesce('price rule ' || p.price_rule_id, 'the standard price') as actual,
             coalesce('price rule ' || (${calledFor}), 'the standard price') as should, ${look}
      from ${captured(payments)} p
      where exists (select from pricing.rules)
        and p.price_rule_id is distinct from (${calledFor})
        and not ${changedShortlyBefore} order by p.id`,
  },
  {
    wrong: 'its merchant has not captured so much in the month before',
    rows: `
      with priced as (
        select p.id, p.merchant_id, p.currency, (p.price_facts ->> 'volume')::bigint as minor,
               date_trunc('month', p.captured_at - interval '1 hour', 'UTC') as month
        from ${captured(payments)} p where p.price_facts ? 'volume'),
      volumes as (
        select merchant_id, currency, month, (
          select coalesce(sum(q.captured_minor), 0) from payments.payments q
          where q.merchant_id = m.merchant_id and q.currency = m.currency and q.type = 'deposit'
            and q.captured_at >= (m.month at time zone 'UTC' - interval '1 month') at time zone 'UTC' and q.captured_at < m.month) as minor
        from (select distinct merchant_id, currency, month from priced) m)
      select 'payment ' || p.id as about, p.minor::text as actual, v.minor::text as should, ${look}
      from priced p join volumes v using (merchant_id, currency, month) where p.minor <> v.minor order by p.id`,
  },
]

export const checks: readonly Check[] = [
  {
    name: 'prices',
    check: (moment, findings, _report, scope) => checkRules(moment, findings, rulesOf(scope('payments.payments'))),
  },
]
