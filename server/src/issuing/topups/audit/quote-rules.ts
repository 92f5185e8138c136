import type { Rule } from '#kernel/audit/rule.ts'
import { isoCurrencies, scaleOf } from '#kernel/base/assets.ts'

const isOf = (rate: string, asset: string): string =>
  `((${rate}.base = ${asset} and ${rate}.quote = 'EUR') or (${rate}.base = 'EUR' and ${rate}.quote = ${asset}))`

/**
 * The worth of one unit in euros, as a fraction, by each rate that may have been the newest when the quote was made: between
 * reading the rates and making the quote no minute passes. A euro is one at any time.
 */
const worths = (asset: string): string => `lateral (
    select case when r.base = 'EUR' then 1 else r.rate end as top, case when r.base = 'EUR' then r.rate else 1 end as bottom, r.as_of
      from rates.rates r
     where ${isOf('r', asset)} and r.as_of between q.rate_as_of and q.created_at and not exists (
       select from rates.rates later where ${isOf('later', asset)} and later.as_of > r.as_of and later.as_of <= q.created_at
          and later.recorded_at <= q.created_at - interval '1 minute')
    union all select 1, 1, null where ${asset} = 'EUR')`

const quote = `'quote ' || q.id as about, 'topups.quotes where id = ' || q.id as look`
const scales = isoCurrencies.map((code) => `('${code}', ${scaleOf(code)})`).join(', ')
const top = 'q.rate_numerator::numeric * power(10::numeric, s.scale)'
const bottom = 'q.rate_denominator::numeric * power(10::numeric, a.decimals)'

/** A quote promises an amount for coins: at the newest rate that was recorded, and for as many coins as are worth it. */
export const quoteRules: readonly Rule[] = [
  {
    wrong: 'its rate was not the newest of its coin and its currency',
    rows: `
      select ${quote}, round(q.rate_numerator::numeric / q.rate_denominator::numeric, 8)::text as actual
      from topups.quotes q join deposits.assets a on a.id = q.asset_id
      where not exists (
        select from ${worths('a.code')} coin cross join ${worths('q.currency')} money
        where least(coin.as_of, money.as_of) = q.rate_as_of
          and q.rate_numerator::numeric * coin.bottom * money.top = q.rate_denominator::numeric * coin.top * money.bottom)
      order by q.id`,
    should: 'the newest rate when it was made',
  },
  {
    wrong: 'its coins are not worth its amount',
    rows: `
      with scales (currency, scale) as (values ${scales})
      select ${quote}, q.quantity::text as actual, q.minor || ' ' || q.currency as should
      from topups.quotes q join deposits.assets a on a.id = q.asset_id join scales s on s.currency = q.currency
      where q.quantity * ${top} < q.minor * ${bottom} or (q.quantity - 1) * ${top} >= (q.minor + 1) * ${bottom} order by q.id`,
  },
]
