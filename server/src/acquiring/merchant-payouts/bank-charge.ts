import type { ReportedTransfer } from '#connectors/bank/bank-report.ts'
import type { ReportedAmount } from '#connectors/bank/iso20022.ts'
import { add, type Currency, compare, formatMoney, type Money, parseMoney, subtract, zero } from '#kernel/base/money.ts'
import type { MerchantPayout } from './payout.ts'
import { refuse } from './refusals.ts'

/** The charge that a person names: some of the payout at most, since all of it did not come back. */
export function readBankCharge({ amount }: MerchantPayout, unchecked: string): Money {
  const charge = parseMoney(unchecked, amount.currency)
  if (!charge || compare(charge, amount) >= 0)
    throw refuse('invalid_bank_charge', {
      field: 'bankCharge',
      amount: formatMoney(amount),
      currency: amount.currency,
    })
  return charge
}

/** The money that a line of the bank has moved, and the part of the payout that the banks have kept. */
type Explained = { received: Money | undefined; charge: Money }

/**
 * The explanation of a line's amount. Undefined, for a person, unless it is that of the payout, or came back and is with the
 * charges that the line states exactly that of the payout. A line about a return that is recorded already repeats its amount.
 */
export function explainAmount(
  payout: MerchantPayout,
  { status, amount: reported, charges = [] }: ReportedTransfer,
): Explained | undefined {
  const { amount, bankCharge } = payout
  const { currency } = amount
  if (!reported) return charges.length === 0 ? { received: undefined, charge: zero(currency) } : undefined
  const received = readReported(reported, currency)
  if (!received) return undefined
  const charge = subtract(amount, received)
  const isExplained =
    status === 'returned' && payout.status === 'returned'
      ? compare(charge, bankCharge) === 0
      : charge.minor === 0n || (status === 'returned' && received.minor > 0n && isStated(charge, charges))
  return isExplained ? { received, charge } : undefined
}

function isStated(charge: Money, charges: readonly ReportedAmount[]): boolean {
  const stated = charges.map((one) => readReported(one, charge.currency))
  const sum = stated.reduce((total, one) => total && one && add(total, one), zero(charge.currency))
  return sum !== undefined && compare(sum, charge) === 0
}

/** Banks write more zeros than the currency has decimals, or fewer. */
const readReported = ({ text, currency: reported }: ReportedAmount, currency: Currency): Money | undefined =>
  reported === currency ? parseMoney(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency) : undefined
