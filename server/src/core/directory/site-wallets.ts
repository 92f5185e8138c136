import { refuse } from './refusals.ts'

/** The wallets that a site can take. */
export const siteWallets = ['applePay', 'googlePay'] as const
export type SiteWallet = (typeof siteWallets)[number]

export function checkWallets(unchecked: readonly string[]): readonly SiteWallet[] {
  const known = siteWallets.filter((wallet) => unchecked.includes(wallet))
  if (known.length < new Set(unchecked).size)
    throw refuse('invalid_wallets', { field: 'wallets', wallets: siteWallets.join(', ') })
  return known
}
