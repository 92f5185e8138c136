import type { Currency, Money } from '#kernel/base/money.ts'
import { type Capabilities, fullCapabilities, takesAmount } from '../port.ts'
import type { StripeSettings } from './context.ts'

/** The smallest amounts of Stripe, by its page of currencies on 2026-11-21. Of others it says itself that they are too small. */
const smallest: Partial<Readonly<Record<Currency, bigint>>> = { USD: 50n, EUR: 50n, GBP: 30n, CHF: 50n, RON: 200n }

/** Eight digits for most currencies. The smallest is that of any currency: `isAllowed` knows more. */
const amounts = { minMinor: 30n, maxMinor: 99_999_999n }

/**
 * Cards are not paid out to. Cryptograms of wallets are for accounts that Stripe has allowed them. The network transaction
 * id is missing for some brands, and where no amount was authorized.
 */
export const capabilitiesOf = ({ mitExemption, networkTokens }: StripeSettings): Capabilities => ({
  ...fullCapabilities,
  payOut: false,
  settlements: 'whole',
  networkTransactionId: 'sometimes',
  merchantInitiated: mitExemption ? 'any' : 'own',
  walletTokens: networkTokens,
  amounts,
})

export const isAllowed = ({ minor, currency }: Money): boolean =>
  takesAmount({ ...fullCapabilities, amounts }, minor) && minor >= (smallest[currency] ?? 0n)
