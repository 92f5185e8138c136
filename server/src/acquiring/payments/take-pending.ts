import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { atLeast, increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Pending } from './pending.ts'
import { openReleases } from './releases.ts'
import type { Transaction } from './transaction.ts'

/** An outflow of a transaction: minor units of its own part, and of each share in their order; a negative part takes nothing. */
export type Taking = { by: string; own: bigint; shares: readonly bigint[] }

/** The transaction's changed field, for its row, and the other writes. */
type Taken = { changes: { pending?: Pending }; writes: Write[] }

/**
 * Ends the waiting of what something takes of a transaction: at most what still waits of it, the rest is taken of what is
 * available. The commit must change the transaction's row with `changes`, as it was read. After its batch was closed the sum
 * of the batch is changed too; when that is released at the same moment, the commit is stale.
 */
export async function takePending(
  db: Reader,
  now: Instant,
  transaction: Pick<Transaction, 'id' | 'merchantId' | 'amount' | 'shares' | 'pending' | 'batchId'>,
  { by, own, shares }: Taking,
): Promise<Taken> {
  const { id, merchantId, amount, pending, batchId } = transaction
  if (!pending) return { changes: {}, writes: [] }
  const wanted = [
    { merchantId, left: pending.own.minor, minor: own },
    ...transaction.shares.map((share, at) => ({
      merchantId: share.merchantId,
      left: pending.shares[at]?.minor ?? 0n,
      minor: shares[at] ?? 0n,
    })),
  ].map((part) => ({ ...part, minor: least(part.left, part.minor > 0n ? part.minor : 0n) }))
  if (wanted.every(({ minor }) => minor === 0n)) return { changes: {}, writes: [] }
  const releases = batchId === undefined ? undefined : await openReleases(db, batchId)
  const parts = wanted.map((part) => ({
    ...part,
    minor: releases && !releases.has(part.merchantId) ? 0n : part.minor,
  }))
  const inCurrency = (minor: bigint) => money(minor, amount.currency)
  const [ownLeft, ...sharesLeft] = parts.map(({ left, minor }) => inCurrency(left - minor))
  const sums = [...Map.groupBy(parts, (part) => part.merchantId)].map(([merchant, ofOne]) => {
    const minor = ofOne.reduce((sum, part) => sum + part.minor, 0n)
    const release = releases?.get(merchant)
    // A reserve has taken of the batch what it takes of none of its payments.
    return { merchantId: merchant, release, minor: release ? least(minor, release.minor) : minor }
  })
  const taken = sums.filter(({ minor }) => minor > 0n)
  return {
    changes: { pending: { own: ownLeft!, shares: sharesLeft } },
    writes: [
      ...post(now, 'merchantEarningsTaken', `payment ${id} by ${by}`, {
        parts: taken.map((part) => ({ merchantId: part.merchantId, amount: inCurrency(part.minor) })),
      }),
      ...taken
        .flatMap(({ release, minor }) => (release ? [{ id: release.id, minor }] : []))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id: release, minor }) =>
          update('payments.releases', {
            set: { pending_minor: increase(-minor) },
            where: { id: release, released_at: null, pending_minor: atLeast(minor) },
          }),
        ),
    ],
  }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Of what a refund, a chargeback or a capture failure returns, the parts of its merchants: their money, less the fee. */
export const partsOf = ({ captured, fee, shares }: Pick<Transaction, 'captured' | 'fee' | 'shares'>) => ({
  own: shares.reduce((left, { amount }) => left - amount.minor, captured.minor - fee.minor),
  shares: shares.map(({ amount }) => amount.minor),
})
