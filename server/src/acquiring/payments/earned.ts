import type { MerchantId } from '#core/directory'
import { comesIn } from './payment-states.ts'
import type { ShareRow } from './tables.ts'
import type { Transaction } from './transaction.ts'

/** The earnings of a merchant from a payment. */
export type Earned = {
  merchantId: MerchantId
  /** Its part of what was captured. */
  capturedMinor: bigint
  /** The same less the fee, or what a won dispute or a reinstatement has brought back. */
  minor: bigint
  /** Of it what still waits. */
  pendingMinor: bigint
}

type Row = {
  type: Transaction['type']
  merchantId: MerchantId
  capturedMinor: bigint
  feeMinor: bigint
  shares: readonly ShareRow[] | null
  pendingMinor: bigint | null
  pendingShares: readonly string[] | null
}

/** The earnings of each merchant from a settled transaction; none from money that goes out. */
export function earnedBy({ type, merchantId, capturedMinor, feeMinor, ...row }: Row): Earned[] {
  if (!comesIn(type)) return []
  const others = (row.shares ?? []).map((share, at) => ({
    merchantId: share.merchant,
    minor: BigInt(share.minor),
    pendingMinor: BigInt(row.pendingShares?.[at] ?? 0),
  }))
  const own = others.reduce((left, { minor }) => left - minor, capturedMinor)
  const isCapture = type === 'deposit'
  return [
    { merchantId, capturedMinor: isCapture ? own : 0n, minor: own - feeMinor, pendingMinor: row.pendingMinor ?? 0n },
    ...others.map((share) => ({ ...share, capturedMinor: isCapture ? share.minor : 0n })),
  ]
}
