import type { Currency } from '#kernel/base/money.ts'
import { type AmountLimits, type Capabilities, fullCapabilities } from '../port.ts'
import type { StripeSettings } from './context.ts'
import { stripeUnits } from './units.ts'

/** The smallest amounts of Stripe (docs.stripe.com/currencies, November 2026). Of others it says itself that they are too small. */
const smallest: Partial<Readonly<Record<Currency, bigint>>> = {
  ...{ USD: 50n, EUR: 50n, GBP: 30n, CHF: 50n, RON: 200n, ILS: 50n },
}

/**
 * "12 digits for most card payments", in its own units. American Express takes nine of them, and some networks less: of
 * those Stripe says itself that they are too large.
 */
const digitsMax = 12

const amountsIn: ReadonlyMap<Currency, AmountLimits> = new Map(
  stripeUnits.currencies.map((currency) => {
    const stepMinor = stripeUnits.stepOf(currency)
    const maxMinor = stripeUnits.largestOf(currency, digitsMax)
    return [currency, { minMinor: smallest[currency] ?? stepMinor, maxMinor, stepMinor }]
  }),
)

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
  currencies: stripeUnits.currencies,
  amounts: { minMinor: 30n, maxMinor: 999_999_999_999n },
  amountsIn,
})
