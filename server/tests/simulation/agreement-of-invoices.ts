type Query = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/**
 * Compares the documents of sites that have made invoices from their first payment on with the money that moved there, once
 * no work is left. Returns the differences, in words.
 */
export async function invoiceTroubles(query: Query): Promise<string[]> {
  const rows = await query(questions)
  return [...(await amountTroubles(query)), ...rows.map(({ trouble }) => trouble as string)]
}

/** What the documents of each payment say against what the shop has of it, but for what is disputed now. */
async function amountTroubles(query: Query): Promise<string[]> {
  const left = new Map<bigint, bigint>()
  const credited = new Map<string, bigint>()
  const take = (payment: bigint, wanted: bigint) => {
    // A bank charges back also what was refunded before. There is nothing left to credit then.
    const taken = wanted < left.get(payment)! ? wanted : left.get(payment)!
    left.set(payment, left.get(payment)! - taken)
    return taken
  }
  for (const { payment, type, action, minor, reference } of (await query(movements)) as readonly Movement[]) {
    if (type === 'deposit') left.set(payment, action === 'cancel' ? 0n : minor)
    else if (type === 'refund') take(payment, minor)
    else if (type === 'chargeback') credited.set(reference, take(payment, minor))
    else left.set(payment, left.get(payment)! + credited.get(reference)!)
  }
  const documented = new Map((await query(documents)).map(({ payment, minor }) => [payment as bigint, minor as bigint]))
  return [...left]
    .filter(([payment, minor]) => documented.get(payment) !== minor)
    .map(([id, minor]) => `payment ${id} has left ${minor}, and its documents say ${documented.get(id) ?? 'nothing'}`)
}

type Movement = {
  payment: bigint
  type: 'deposit' | 'refund' | 'chargeback' | 'representment'
  action: string
  minor: bigint
  /** Of a chargeback and of the representment that undoes it: the acquirer's name of the dispute. */
  reference: string
}

/** All that is documented, in the order in which it happened. */
const movements = `
select coalesce(p.parent_id, p.id) as payment, p.type, t.action, p.captured_minor as minor, p.reference
from payments.payments p
join payments.payment_transitions t on t.payment_id = p.id
join directory.sites s on s.id = p.site_id
where s.invoicing is not null and (p.type, t.action) in (('deposit', 'sell'), ('deposit', 'capture'), ('deposit', 'cancel'),
  ('refund', 'refund'), ('chargeback', 'lose'), ('representment', 'overturn'))
order by t.id`

const documents = `
select payment_id as payment, sum(case kind when 'invoice' then minor else -minor end)::bigint as minor
from invoices.documents group by payment_id`

const questions = `
with moved as (
  select p.* from payments.payments p join directory.sites s on s.id = p.site_id
  where s.invoicing is not null and p.captured_minor > 0
)
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
