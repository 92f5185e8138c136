import type { WalletType } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { WalletAccountId, WalletKeyId, WalletKeyKind } from './tables.ts'

/** What a wallet knows this installation by, with the keys that count now, newest first. */
export type WalletAccount = {
  id: WalletAccountId
  version: number
  wallet: WalletType
  /** Of the test wallet of staging. */
  isTest: boolean
  /** A merchant id of Apple, or `gateway:` and our id at Google. */
  recipient: string
  /** Apple: the root certificate in PEM. Google: its list of signing keys in JSON. */
  trust: string
  /** Google: the merchant id of its business console. */
  merchantId: string | undefined
  /** Apple: the file that it asks each of our hosts for. */
  domainAssociation: string | undefined
  keys: readonly WalletKey[]
}

export type WalletKey = {
  id: WalletKeyId
  kind: WalletKeyKind
  /** In PEM, of Apple's keys. */
  certificate: string | undefined
  sealed: Uint8Array
  createdAt: Instant
}

/** What a site is called at Google: tokens name it, and open for no other site. */
export const gatewayMerchantIdOf = (siteId: number): string => `googlePay_${siteId}`
