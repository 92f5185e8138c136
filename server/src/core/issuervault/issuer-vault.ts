import type { KeyObject } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { SentPin } from './pin.ts'

/**
 * `cvk` makes card verification values, `pvk` PIN verification values, `pin` encrypts PIN blocks, and `signing` signs
 * what wallets receive.
 */
export const keyKinds = ['cvk', 'pvk', 'pin', 'signing'] as const
export type KeyKind = (typeof keyKinds)[number]

/** A key as lists of keys show it. Of a `signing` key the check value is the beginning of its public key's digest. */
export type ProductKey = { kind: KeyKind; version: number; checkValue: string; createdAt: Instant }

/** How many numbers of the range are used, of how many. */
export type RangeUse = { issued: number; capacity: number }

export type NewCard = {
  cardId: string
  productId: string
  /** YYMM */
  expiry: string
  pin: Secret<string> | undefined
  /** The new card has the PIN of this one. */
  pinOf?: string | undefined
}

/** `at`: the moment of the commit that has decided the change. */
export type NewPin = { cardId: string; pin: Secret<string>; at: Instant }

export type IssuedCard = { lastFour: string; range: RangeUse }

/** How the product makes CVV2: the order of the expiry date goes into it. */
export type CardTerms = { cardId: string; expiryOrder: 'YYMM' | 'MMYY' }

/** A number, what may be shown of it, and until when it is valid (YYMM). */
export type CardNumber = { number: Secret<string>; first6: string; last4: string; expiry: string }

export type CardSecrets = { pan: Secret<string>; cvv: Secret<string>; pin: Secret<string> | undefined }

/** What goes on a plastic card, into its stripe and its chip. */
export type PersonalisedCard = {
  pan: Secret<string>
  cvv: Secret<string>
  cvv2: Secret<string>
  icvv: Secret<string>
  pvv: Secret<string> | undefined
  pinBlock: Secret<string> | undefined
}

/** A card as somebody shows it who wants to use it. */
export type ShownCard = { number: Secret<string>; cvv2?: Secret<string> | undefined; pin?: SentPin | undefined }

/** Which card it is, and whether what was shown besides is right. */
export type RecognizedCard = {
  cardId: string
  productId: string
  lastFour: string
  cvv2: 'match' | 'noMatch' | 'notSent'
  pin: 'match' | 'noMatch' | 'notSent' | 'notSet' | 'unreadable'
}

export type IssuerVault = {
  /** The first keys of a product, and its range of numbers. */
  openProduct(input: { productId: string; prefix: string }): Promise<void>
  /** Products with keys from before a moment, by ascending id behind `after`, at most 500: for the sweep. */
  openedBefore(moment: Instant, after: string | undefined): Promise<readonly string[]>
  /** Destroys the keys and the range of a product that was never recorded. One that has cards keeps them. */
  closeProduct(productId: string): Promise<void>
  /** Newest first. */
  keysOf(productId: string): Promise<readonly ProductKey[]>
  /**
   * A new version of a key, for new cards; the one before stays valid for the cards that have it. Refuses a third valid
   * version with `key_versions_in_use`.
   */
  rotateKey(input: { productId: string; kind: KeyKind; today: string }): Promise<ProductKey>
  rangeOf(productId: string): Promise<RangeUse>
  /** A number that no card has. Refuses with `card_range_full` when there is none left. */
  createCard(card: NewCard): Promise<IssuedCard>
  secretsOf(terms: CardTerms): Promise<CardSecrets>
  /** Without its security code, for merchants that store it. */
  numberOf(cardId: string): Promise<CardNumber>
  /** PIN blocks are under the given key of 32 bytes. */
  personalise(terms: CardTerms & { serviceCode: string; pinKey: Buffer }): Promise<PersonalisedCard>
  /** Of several changes the one with the latest moment holds, in whatever order they come. */
  setPin(input: NewPin): Promise<void>
  /** The moment of the change that holds; undefined: the PIN was not changed since the card was issued. */
  pinSetAt(cardId: string): Promise<Instant | undefined>
  hasPin(cardId: string): Promise<boolean>
  /** Compares in constant time. */
  isPinOf(input: { cardId: string; pin: Secret<string> }): Promise<boolean>
  /** Undefined: no card of ours has this number. What is right is compared in constant time. */
  recognize(
    shown: ShownCard,
    expiryOrderOf: (productId: string) => Promise<CardTerms['expiryOrder']>,
  ): Promise<RecognizedCard | undefined>
  /** The newest key that signs for a product, and the name under which its public key is published. */
  signerOf(productId: string): Promise<{ kid: string; key: KeyObject }>
  /** Of all products: what `/.well-known/card-keys.json` publishes. */
  publicKeys(): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** For a card that was not issued after all. */
  delete(cardId: string): Promise<void>
  /** Cards made before a moment, by ascending id behind `after`, at most 500: for the sweep of those never issued. */
  createdBefore(moment: Instant, after: string | undefined): Promise<readonly string[]>
  /** Opens every record: what may be known of it. By ascending id, behind `after`, at most 500. For `verify`. */
  inspect(after: string | undefined): Promise<readonly InspectedIssuedCard[]>
  /** The same of the keys of products: all of at most a hundred products, by ascending id, behind `after`. */
  inspectKeys(after: string | undefined): Promise<readonly InspectedProductKey[]>
  /** How many cards and keys of products each master key seals, by its number. */
  countByKey(): Promise<readonly { key: number; count: number }[]>
  /** Which of these numbers of master keys still seal a card or a key of a product. */
  keysInUse(numbers: readonly number[]): Promise<readonly number[]>
  /** Seals up to `limit` records again under the newest master key; to be called until `rewrapped` is 0. */
  rewrap(work: { limit: number }): Promise<{ rewrapped: number; unreadable: readonly string[] }>
}

export type InspectedProductKey = {
  productId: string
  kind: KeyKind
  version: number
  checkValue: string
  /** The check value of the key itself. Undefined: it does not open, or another master key than it says has sealed it. */
  opened: string | undefined
}

export type InspectedIssuedCard = {
  cardId: string
  productId: string
  expiry: string
  createdAt: Instant
  /** Undefined: it does not open, or its number has another fingerprint than the record says. */
  lastFour: string | undefined
}
