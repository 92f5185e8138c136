import type { Rule } from '#kernel/audit/rule.ts'

const invoice = `d.kind || ' ' || d.id as about`
const document = `'invoices.documents where id = ' || d.id as look`

/** Of documents that were issued since a seal, or of all. */
export const rules = (since: string): readonly Rule[] => [
  ...rulesOfOne(`(select * from invoices.documents where ${since})`),
  ...rulesOfSeries,
  ...rulesOfRequests,
]

/** What a document says by itself, and of the money that moved. */
const rulesOfOne = (documents: string): readonly Rule[] => [
  {
    wrong: 'its lines do not add up to it',
    rows: `
      select ${invoice}, concat_ws(', VAT ', l.minor, l.vat) as actual, concat_ws(', VAT ', d.minor, d.vat_minor) as should, ${document}
      from ${documents} d
      cross join lateral (select sum((l ->> 'minor')::bigint) as minor, sum((l ->> 'vatMinor')::bigint) as vat
                          from jsonb_array_elements(d.content -> 'lines') l) l
      where (l.minor, l.vat) is distinct from (d.minor, d.vat_minor) order by d.id`,
  },
  {
    wrong: 'its VAT is not what the rate says',
    rows: `
      select ${invoice}, r.vat || ' at ' || r.rate || '%' as actual, round(r.minor * r.rate / (100 + r.rate))::text as should, ${document}
      from ${documents} d
      cross join lateral (
        select (l ->> 'vatPercent')::numeric as rate, sum((l ->> 'minor')::bigint) as minor, sum((l ->> 'vatMinor')::bigint) as vat
        from jsonb_array_elements(d.content -> 'lines') l group by 1) r
      where d.kind = 'invoice' and d.transaction_id = d.payment_id
        and r.vat <> round(r.minor * r.rate / (100 + r.rate)) order by d.id`,
  },
  {
    wrong: 'it is not of what moved',
    rows: `
      select ${invoice}, concat_ws(' ', d.site_id, d.order_id, d.minor, d.currency) as actual,
             concat_ws(' ', p.site_id, p.order_id, p.captured_minor, p.currency) as should, ${document}
      from ${documents} d left join payments.payments p on p.id = d.transaction_id
      where (p.site_id, p.order_id, p.currency, coalesce(p.parent_id, p.id)) is distinct from (d.site_id, d.order_id, d.currency, d.payment_id)
        or d.minor > p.captured_minor or (d.kind = 'invoice' and p.type = 'deposit' and d.minor <> p.captured_minor)
      order by d.id`,
  },
  {
    wrong: 'it is not what was requested, or for another customer',
    rows: `
      select ${invoice}, concat_ws(' ', d.kind, d.transaction_id, d.shopper_id) as actual,
             concat_ws(' ', q.kind, q.transaction_id, o.shopper_id) as should, ${document}
      from ${documents} d
      left join invoices.requests q on q.id = d.request_id
      left join orders.orders o on o.id = d.order_id
      where (d.kind, d.transaction_id, d.payment_id, d.shopper_id)
        is distinct from (q.kind, q.transaction_id, q.payment_id, o.shopper_id) order by d.id`,
  },
  {
    wrong: 'it does not fit the invoice that it credits',
    rows: `
      select ${invoice}, concat_ws(' ', d.payment_id, d.currency, d.content #>> '{credits,number}') as actual,
             concat_ws(' ', i.payment_id, i.currency, i.prefix || i.number) as should, ${document}
      from ${documents} d left join invoices.documents i on i.id = d.invoice_id and i.kind = 'invoice'
      where d.kind = 'creditNote' and ((d.payment_id, d.currency, d.content #>> '{credits,number}')
        is distinct from (i.payment_id, i.currency, i.prefix || i.number) or d.issued_at < i.issued_at) order by d.id`,
  },
]

const rulesOfSeries: readonly Rule[] = [
  {
    wrong: 'numbers are missing in its series',
    rows: `
      select 'series ' || prefix || ' of site ' || site_id as about, count(*)::text as actual,
             (max(number) - min(number) + 1)::text as should,
             'invoices.documents where site_id = ' || site_id || ' and prefix = ''' || prefix || '''' as look
      from invoices.documents group by site_id, kind, prefix
      having count(*) <> max(number) - min(number) + 1 order by 1`,
  },
  {
    wrong: 'more is credited than it has',
    rows: `
      select 'invoice ' || i.id as about, concat_ws(', VAT ', sum(c.minor), sum(c.vat_minor)) as actual,
             'at most ' || concat_ws(', VAT ', i.minor, i.vat_minor) as should, 'invoices.documents where invoice_id = ' || i.id as look
      from invoices.documents i join invoices.documents c on c.invoice_id = i.id
      group by i.id having sum(c.minor) > i.minor or (sum(c.minor) = i.minor and sum(c.vat_minor) <> i.vat_minor)
        or count(*) <> max(c.nth) order by i.id`,
  },
]

const rulesOfRequests: readonly Rule[] = [
  {
    wrong: 'it has no document, or is due and has one, or is due at another time',
    rows: `
      select 'request of document ' || q.id as about, coalesce(q.due_at::text, 'not due') as actual,
             case when d.id is null then 'due' else 'not due' end as should, 'invoices.requests where id = ' || q.id as look
      from invoices.requests q
      left join payments.payments p on p.id = q.transaction_id
      left join invoices.documents d on d.request_id = q.id
      where p.id is null or (coalesce(q.due_at, q.parked_at) is not null and (d.id is not null or coalesce(q.due_at, q.parked_at) < q.made_at))
        or (q.problem is null and q.due_at > q.made_at)
        or (q.due_at is null and q.parked_at is null and d.id is null and q.kind = 'invoice' and p.type = 'deposit')
      order by q.id`,
  },
  {
    wrong: 'it has gone back, and its invoice is not credited',
    rows: `
      select p.type || ' ' || p.id as about, 'no credit note' as actual, 'one of invoice ' || i.id as should,
             'invoices.documents where id = ' || i.id as look
      from payments.payments p
      join lateral (select min(d.id) as id from invoices.documents d
                    where d.payment_id = coalesce(p.parent_id, p.id) and d.kind = 'invoice') i on i.id is not null
      left join invoices.requests q on q.kind = 'creditNote' and q.transaction_id = p.id
      where q.id is null and (p.type, p.status) in (('refund', 'refunded'), ('chargeback', 'lost'), ('deposit', 'cancelled'), ('capture-failure', 'captureFailed'))
      order by p.id`,
  },
]
