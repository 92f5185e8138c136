import type { WalletType } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'

/** What a wallet has handed over for one payment, after its token was verified and decrypted. It stays in memory. */
export type WalletCard = {
  wallet: WalletType
  /** Of the device, where there is a cryptogram; else the number that is printed on the card. */
  pan: Secret<string>
  /** 1 to 12. */
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  holderName: string | undefined
  /** Base64, as the wallet has it. */
  cryptogram: Secret<string> | undefined
  /** The electronic commerce indicator: two digits. */
  eci: string | undefined
  /** What the wallet calls this token: it pays once. */
  tokenId: string
  /** What the shopper has confirmed on the device, in minor units of an ISO 4217 number. Google's tokens do not say it. */
  confirmed: { minor: bigint; currencyNumber: string } | undefined
}

/** Opens a token of one wallet: `unchecked` is what its script or device has returned. Throws `BadWalletToken`. */
export type OpenToken = (unchecked: unknown, now: Instant) => WalletCard

/** Why a token is refused: the sentence is for the developer who sent it, and names neither keys nor content. */
export const tokenFaults = {
  unreadable: 'it is not a payment token of this wallet, whole and unchanged as the wallet returned it',
  version: 'only EC_v1 of Apple Pay and ECv2 of Google Pay are supported',
  untrusted: 'its certificates or signing keys do not lead to the root of the wallet',
  signature: 'its signature does not fit its content',
  too_old: 'it has expired, or was signed too long ago; tokens are sent as soon as the wallet returns them',
  too_new: 'it was signed in the future; a clock is wrong',
  other_recipient: 'it was made for another merchant or gateway',
  unknown_key: 'it was encrypted for a key that this installation does not have, or has no longer',
  undecryptable: 'it does not decrypt',
  content: 'what it contains is not a card with an expiry',
} as const
export type TokenFault = keyof typeof tokenFaults

export class BadWalletToken extends Error {
  override readonly name = 'BadWalletToken'
  readonly fault: TokenFault
  constructor(fault: TokenFault) {
    super(tokenFaults[fault])
    this.fault = fault
  }
}
