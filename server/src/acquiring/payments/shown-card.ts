import type { StoredCard } from '#acquiring/shoppers'
import type { CardDetails } from '#connectors/acquirer/port.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { ShownCard } from './transaction.ts'

/** A typed card as a payment shows it. */
export const shownTyped = (
  brand: string,
  { pan, expiryMonth, expiryYear, holderName, wallet }: CardDetails,
  fingerprint: Uint8Array,
): ShownCard => ({
  brand,
  ...endsOf(pan),
  expiry: expiryText(expiryMonth, expiryYear),
  holderName,
  fingerprint,
  wallet: wallet && { type: wallet.type, isOfDevice: wallet.cryptogram !== undefined },
})

/** A stored card as a payment shows it. */
export const shownStored = ({
  brand,
  first6,
  last4,
  expiryMonth,
  expiryYear,
  holderName,
  fingerprint,
  facts,
  wallet,
}: StoredCard): ShownCard => ({
  brand,
  first6,
  last4,
  expiry: expiryText(expiryMonth, expiryYear),
  holderName,
  fingerprint,
  facts,
  wallet: wallet && { type: wallet, isOfDevice: true },
})

/** The first six and last four digits: all that may leave the moment of payment (PCI DSS 3.4.1). */
export function endsOf(pan: Secret<string>): { first6: string; last4: string } {
  const digits = pan.reveal()
  return { first6: digits.slice(0, 6), last4: digits.slice(-4) }
}

const expiryText = (month: number, year: number): string => `${String(month).padStart(2, '0')}/${year}`
