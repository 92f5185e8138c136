import assert from 'node:assert/strict'
import { apportion, keptOf, type Split } from '#acquiring/terms'
import type { Directory } from '#core/directory'
import { type Money, money } from '#kernel/base/money.ts'
import type { Payment, Share, Transaction } from './transaction.ts'

/** What each site of a split payment would keep, if all of it is captured; empty without a split. */
export async function sharesOf(directory: Pick<Directory, 'site'>, splits: readonly Split[], whole: Money) {
  return Promise.all(
    keptOf(splits).map(async ({ site, minor }): Promise<Share> => {
      const receiver = await directory.site(site)
      assert(receiver, `site ${site} was there when the order was opened`)
      return { siteId: site, merchantId: receiver.merchantId, amount: money(minor, whole.currency) }
    }),
  )
}

/** The shares of what is captured: in proportion to what was authorized. */
export const capturedShares = ({ shares, amount }: Payment, captured: Money): readonly Share[] =>
  inProportion(shares, { part: captured.minor, whole: amount.minor })

/**
 * What each share returns of an amount that is refunded or charged back: in proportion to what is left of the payment, so
 * a share never returns more than it received. `followers` are the other refunds and chargebacks; a refund whose result
 * is awaited counts. Of a payment that was not captured, or was cancelled, no share has anything to return.
 */
export function returnedShares(
  { shares, status, captured, refunded, chargedBack }: Payment,
  followers: readonly Transaction[],
  amount: Money,
): readonly Share[] {
  const received = captured.minor > 0n && status !== 'cancelled'
  if (!received) return inProportion(shares, { part: 0n, whole: 1n })
  const returned = followers.filter(({ type, status }) => returning.has(`${type} ${status}`))
  const left = shares.map((share, at) => ({
    ...share,
    amount: returned.reduce((sum, one) => minus(sum, one.shares[at]?.amount.minor ?? 0n), share.amount),
  }))
  // Chargebacks can exceed the payment: then what is left is what the shares have.
  const ofShares = left.reduce((sum, share) => sum + share.amount.minor, 0n)
  const ofPayment = captured.minor - refunded.minor - chargedBack.minor
  const whole = ofPayment > ofShares ? ofPayment : ofShares
  return inProportion(left, { part: amount.minor < whole ? amount.minor : whole, whole })
}
const returning: ReadonlySet<string> = new Set([
  'refund refunding',
  'refund refunded',
  'chargeback opened',
  'chargeback lost',
])

const minus = ({ minor, currency }: Money, less: bigint): Money => money(minor - less, currency)

function inProportion(shares: readonly Share[], ratio: { part: bigint; whole: bigint }): readonly Share[] {
  const parts = apportion(
    shares.map(({ amount }) => amount.minor),
    ratio,
  )
  return shares.map((share, at) => ({ ...share, amount: money(parts[at]!, share.amount.currency) }))
}
