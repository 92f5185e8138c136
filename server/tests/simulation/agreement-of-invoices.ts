type Query = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/**
 * Compares the documents of sites that have made invoices from their first payment on with the money that moved there, once
 * no work is left. Returns the differences, in words.
 */
export async function invoiceTroubles(query: Query): Promise<string[]> {
  const rows = await query(questions)
  return rows.map(({ trouble }) => trouble as string)
}

const questions = `
with moved as (
  select p.* from payments.payments p join directory.sites s on s.id = p.site_id
  where s.invoicing is not null and p.captured_minor > 0
), documented as (
  select payment_id, sum(case kind when 'invoice' then minor else -minor end) as minor from invoices.documents group by payment_id
), left_over as ( -- what the shop has of a payment, but for what is disputed now; never below nothing
  select p.id, case when p.status = 'cancelled' then 0 else greatest(0, p.captured_minor
    - coalesce((select sum(f.captured_minor) from payments.payments f
                where f.parent_id = p.id and (f.type, f.status) in (('refund', 'refunded'), ('chargeback', 'lost'))), 0)
    + coalesce((select sum(f.captured_minor) from payments.payments f join payments.payment_transitions t on t.payment_id = f.id
                where f.parent_id = p.id and t.action = 'overturn'), 0)) end as minor
  from moved p where p.type = 'deposit' and p.captured_at is not null
)
select 'payment ' || l.id || ' has left ' || l.minor || ', and its documents say ' || coalesce(d.minor::text, 'nothing') as trouble
from left_over l left join documented d on d.payment_id = l.id where d.minor is distinct from l.minor
union all
select 'payment ' || p.id || ' has ' || count(d.id) || ' invoices'
from moved p left join invoices.documents d on d.transaction_id = p.id and d.kind = 'invoice' and d.minor = p.captured_minor
where p.type = 'deposit' and p.captured_at is not null group by p.id having count(d.id) <> 1
union all
select p.type || ' ' || p.id || ' has no credit note'
from moved p left join invoices.requests q on q.kind = 'creditNote' and q.transaction_id = p.id
where (p.type, p.status) in (('refund', 'refunded'), ('deposit', 'cancelled'), ('chargeback', 'lost')) and q.id is null
union all
select 'series ' || d.prefix || ' of site ' || d.site_id || ' has ' || count(*) || ' numbers up to ' || max(d.number)
from invoices.documents d join directory.sites s on s.id = d.site_id
group by d.site_id, d.kind, d.prefix, s.invoicing ->> 'firstNumber'
having count(*) <> max(d.number) - (s.invoicing ->> 'firstNumber')::integer + 1
union all
select 'request of document ' || id || ' is not done: ' || coalesce(problem, 'due') from invoices.requests
where due_at is not null or parked_at is not null
`
