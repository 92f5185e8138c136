import type { Secret } from '#kernel/base/secret.ts'
import { cardVerificationValues, sameDigits } from '#kernel/crypto/cards/card-verification.ts'
import { InvalidPinBlock } from '#kernel/crypto/cards/pin.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import { fingerprintOf } from './create-card.ts'
import type { CardTerms, RecognizedCard, ShownCard } from './issuer-vault.ts'
import { isSamePin, openPin, openSentPin, type SentPin } from './pin.ts'
import { openKey } from './product-keys.ts'
import { type CardRow, findCardByFingerprint, type KeyRow, productKeys } from './store.ts'

/** Finds the card that has a number, and compares what was shown with it. */
export function cardRecognizer({ db, keys }: { db: Db; keys: KeyRing }) {
  const keyOf = rememberedKeys(db, keys)
  const valuesOf = openForTurns(keyOf)
  const cardOf = rememberedCards(db)
  return async (
    { number, cvv2, pin }: ShownCard,
    expiryOrderOf: (productId: string) => Promise<CardTerms['expiryOrder']>,
  ): Promise<RecognizedCard | undefined> => {
    const fingerprint = fingerprintOf(keys, number).toString('hex')
    const card = await cardOf(fingerprint)
    if (!card) return undefined
    const isRight = async (sent: Secret<string>) => {
      const order = await expiryOrderOf(card.productId)
      const expiry = order === 'YYMM' ? card.expiry : card.expiry.slice(2) + card.expiry.slice(0, 2)
      const cvv2Of = await valuesOf(card.productId, card.cvkVersion)
      return sameDigits(sent.reveal(), cvv2Of({ pan: number.reveal(), expiry, serviceCode: '000' }))
    }
    return {
      cardId: card.cardId,
      productId: card.productId,
      lastFour: number.reveal().slice(-4),
      cvv2: cvv2 ? ((await isRight(cvv2)) ? 'match' : 'noMatch') : 'notSent',
      pin: pin
        ? await comparePin({ card: await findCardByFingerprint(db, fingerprint), pin, number }, keyOf)
        : 'notSent',
    }
  }
}

type KeyOf = (productId: string, kind: 'cvk' | 'pin', version: number) => Promise<Buffer>
type PinShown = { card: CardRow | undefined; pin: SentPin; number: Secret<string> }

async function comparePin({ card, pin, number }: PinShown, keyOf: KeyOf): Promise<RecognizedCard['pin']> {
  if (!card?.pinBlock || card.pinKeyVersion === null) return 'notSet'
  const { pinBlock, pinKeyVersion, productId } = card
  let sent: Secret<string>
  try {
    sent = openSentPin(pin, number)
  } catch (error) {
    if (error instanceof InvalidPinBlock) return 'unreadable'
    throw error
  }
  const right = openPin({ key: await keyOf(productId, 'pin', pinKeyVersion), pan: number }, pinBlock)
  return isSamePin(sent, right) ? 'match' : 'noMatch'
}

/**
 * Which card a number is, what is in its security code: for good, from the moment it has the number. So it is read once,
 * by the fingerprint. A PIN is not: it may be changed at any moment.
 */
function rememberedCards(db: Db) {
  const known = new Map<string, LastingFacts>()
  return async (fingerprint: string): Promise<LastingFacts | undefined> => {
    const kept = known.get(fingerprint)
    if (kept) return kept
    const card = await findCardByFingerprint(db, fingerprint)
    if (!card) return undefined
    const { cardId, productId, expiry, cvkVersion } = card
    const facts = { cardId, productId, expiry, cvkVersion }
    if (known.size >= cardsMax) known.clear()
    known.set(fingerprint, facts)
    return facts
  }
}
type LastingFacts = Pick<CardRow, 'cardId' | 'productId' | 'expiry' | 'cvkVersion'>
const cardsMax = 100_000

/**
 * A key opens all security codes that are compared in one turn of the program: to open it, and to take it in, costs ten times
 * as much as a code. Its bytes are wiped at once, and at the end of the turn it is forgotten.
 */
function openForTurns(keyOf: KeyOf) {
  const open = new Map<string, Promise<ReturnType<typeof cardVerificationValues>>>()
  return (productId: string, version: number) =>
    open.getOrInsertComputed(`${productId} ${version}`, async (name) => {
      setImmediate(() => open.delete(name))
      const key = await keyOf(productId, 'cvk', version)
      const values = cardVerificationValues(key)
      key.fill(0)
      return values
    })
}

/**
 * The keys of products, read once: a version of a key never changes. They are kept as they are stored, under a master key,
 * and read again when that one is gone.
 */
function rememberedKeys(db: Db, keys: KeyRing): KeyOf {
  const known = new Map<string, KeyRow>()
  const load = async (productId: string, name: string) => {
    if (known.size > keptMax) known.clear()
    for (const row of await productKeys(db, productId)) known.set(`${productId} ${row.kind} ${row.version}`, row)
    const row = known.get(name)
    if (!row) throw new Error(`there is no key ${name}`)
    return row
  }
  return async (productId, kind, version) => {
    const name = `${productId} ${kind} ${version}`
    const row = known.get(name)
    try {
      if (row) return openKey(keys, row)
    } catch {
      known.delete(name)
    }
    return openKey(keys, await load(productId, name))
  }
}
const keptMax = 10_000
