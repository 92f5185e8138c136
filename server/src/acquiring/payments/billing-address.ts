import type { CardFacts, Shopper } from '#acquiring/shoppers'
import type { BillingAddress } from '#connectors/acquirer/port.ts'

export type Addressed = Pick<Shopper, 'country' | 'state' | 'city' | 'address' | 'zipCode'>

/**
 * The address of the cardholder as far as it is known: what the store says of the cardholder comes before what is known
 * of the customer, whose street says nothing in another country. Undefined when nothing is known.
 */
export function billingAddressOf(shopper: Addressed, cardholder: CardFacts | undefined): BillingAddress | undefined {
  const { city, address: street, zipCode } = shopper
  const country = cardholder?.country ?? shopper.country
  const sameCountry = country === shopper.country
  const state = cardholder?.state ?? (sameCountry ? shopper.state : undefined)
  const atHome = sameCountry && state === shopper.state
  const address = { country, state, ...(atHome ? { city, street, zipCode } : elsewhere) }
  return Object.values(address).some(Boolean) ? address : undefined
}
const elsewhere = { city: undefined, street: undefined, zipCode: undefined }
