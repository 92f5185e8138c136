import type { Shopper } from '#acquiring/shoppers'
import type { Invoicing, Merchant } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Buyer, DocumentContent } from './document.ts'

export type Seller = DocumentContent['seller']

/**
 * Who sells, as it is printed: as the site says, or else the merchant by its legal name, at its address and with its
 * numbers. The numbers of the merchant never stand beside another seller that the site names. Undefined: it is not known.
 */
export function sellerOf(invoicing: Invoicing, merchant: Merchant, language: Language): Seller | undefined {
  const { sellerName, sellerAddress, vatId, registration } = invoicing
  if (sellerName !== undefined)
    return sellerAddress === undefined ? undefined : { name: sellerName, address: sellerAddress, vatId, registration }
  const { legalName, taxNumber, registrationNumber } = merchant
  const address = sellerAddress ?? addressOf(merchant, language)
  if (legalName === undefined || address === undefined) return undefined
  return { name: legalName, address, vatId: vatId ?? taxNumber, registration: registration ?? registrationNumber }
}

const addressOf = ({ address, country }: Merchant, language: Language): string | undefined =>
  address && [address, ...(country ? [countryName(country, language)] : [])].join('\n')

/** Who has paid, as far as the store has told. */
export function buyerOf(shopper: Shopper, language: Language): Buyer {
  const { firstName, lastName, address, zipCode, city, state, country, email } = shopper
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part?.trim()).join(' ')
  const lines = [joined(address), joined(zipCode, city), joined(state), country ? countryName(country, language) : '']
  return {
    name: joined(firstName, lastName) || undefined,
    address: lines.filter((line) => line !== ''),
    email,
  }
}

function countryName(code: string, language: Language): string {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  return /^[A-Z]{2}$/i.test(code) ? (names.of(code.toUpperCase()) ?? code) : code
}
