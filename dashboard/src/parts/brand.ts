/** The card schemes by the names that people know; the words are those of the interface. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
  mir: 'Mir',
  dankort: 'Dankort',
}

/** The name of a scheme; one that is not known by its word, with a capital letter. */
export const brandName = (brand: string): string => names[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)

/** The wallets by the names that people know. */
export const walletNames: Readonly<Record<string, string>> = { applePay: 'Apple Pay', googlePay: 'Google Pay' }

/** `Visa ··1111`, of a card whose number is masked, behind the name of the wallet that it came out of. */
export const cardName = ({
  brand,
  card,
  wallet,
}: {
  brand: string
  card: string
  wallet?: string | undefined
}): string => (card === '' ? '' : `${wallet ? `${walletNames[wallet]} · ` : ''}${brandName(brand)} ··${card.slice(-4)}`)

/** The options of a choice. */
export const brandOptions = Object.entries(names).map(([value, label]) => ({ value, label }))
