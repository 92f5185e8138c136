import type { VendorTestCard } from '../test-card.ts'

const visa = { brand: 'visa', number: '4111111145551142', expiry: '03/30', code: '737' }
const byName = (holderName: string, what: string): VendorTestCard => ({
  ...visa,
  what: `${what}, when the name of its holder is ${holderName}`,
})

/**
 * Of docs.adyen.com, "Test card numbers", "Testing 3D Secure 2 authentication" and "Testing result codes and refusal
 * reasons" (2026-11-28): with this date and these codes alone. What a bank declines is said by the name of the holder.
 */
export const adyenTestCards: readonly [VendorTestCard, ...VendorTestCard[]] = [
  { ...visa, what: 'Approved' },
  { ...visa, brand: 'mastercard', number: '5454545454545454', what: 'Approved' },
  { ...visa, brand: 'amex', number: '370000000000002', code: '7373', what: 'Approved' },
  { ...visa, number: '4917610000000000', what: 'Challenged where 3-D Secure is asked for: the password is "password"' },
  byName('DECLINED', 'Declined by the bank'),
  byName('NOT_ENOUGH_BALANCE', 'Declined: insufficient funds'),
  byName('CARD_EXPIRED', 'Declined: the card has expired'),
  byName('BLOCK_CARD', 'Declined: the card is lost or stolen'),
  byName('CVC_DECLINED', 'Declined: the security code is wrong'),
  byName('ISSUER_UNAVAILABLE', 'Declined: the bank cannot be reached'),
]
