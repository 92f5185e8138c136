import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const look = `'fee_invoices.invoices where id = ' || i.id as look`

/** The fees of the months of these invoices as the ledger has them, by site; of refunds and cancellations apart. */
const bookedIn = (chosen: string): string => `
  select i.id as invoice_id, f.site_id, f.returned, f.minor
  from (${chosen}) i join (
    select m.period_from, m.period_until, l.currency, p.merchant_id, p.site_id,
           e.recipe <> 'paymentCaptured' as returned, -sum(l.minor) as minor
    from (select distinct period_from, period_until from (${chosen}) c) m
    join ledger.entries e on e.posted_at >= m.period_from and e.posted_at < m.period_until
      and e.recipe in ('paymentCaptured', 'paymentCancelled', 'paymentRefunded', 'refundReturned', 'captureFailed')
    join ledger.lines l on l.entry_id = e.id and l.account = 'income:fees'
    join payments.payments p on 'payment ' || p.id = e.reference
    group by 1, 2, 3, 4, 5, 6) f
  on f.period_from = i.period_from and f.period_until = i.period_until and f.currency = i.currency
    and f.merchant_id = i.merchant_id`

/** Of invoices that were issued since a seal, or of all. */
const bookedRule = (invoices: string): Rule => {
  const chosen = `select * from fee_invoices.invoices where credits_id is null and id in (select id from fee_invoices.invoices where ${invoices})`
  return {
    wrong: 'its lines are not the fees that were booked in its month',
    rows: `
      select 'fee invoice ' || coalesce(l.invoice_id, b.invoice_id) as about,
             concat_ws(' ', 'site', l.site_id, l.minor) as actual, concat_ws(' ', 'site', b.site_id, b.minor) as should,
             'fee_invoices.lines where invoice_id = ' || coalesce(l.invoice_id, b.invoice_id) as look
      from (select l.invoice_id, l.site_id, l.kind = 'returned' as returned, sum(l.minor) as minor
            from fee_invoices.lines l join (${chosen}) i on i.id = l.invoice_id group by 1, 2, 3) l
      full join (${bookedIn(chosen)}) b
        on b.invoice_id = l.invoice_id and b.site_id = l.site_id and b.returned = l.returned
      where coalesce(l.minor, 0) <> coalesce(b.minor, 0) order by 1`,
  }
}

/** The months of each merchant and currency in their order, each with the end of the one before it. */
const inOrder = `
  select *, lag(period_until) over (partition by merchant_id, currency order by period_from) as ended from (
    select merchant_id, currency, month, min(id) as id, min(period_from) as period_from, max(period_until) as period_until
    from fee_invoices.invoices where credits_id is null group by merchant_id, currency, month) months`

/** Fees of a merchant that were booked between two of its periods; i is the later one. */
const feesBetween = `
  select from ledger.entries e join ledger.lines l on l.entry_id = e.id and l.account = 'income:fees'
  join payments.payments p on 'payment ' || p.id = e.reference
  where e.posted_at >= i.ended and e.posted_at < i.period_from and p.merchant_id = i.merchant_id and l.currency = i.currency`

const rules: readonly Rule[] = [
  {
    wrong: 'its period does not begin where the one before it ended',
    rows: `
      select 'fee invoice ' || i.id as about, i.period_from::text as actual, i.ended::text as should, ${look}
      from (${inOrder}) i where i.period_from < i.ended or (i.period_from > i.ended and exists (${feesBetween})) order by i.id`,
  },
  {
    wrong: 'its number is not the next one of its year',
    rows: `
      select 'fee invoice ' || i.id as about, i.number as actual,
             'F-' || i.year || '-' || lpad(i.place::text, 6, '0') as should, ${look}
      from (select *, row_number() over (partition by year order by sequence) as place from fee_invoices.invoices) i
      where i.sequence <> i.place or i.number <> 'F-' || i.year || '-' || lpad(i.sequence::text, 6, '0') order by i.id`,
  },
  {
    wrong: 'the last number is not that of the last invoice of the year',
    rows: `
      select 'fee invoices of ' || coalesce(s.year, i.year) as about, coalesce(s.last_number, 0)::text as actual,
             coalesce(i.last, 0)::text as should, 'fee_invoices.series where year = ' || coalesce(s.year, i.year) as look
      from fee_invoices.series s
      full join (select year, max(sequence) as last from fee_invoices.invoices group by year) i on i.year = s.year
      where s.last_number is distinct from i.last order by 1`,
  },
  {
    wrong: 'its total is not the sum of its lines',
    rows: `
      select 'fee invoice ' || i.id as about, i.minor::text as actual, coalesce(sum(l.minor), 0)::text as should, ${look}
      from fee_invoices.invoices i left join fee_invoices.lines l on l.invoice_id = i.id
      group by i.id, i.minor having i.minor <> coalesce(sum(l.minor), 0) order by i.id`,
  },
  {
    wrong: 'its VAT is not the part of the total that its rate says',
    rows: `
      select 'fee invoice ' || i.id as about, i.vat_minor::text as actual,
             round(i.minor::numeric * i.vat_basis_points / (10000 + i.vat_basis_points))::text as should, ${look}
      from fee_invoices.invoices i
      where i.vat_minor <> round(i.minor::numeric * i.vat_basis_points / (10000 + i.vat_basis_points)) order by i.id`,
  },
  {
    wrong: 'a line is not what its rate and its payments come to',
    rows: `
      select 'line of fee invoice ' || l.id as about, l.minor::text as actual,
             'about ' || l.base_minor * l.basis_points / 10000 as should, 'fee_invoices.lines where id = ' || l.id as look
      from fee_invoices.lines l join fee_invoices.invoices i on i.id = l.invoice_id
      where l.kind = 'percentage' and i.credits_id is null
        and l.minor not between l.base_minor * l.basis_points / 10000 - l.payments and l.base_minor * l.basis_points / 10000
      order by l.id`,
  },
  {
    wrong: 'it is not the reverse of what it credits',
    rows: `
      select 'fee invoice ' || i.id as about, concat_ws(' ', i.merchant_id, i.currency, i.month, i.attempt, i.minor, i.vat_minor) as actual,
             concat_ws(' ', o.merchant_id, o.currency, o.month, o.attempt, -o.minor, -o.vat_minor) as should, ${look}
      from fee_invoices.invoices i join fee_invoices.invoices o on o.id = i.credits_id
      where (i.merchant_id, i.currency, i.month, i.attempt, i.minor, i.vat_minor, i.buyer, i.seller)
        is distinct from (o.merchant_id, o.currency, o.month, o.attempt, -o.minor, -o.vat_minor, o.buyer, o.seller)
      order by i.id`,
  },
  {
    wrong: 'its month was invoiced before, and that was not credited',
    rows: `
      select 'fee invoice ' || i.id as about, 'attempt ' || i.attempt as actual,
             'a credit note of attempt ' || i.attempt - 1 as should, ${look}
      from fee_invoices.invoices i
      where i.credits_id is null and i.attempt > 1 and not exists (
        select from fee_invoices.invoices o join fee_invoices.invoices c on c.credits_id = o.id
        where o.merchant_id = i.merchant_id and o.currency = i.currency and o.month = i.month
          and o.attempt = i.attempt - 1 and c.id < i.id) order by i.id`,
  },
]

export const checks: readonly Check[] = [
  {
    name: 'fee invoices',
    check: (moment, findings, _report, scope) =>
      checkRules(moment, findings, [bookedRule(scope('fee_invoices.invoices')), ...rules]),
  },
]
