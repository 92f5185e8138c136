import type { Check, Findings } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import type { Reader } from '#kernel/db/db.ts'
import { schedules } from './check-schedules.ts'

export { sealed } from './sealed.ts'

type BillingPeriod = { order_id: bigint; period: number; currency: string; paid_minor: bigint; captured: bigint }

/** A period has paid what its payments captured, and no payment bills a period that is not there. */
async function checkBillingPeriods(moment: Reader, findings: Findings): Promise<void> {
  const [counted] = await moment.run('select count(*) as periods from billing.periods', [])
  findings.checked('billing periods', Number(counted!.periods))
  const unlike = (await moment.run(
    `select c.order_id, c.period, c.currency, c.paid_minor, coalesce(sum(p.captured_minor), 0)::bigint as captured
     from billing.periods c
     left join payments.payments p
       on p.order_id = c.order_id and p.period = c.period and p.parent_id is null and p.currency = c.currency
       and p.status <> 'captureFailed'
     group by c.order_id, c.period, c.currency, c.paid_minor
     having c.paid_minor <> coalesce(sum(p.captured_minor), 0)
     order by c.order_id, c.period`,
    [],
  )) as BillingPeriod[]
  for (const { order_id, period, currency, paid_minor, captured } of unlike)
    findings.differ({
      about: `order ${order_id} period ${period}`,
      wrong: 'its paid amount is not the sum of its captured payments',
      actual: amountText(paid_minor, currency),
      should: amountText(captured, currency),
      off: amountText(paid_minor - captured, currency),
      look: `billing.periods and payments.payments where order_id = ${order_id}`,
    })
  await checkPeriodsOfPayments(moment, findings)
}

async function checkPeriodsOfPayments(moment: Reader, findings: Findings): Promise<void> {
  const rows = (await moment.run(
    `select p.id, p.order_id, p.period from payments.payments p
     left join billing.periods c on c.order_id = p.order_id and c.period = p.period
     where p.period is not null and c.order_id is null order by p.id`,
    [],
  )) as { id: bigint; order_id: bigint; period: number }[]
  for (const { id, order_id, period } of rows)
    findings.differ({
      about: `payment ${id}`,
      wrong: 'its billing period does not exist',
      actual: `period ${period} of order ${order_id}`,
      should: 'an existing period, or none',
      look: `billing.periods where order_id = ${order_id}`,
    })
}

export const checks: readonly Check[] = [{ name: 'billing periods', check: checkBillingPeriods }, schedules]
