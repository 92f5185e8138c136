import type { MerchantId, SiteId } from '#core/directory'
import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { comesIn, settledInBatch } from './payment-states.ts'
import type { ShareRow } from './tables.ts'
import type { Transaction } from './transaction.ts'

export type UnsettledEarnings = {
  /** Of the transactions and what each earns, as a digest: two readings of the same have the same. */
  digest: string
  /** What they bring together, without those that cost more than they bring; so never below zero. */
  minor: bigint
}

/**
 * What a merchant has earned by payments that are in no batch yet: captures less fees and the shares of others, its shares
 * in payments of others, and disputes that were won, and money that came back. What goes out is not deducted: neither
 * refunds nor payments that earn less than they cost, such as one that is wholly shared.
 */
export async function unsettledEarnings(
  db: Reader,
  { merchantId, siteIds, currency }: { merchantId: MerchantId; siteIds: readonly SiteId[]; currency: Currency },
): Promise<UnsettledEarnings> {
  const [row] = await db.run(
    `select coalesce(md5(string_agg(id || ' ' || minor, ',' order by id)), '') as digest,
            coalesce(sum(greatest(minor, 0)), 0)::bigint as minor
     from (select id, sum(minor) as minor from (
       select id, captured_minor - fee_minor
         - coalesce((select sum((share ->> 'minor')::bigint) from jsonb_array_elements(shares) as share), 0) as minor
       from payments.payments
       where site_id = any($2) and currency = $3 and batch_id is null and status in (${settledList})
         and type in ('deposit', 'representment', 'reinstatement')
       union all
       select id, (share ->> 'minor')::bigint
       from payments.payments cross join lateral jsonb_array_elements(shares) as share
       where currency = $3 and batch_id is null and shares is not null and captured_at is not null
         and status in (${settledList}) and type in ('deposit', 'representment', 'reinstatement')
         and (share ->> 'merchant')::integer = $1
     ) as parts group by id) as earned`,
    [merchantId, siteIds, currency],
  )
  return row as UnsettledEarnings
}

/** In the text, so that the index of unsettled transactions fits. */
const settledList = settledInBatch.map((status) => `'${status}'`).join(', ')

/** What a merchant has earned by a payment. */
export type Earned = {
  merchantId: MerchantId
  /** Its part of what was captured. */
  capturedMinor: bigint
  /** The same less the fee, or what a won dispute or a reinstatement has brought back. */
  minor: bigint
}

type Row = {
  type: Transaction['type']
  merchantId: MerchantId
  capturedMinor: bigint
  feeMinor: bigint
  shares: readonly ShareRow[] | null
}

/** What each merchant has earned by a transaction that is settled; nothing by money that goes out. */
export function earnedBy({ type, merchantId, capturedMinor, feeMinor, shares }: Row): Earned[] {
  if (!comesIn(type)) return []
  const others = (shares ?? []).map((share) => ({ merchantId: share.merchant, minor: BigInt(share.minor) }))
  const own = others.reduce((left, { minor }) => left - minor, capturedMinor)
  const isCapture = type === 'deposit'
  return [
    { merchantId, capturedMinor: isCapture ? own : 0n, minor: own - feeMinor },
    ...others.map((share) => ({ ...share, capturedMinor: isCapture ? share.minor : 0n })),
  ]
}
