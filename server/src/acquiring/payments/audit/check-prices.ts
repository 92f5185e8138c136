import type { Difference } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'

/** A payment has a price once it is captured, and none before: the seal of its price begins there. */
export async function checkPrices(moment: Reader, payments: readonly bigint[]): Promise<Difference[]> {
  const rows = (await moment.run(
    `select id, coalesce(price_rule_id::text, price_facts::text) as price from payments.payments
     where id = any($1) and captured_at is null and (price_rule_id is not null or price_facts is not null) order by id`,
    [payments],
  )) as { id: bigint; price: string }[]
  return rows.map(({ id, price }) => ({
    about: `payment ${id}`,
    wrong: 'it has a price and was not captured',
    actual: price,
    should: 'none',
    look: `payments.payments where id = ${id}`,
  }))
}
