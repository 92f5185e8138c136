import type { Reader } from '#kernel/db/db.ts'
import { amountText } from './format.ts'
import type { Findings } from './report.ts'

type BillingPeriod = { order_id: bigint; period: number; currency: string; paid_minor: bigint; captured: bigint }

/** What an order's period has paid is what the payments of that period took; no payment is of a period nobody charged. */
export async function checkBillingPeriods(moment: Reader, findings: Findings): Promise<void> {
  const [counted] = await moment.run('select count(*) as charges from billing.periods', [])
  findings.checked('billing periods', Number(counted!.charges))
  const unlike = (await moment.run(
    `select c.order_id, c.period, c.currency, c.paid_minor, coalesce(sum(p.captured_minor), 0)::bigint as captured
     from billing.periods c
     left join payments.payments p
       on p.order_id = c.order_id and p.period = c.period and p.parent_id is null and p.currency = c.currency
     group by c.order_id, c.period, c.currency, c.paid_minor
     having c.paid_minor <> coalesce(sum(p.captured_minor), 0)
     order by c.order_id, c.period`,
    [],
  )) as BillingPeriod[]
  for (const { order_id, period, currency, paid_minor, captured } of unlike)
    findings.differ({
      about: `order ${order_id} period ${period}`,
      wrong: 'what it has paid is not what its payments took',
      actual: amountText(paid_minor, currency),
      should: amountText(captured, currency),
      off: amountText(paid_minor - captured, currency),
      look: `billing.periods and payments.payments where order_id = ${order_id}`,
    })
  await checkPeriods(moment, findings)
}

async function checkPeriods(moment: Reader, findings: Findings): Promise<void> {
  const rows = (await moment.run(
    `select p.id, p.order_id, p.period from payments.payments p
     left join billing.periods c on c.order_id = p.order_id and c.period = p.period
     where p.period is not null and c.order_id is null order by p.id`,
    [],
  )) as { id: bigint; order_id: bigint; period: number }[]
  for (const { id, order_id, period } of rows)
    findings.differ({
      about: `payment ${id}`,
      wrong: 'it is of a period that nobody charged',
      actual: `period ${period} of order ${order_id}`,
      should: 'a charge, or no period',
      look: `billing.periods where order_id = ${order_id}`,
    })
}
