import { negated, sumOf } from '../../../parts/sums.ts'
import type { Payment } from './detail.tsx'

/** Whether an amount is there and is not nothing. */
export const isMoney = (amount: string | undefined): amount is string => amount !== undefined && /[1-9]/.test(amount)

/** What is left for the merchant: of the payment, with all that followed it. Absent while nothing has moved. */
export function leftOf({ net, followers }: Moved): string | undefined {
  const moved = followers.flatMap((one) => (one.net === undefined ? [] : [one.net]))
  return net === undefined || moved.length === 0 ? net : sumOf([net, ...moved])
}

/** As much of a payment and of what followed it as its money needs. */
export type Moved = Pick<Payment, 'captured' | 'fee' | 'net' | 'status'> & {
  followers: readonly Pick<Payment['followers'][number], 'type' | 'captured' | 'fee' | 'net'>[]
}

/** By what the money of a payment was more and less; below zero what went away. Their sum is what is left. */
export type MoneyLine =
  | 'paid'
  | 'fee'
  | 'cancelled'
  | 'captureFailed'
  | 'refunded'
  | 'refundsBack'
  | 'chargedBack'
  | 'won'
  | 'feeBack'
  | 'others'

/**
 * From what was paid to what the merchant receives, in the order in which it is read. Lines of nothing are left out, apart
 * from the first two. `others`: shares of a payment that was split.
 */
export function moneyLines(payment: Moved, { isCancelled }: { isCancelled: boolean }): [MoneyLine, string][] {
  const moved = payment.followers.filter(({ net }) => net !== undefined)
  const sum = (type: Payment['type'], of: 'captured' | 'fee') =>
    sumOf(moved.flatMap((one) => (one.type === type ? [one[of]] : [])))
  const lines: [MoneyLine, string][] = [
    ['paid', payment.captured],
    ['fee', negated(payment.fee)],
    ['cancelled', isCancelled ? negated(payment.captured) : '0'],
    ['captureFailed', negated(sum('capture-failure', 'captured'))],
    ['refunded', negated(sum('refund', 'captured'))],
    ['refundsBack', sum('reinstatement', 'captured')],
    ['chargedBack', negated(sum('chargeback', 'captured'))],
    ['won', sum('representment', 'captured')],
    [
      'feeBack',
      sumOf([
        ...(isCancelled ? [payment.fee] : []),
        ...[sum('refund', 'fee'), sum('capture-failure', 'fee'), sum('chargeback', 'fee')],
        ...[negated(sum('reinstatement', 'fee')), negated(sum('representment', 'fee'))],
      ]),
    ],
  ]
  const left = leftOf(payment)
  if (left !== undefined) lines.push(['others', sumOf([left, ...lines.map(([, amount]) => negated(amount))])])
  return lines.filter(([line, amount]) => line === 'paid' || line === 'fee' || isMoney(amount))
}
