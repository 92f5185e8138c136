import { type Capabilities, fullCapabilities } from '../port.ts'
import { adyenUnits } from './units.ts'

const { amounts } = fullCapabilities

/**
 * What Adyen can do through this connector. Results of what it decides later come by webhook; `inquire` answers from the
 * connector's own record, which the webhooks complete. Payouts to cards are not offered to new accounts any more.
 */
export const capabilities: Capabilities = {
  ...fullCapabilities,
  payOut: false,
  settlements: 'whole',
  networkTransactionId: 'sometimes',
  currencies: adyenUnits.currencies,
  amountsIn: new Map(
    adyenUnits.currencies.map((currency) => {
      const stepMinor = adyenUnits.stepOf(currency)
      return [currency, { minMinor: stepMinor, maxMinor: amounts.maxMinor - (amounts.maxMinor % stepMinor), stepMinor }]
    }),
  ),
}
