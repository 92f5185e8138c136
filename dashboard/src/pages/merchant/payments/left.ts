import { sumOf } from '../../../parts/sums.ts'
import type { Payment } from './detail.tsx'

/** Whether an amount is there and is not nothing. */
export const isMoney = (amount: string | undefined): amount is string => amount !== undefined && /[1-9]/.test(amount)

/** What is left for the merchant: of the payment, with its refunds, chargebacks and those won. Absent while nothing has moved. */
export function leftOf({ net, followers }: Payment): string | undefined {
  const moved = followers.flatMap((one) => (one.net === undefined ? [] : [one.net]))
  return net === undefined || moved.length === 0 ? net : sumOf([net, ...moved])
}

/** The fees that went back to the merchant with refunds. */
export const feeBackOf = ({ followers }: Payment): string =>
  sumOf(followers.flatMap(({ type, net, fee }) => (type === 'refund' && net !== undefined ? [fee] : [])))
