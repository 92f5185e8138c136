import type { VendorTestCard } from '../test-card.ts'

/** Of docs.stripe.com/testing (2026-11-21): any date to come, and any code. */
export const stripeTestCards: readonly VendorTestCard[] = [
  { brand: 'visa', number: '4242424242424242', code: '123', what: 'Approved' },
  { brand: 'visa', number: '4000002760003184', code: '123', what: 'Always challenged, then approved' },
  { brand: 'visa', number: '4000000000000002', code: '123', what: 'Declined by the bank' },
  { brand: 'visa', number: '4000000000009995', code: '123', what: 'Declined: insufficient funds' },
  { brand: 'visa', number: '4000000000009987', code: '123', what: 'Declined: the card is reported lost' },
  { brand: 'visa', number: '4000000000009979', code: '123', what: 'Declined: the card is reported stolen' },
  { brand: 'visa', number: '4000000000000069', code: '123', what: 'Declined: the card has expired' },
  { brand: 'visa', number: '4000000000000127', code: '123', what: 'Declined: the security code is wrong' },
  { brand: 'visa', number: '4000008400001629', code: '123', what: 'Challenged, then declined by the bank' },
  { brand: 'visa', number: '4000000000000259', code: '123', what: 'Approved, then disputed as fraud' },
  { brand: 'visa', number: '4000000000002685', code: '123', what: 'Approved, then disputed as not received' },
  { brand: 'visa', number: '4000000000005126', code: '123', what: 'Approved; a refund is done, and fails later' },
]
