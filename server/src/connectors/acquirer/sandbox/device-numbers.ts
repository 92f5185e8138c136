import type { TestCard } from './test-cards.ts'

/**
 * Numbers of devices: those that the test wallets of staging hand over, each with a cryptogram. They are approved and
 * declined as cards are, but a shopper's own payment with one needs the right cryptogram, as at the card networks.
 */
export const deviceNumbers: readonly TestCard[] = [
  { brand: 'visa', number: '4000060000001004', expiry: '12/34', cvv: '', what: 'Approved' },
  { brand: 'mastercard', number: '5200060000001009', expiry: '12/34', cvv: '', what: 'Approved' },
  {
    brand: 'visa',
    number: '4000060000002002',
    expiry: '12/34',
    cvv: '',
    what: 'Declined: insufficient_funds',
    declines: { reason: 'insufficient_funds', whenInitiated: 'always' },
  },
  {
    brand: 'visa',
    number: '4000060000003000',
    expiry: '12/34',
    cvv: '',
    what: 'Approved for the shopper; merchant-initiated payments are declined: insufficient_funds',
    declines: { reason: 'insufficient_funds', whenInitiated: 'mit' },
  },
]

export const isDeviceNumber = (number: string): boolean => deviceNumbers.some((card) => card.number === number)
