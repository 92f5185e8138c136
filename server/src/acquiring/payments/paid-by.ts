import type { PaymentId } from '#acquiring/ids'
import type { MerchantId, SiteId } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import type { Reader } from '#kernel/db/db.ts'

/** Whose a transaction is, what moved, and the percentage of its fee in hundredths of a percent. */
type Paid = { merchantId: MerchantId; siteId: SiteId; capturedMinor: bigint; feeBasisPoints: number }

/** Whose transactions the books mean by these references, such as `payment 1001`. Other references are left out. */
export async function paidBy(db: Reader, references: readonly string[]): Promise<ReadonlyMap<string, Paid>> {
  const ids = references.flatMap((reference) => readId<PaymentId>(/^payment (\d+)$/.exec(reference)?.[1]) ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.run(
    `select id, merchant_id as "merchantId", site_id as "siteId",
            captured_minor as "capturedMinor", fee_basis_points as "feeBasisPoints"
     from payments.payments where id = any($1)`,
    [ids],
  )
  return new Map((rows as (Paid & { id: PaymentId })[]).map(({ id, ...paid }) => [`payment ${id}`, paid]))
}
