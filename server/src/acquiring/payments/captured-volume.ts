import type { Month } from '#acquiring/pricing'
import type { MerchantId } from '#core/directory'
import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

/** What a merchant has captured in a month by payments of a currency, in minor units; refunds are not deducted. */
export async function capturedVolume(
  db: Reader,
  { merchantId, currency, month: { from, to } }: { merchantId: MerchantId; currency: Currency; month: Month },
): Promise<bigint> {
  const [row] = await db.run(
    `select coalesce(sum(captured_minor), 0)::bigint as minor from payments.payments
     where merchant_id = $1 and currency = $2 and captured_at >= $3 and captured_at < $4 and type = 'deposit'`,
    [merchantId, currency, from, to],
  )
  return row!.minor as bigint
}
