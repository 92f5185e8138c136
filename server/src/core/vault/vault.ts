import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { AcquiredCards } from './acquired-cards.ts'
import type { VaultToken } from './ids.ts'

/**
 * The only place that keeps card numbers. Each is sealed under a data key of its own, and the data key under the
 * vault's master key, so that a master key is rotated without touching a card number. What a record says is bound to
 * its token and its merchant: under another token or merchant it does not open.
 */
export type Vault = {
  /** Keeps a card number (12 to 19 digits). The same number kept twice has two tokens and one fingerprint. */
  tokenize(card: {
    merchantId: MerchantId
    pan: Secret<string>
  }): Promise<{ token: VaultToken; fingerprint: Uint8Array }>
  /** 32 bytes, equal only for the same card at the same merchant; nothing is kept or read. */
  fingerprintOf(card: { merchantId: MerchantId; pan: Secret<string> }): Uint8Array
  /** Refuses with `token_not_found` a token that is unknown, forgotten, or another merchant's: the three look alike. */
  detokenize(card: { merchantId: MerchantId; token: VaultToken }): Promise<Secret<string>>
  /**
   * Opens every record, and says whether it does and what may be shown of its number: by ascending token, behind `after`,
   * at most 500. For `verify`.
   */
  inspect(after: VaultToken | undefined): Promise<readonly InspectedCard[]>
  /** Destroys the record. Doing it twice is no error. */
  delete(token: VaultToken): Promise<void>
  /**
   * Tokens of records kept before a moment, by ascending token, behind `after`; at most 500. For the sweep of orphans.
   */
  tokenizedBefore(moment: Instant, after: VaultToken | undefined): Promise<readonly VaultToken[]>
  /**
   * Wraps up to `limit` data keys again under the newest master key; to be called until `rewrapped` is 0. Any number of
   * processes may do it at once while others pay. A record that does not open is left as it is and named.
   */
  rewrap(work: { limit: number }): Promise<{ rewrapped: number; left: number; unreadable: readonly string[] }>
  /** How many records each master key wraps. A key that wraps none may be removed from the key file. */
  status(): Promise<{ newestKey: number; keys: readonly { keyVersion: number; cards: number }[] }>
  /** Card numbers that hosts of acquirers want again, apart from those that stores keep. */
  readonly acquired: AcquiredCards
  /** Which of these numbers of master keys still seal a card. */
  keysInUse(numbers: readonly number[]): Promise<readonly number[]>
}

/** What may be known of a record without knowing its number. */
export type InspectedCard = {
  token: VaultToken
  merchantId: MerchantId
  createdAt: Instant
  fingerprint: Uint8Array
  /** Undefined: it does not open, or its number has another fingerprint than the record says. */
  shown: { first6: string; last4: string } | undefined
}
