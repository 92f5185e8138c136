import type { Difference } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * A payment that was approved after its customer was deleted is returned, or due to be. Approvals of a minute after that
 * may be of a process with another clock, and what bills a period of an order was owed before.
 */
export async function checkOwedReturns(moment: Reader, payments: readonly bigint[]): Promise<Difference[]> {
  const rows = (await moment.run(
    `select p.id, p.status from payments.payments p join shoppers.shoppers s on s.id = p.shopper_id
     where p.id = any($1) and p.type = 'deposit' and p.period is null
       and p.approved_at > s.removed_at + interval '1 minute'
       and (p.captured_minor > p.refunded_minor + p.charged_back_minor and p.status in ('captured', 'cancelling', 'disputed')
         or p.status in ('authorized', 'capturing', 'voiding')
         or exists (select from payments.payments r
                    where r.parent_id = p.id and r.type = 'refund' and r.status = 'refunding'))
       and not exists (select from payments.owed_returns o where o.id = p.id and o.due_at is not null) order by p.id`,
    [payments],
  )) as { id: bigint; status: string }[]
  return rows.map(({ id, status }) => ({
    about: `payment ${id}`,
    wrong: 'its customer was deleted before it was approved, and nothing returns it',
    actual: `${status}, never due`,
    should: 'returned, or due to be',
    look: `payments.owed_returns where id = ${id}`,
  }))
}
