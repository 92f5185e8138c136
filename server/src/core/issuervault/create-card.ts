import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { DuplicateKey } from '#kernel/db/commit/commit.ts'
import { cardNumberAt } from './card-number.ts'
import type { IssuedCard, NewCard } from './issuer-vault.ts'
import type { VaultParts } from './open-issuer-vault.ts'
import { sealPin } from './pin.ts'
import { openKey } from './product-keys.ts'
import { refuse } from './refusals.ts'
import { newestOf } from './rotate-key.ts'
import { insertCard, productKeys, takePlace, writeAll } from './store.ts'

type Parts = VaultParts & { pinOf(cardId: string): Promise<Secret<string> | undefined> }

/**
 * Keeps a card with a number that no other card has. Each attempt takes a place of the range for good, so two requests
 * never work on the same number; the unique fingerprint is the second guard, for numbers that came another way.
 */
export async function createCard(parts: Parts, card: NewCard): Promise<IssuedCard> {
  for (;;) {
    const place = await takePlace(parts.db, card.productId)
    if (!place) throw refuse('card_range_full', { field: 'subscriptionCardId' })
    const { prefix, ...range } = place
    const pan = new Secret(
      cardNumberAt(prefix, range.issued - 1, (text) =>
        parts.keys.fingerprint('cardNumber', `place in ${card.productId} ${text}`).readUInt32BE(),
      ),
    )
    try {
      await keepCard(parts, card, pan)
      return { lastFour: pan.reveal().slice(-4), range }
    } catch (error) {
      if (!(error instanceof DuplicateKey) || error.constraint !== 'card_number_key') throw error
    }
  }
}

async function keepCard({ db, keys, clock, pinOf }: Parts, card: NewCard, pan: Secret<string>): Promise<void> {
  const { cardId, productId, expiry } = card
  const now = clock.now()
  const rows = await productKeys(db, productId)
  const pin = card.pin ?? (card.pinOf === undefined ? undefined : await pinOf(card.pinOf))
  const pinKey = newestOf(rows, 'pin')
  const sealed = keys.seal('issuing', pan.reveal(), contextOf(cardId))
  const row = {
    cardId,
    productId,
    expiry,
    sealed,
    keyVersion: keys.versionOf(sealed),
    fingerprint: fingerprintOf(keys, pan),
    cvkVersion: newestOf(rows, 'cvk').version,
    pvkVersion: newestOf(rows, 'pvk').version,
    pinKeyVersion: pin ? pinKey.version : null,
    pinBlock: pin ? sealPin({ key: openKey(keys, pinKey), pan }, pin) : null,
    createdAt: now,
  }
  await writeAll(db, now, [insertCard(row)])
}

/** Throws when the record was changed, or is another card's. */
export function openNumber(keys: KeyRing, { cardId, sealed }: { cardId: string; sealed: Uint8Array }): Secret<string> {
  const plain = keys.open('issuing', sealed, contextOf(cardId))
  const pan = new Secret(plain.toString('latin1'))
  plain.fill(0)
  return pan
}

export const contextOf = (cardId: string): string => `issued card ${cardId}`

/** By which a card is found again by its number. */
export const fingerprintOf = (keys: KeyRing, pan: Secret<string>): Buffer =>
  keys.fingerprint('cardNumber', `issued card ${pan.reveal()}`)
