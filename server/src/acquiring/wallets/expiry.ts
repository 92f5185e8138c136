import { X509Certificate } from 'node:crypto'
import type { WalletType } from '#connectors/acquirer/port.ts'
import { readRootKeys } from '#connectors/wallet/google/root-keys.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { WalletAccount } from './account.ts'

/** What of a wallet ends by itself; after that no token opens, or the button of Apple Pay does not. */
export type WalletPart = 'processing_certificate' | 'identity_certificate' | 'root_certificate' | 'signing_keys'
export type WalletExpiry = { wallet: WalletType; part: WalletPart; expiresAt: Instant }

/** Until when each part of the wallets is good: of several certificates the one that lasts longest. Test wallets have none. */
export const walletExpiries = (accounts: readonly WalletAccount[]): WalletExpiry[] =>
  accounts
    .filter(({ isTest }) => !isTest)
    .flatMap((account) => {
      const { wallet } = account
      const trusted = trustedUntil(account)
      const part = wallet === 'applePay' ? ('root_certificate' as const) : ('signing_keys' as const)
      return [...certificatesOf(account), ...(trusted ? [{ wallet, part, expiresAt: trusted }] : [])]
    })

/**
 * Until when tokens are trusted as the wallet is set up: by Apple's root certificate, or by the last of Google's keys.
 * Undefined: its list of keys has none that ends.
 */
export function trustedUntil({ wallet, trust }: Pick<WalletAccount, 'wallet' | 'trust'>): Instant | undefined {
  if (wallet === 'applePay') return endOf(trust)
  return latest((readRootKeys(trust) ?? []).flatMap(({ expiresAt }) => expiresAt ?? []))
}

function certificatesOf({ wallet, keys }: WalletAccount): WalletExpiry[] {
  const parts = [
    ['decryption', 'processing_certificate'],
    ['identity', 'identity_certificate'],
  ] as const
  return parts.flatMap(([kind, part]) => {
    const ends = keys.flatMap((key) => (key.kind === kind && key.certificate ? endOf(key.certificate) : []))
    const expiresAt = latest(ends)
    return expiresAt ? [{ wallet, part, expiresAt }] : []
  })
}

const endOf = (pem: string): Instant =>
  Temporal.Instant.fromEpochMilliseconds(new X509Certificate(pem).validToDate.getTime())

const latest = (moments: readonly Instant[]): Instant | undefined => moments.toSorted(Temporal.Instant.compare).at(-1)
