import type { Clock } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { cardVerificationValue } from '#kernel/crypto/cards/card-verification.ts'
import { pinVerificationValue } from '#kernel/crypto/cards/pin.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { decide, insert } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { capacityOf } from './card-number.ts'
import { createCard, openNumber } from './create-card.ts'
import { type CardNumber, type CardTerms, type IssuerVault, keyKinds, type PersonalisedCard } from './issuer-vault.ts'
import { isSamePin, openPin, sealPin } from './pin.ts'
import { kidOf, makeKey, openedCheckValue, openKey, signingKeyOf } from './product-keys.ts'
import { cardRecognizer } from './recognize-card.ts'
import { rewrap } from './rewrap.ts'
import { keyWrite, newestOf, rotateKey } from './rotate-key.ts'
import {
  type CardRow,
  cardsAfter,
  cardsBefore,
  countByKey,
  findCard,
  findRange,
  keysAfter,
  keysInUse,
  keysOfKind,
  productKeys,
  productsBefore,
  removeCard,
  removeProduct,
  updatePin,
  writeAll,
} from './store.ts'

export type VaultParts = { db: Db; keys: KeyRing; clock: Clock }

/** `db` is opened with the role `florin_issuer`, the only one that reaches this schema, and reaches no other. */
export function openIssuerVault(parts: VaultParts): IssuerVault {
  const { db, keys, clock } = parts
  const cardOf = async (cardId: string): Promise<CardRow> => {
    const card = await findCard(db, cardId)
    if (!card) throw new Error(`the issuer's vault has no card ${cardId}`)
    return card
  }
  const keyOf = async (productId: string, kind: 'cvk' | 'pvk' | 'pin', version: number): Promise<Buffer> => {
    const row = (await productKeys(db, productId)).find((key) => key.kind === kind && key.version === version)
    if (!row) throw new Error(`product ${productId} has no ${kind} of version ${version}`)
    return openKey(keys, row)
  }
  const pinOf = async (card: CardRow): Promise<Secret<string> | undefined> => {
    if (!card.pinBlock || card.pinKeyVersion === null) return undefined
    const key = await keyOf(card.productId, 'pin', card.pinKeyVersion)
    return openPin({ key, pan: openNumber(keys, card) }, card.pinBlock)
  }
  const vault = { cardOf, keyOf, pinOf, keys }
  return {
    openProduct: async ({ productId, prefix }) => {
      const now = clock.now()
      const fresh = keyKinds.map((kind) => keyWrite(keys, now, makeKey(keys, { productId, kind, version: 1 })))
      const range = { product_id: productId, prefix, capacity: BigInt(capacityOf(prefix)) }
      await writeAll(db, now, [...fresh, insert('issuervault.ranges', range)])
    },
    openedBefore: (moment, after) => productsBefore(db, moment, after),
    closeProduct: (productId) => removeProduct(db, productId),
    keysOf: async (productId) => (await productKeys(db, productId)).map(({ sealed: _, productId: _id, ...key }) => key),
    rotateKey: (input) => rotateKey(parts, input),
    rangeOf: async (productId) => (await findRange(db, productId)) ?? { issued: 0, capacity: 0 },
    createCard: (card) => createCard({ ...parts, pinOf: async (cardId) => pinOf(await cardOf(cardId)) }, card),
    secretsOf: async (terms) => {
      const card = await cardOf(terms.cardId)
      const cvv = verificationValue(vault, card, { expiry: expiryIn(card, terms), serviceCode: '000' })
      return { pan: openNumber(keys, card), cvv: await cvv, pin: await pinOf(card) }
    },
    numberOf: async (cardId) => numberAndEnds(keys, await cardOf(cardId)),
    personalise: async (terms) => personalise(vault, await cardOf(terms.cardId), terms),
    setPin: ({ cardId, pin, at }) =>
      decide(async () => {
        const card = await cardOf(cardId)
        if (card.pinSetAt && Temporal.Instant.compare(at, card.pinSetAt) < 0) return
        const { version, ...row } = newestOf(await productKeys(db, card.productId), 'pin')
        const pin_block = sealPin({ key: openKey(keys, { version, ...row }), pan: openNumber(keys, card) }, pin)
        await writeAll(db, clock.now(), [updatePin(card, { pin_key_version: version, pin_block, pin_set_at: at })])
      }),
    pinSetAt: async (cardId) => (await cardOf(cardId)).pinSetAt ?? undefined,
    hasPin: async (cardId) => (await cardOf(cardId)).pinBlock !== null,
    isPinOf: async ({ cardId, pin }) => {
      const right = await pinOf(await cardOf(cardId))
      return right !== undefined && isSamePin(pin, right)
    },
    recognize: cardRecognizer(parts),
    signerOf: async (productId) => {
      const key = signingKeyOf(openKey(keys, newestOf(await productKeys(db, productId), 'signing')))
      return { kid: kidOf(key), key }
    },
    publicKeys: async () => (await keysOfKind(db, 'signing')).map((row) => publicKeyOf(openKey(keys, row))),
    delete: (cardId) => removeCard(db, cardId),
    createdBefore: (moment, after) => cardsBefore(db, moment, after),
    ...inspections(parts),
    countByKey: () => countByKey(parts.db),
    keysInUse: (numbers) => keysInUse(parts.db, numbers),
    rewrap: (work) => rewrap(parts, work),
  }
}

function numberAndEnds(keys: KeyRing, card: CardRow): CardNumber {
  const number = openNumber(keys, card)
  const digits = number.reveal()
  return { number, first6: digits.slice(0, 6), last4: digits.slice(-4), expiry: card.expiry }
}

function publicKeyOf(signing: Buffer) {
  const key = signingKeyOf(signing)
  const { kty, crv, x, y } = key.export({ format: 'jwk' })
  return { kty, crv, x, y, use: 'sig', alg: 'ES256', kid: kidOf(key) }
}

type OpenedVault = {
  keys: KeyRing
  keyOf(productId: string, kind: 'cvk' | 'pvk' | 'pin', version: number): Promise<Buffer>
  pinOf(card: CardRow): Promise<Secret<string> | undefined>
}

/** Under the key that the card was made with, so that it stays the same when keys are rotated. */
async function verificationValue(
  { keyOf, keys }: OpenedVault,
  card: CardRow,
  input: { expiry: string; serviceCode: string },
): Promise<Secret<string>> {
  const key = await keyOf(card.productId, 'cvk', card.cvkVersion)
  return new Secret(cardVerificationValue(key, { pan: openNumber(keys, card).reveal(), ...input }))
}

async function personalise(
  vault: OpenedVault,
  card: CardRow,
  terms: CardTerms & { serviceCode: string; pinKey: Buffer },
): Promise<PersonalisedCard> {
  const { expiry, productId } = card
  const pan = openNumber(vault.keys, card)
  const pin = await vault.pinOf(card)
  const pvk = await vault.keyOf(productId, 'pvk', card.pvkVersion)
  return {
    pan,
    cvv: await verificationValue(vault, card, { expiry, serviceCode: terms.serviceCode }),
    cvv2: await verificationValue(vault, card, { expiry: expiryIn(card, terms), serviceCode: '000' }),
    icvv: await verificationValue(vault, card, { expiry, serviceCode: '999' }),
    pvv: pin && new Secret(pinVerificationValue(pvk, { pan: pan.reveal(), pin: pin.reveal(), index: pvki })),
    pinBlock: pin && new Secret(sealPin({ key: terms.pinKey, pan }, pin).toString('hex').toUpperCase()),
  }
}
/** The only PIN verification key of a card. */
const pvki = 1

const expiryIn = ({ expiry }: CardRow, { expiryOrder }: CardTerms): string =>
  expiryOrder === 'YYMM' ? expiry : expiry.slice(2) + expiry.slice(0, 2)

function lastFourOf(keys: KeyRing, card: CardRow): string | undefined {
  try {
    const digits = openNumber(keys, card).reveal()
    const isSame = Buffer.from(card.fingerprint).equals(keys.fingerprint('cardNumber', `issued card ${digits}`))
    return isSame ? digits.slice(-4) : undefined
  } catch {
    return undefined
  }
}

/** The reads of `florin verify`. */
const inspections = ({ db, keys }: VaultParts): Pick<IssuerVault, 'inspect' | 'inspectKeys'> => ({
  inspect: async (after) =>
    (await cardsAfter(db, after)).map((card) => ({
      cardId: card.cardId,
      productId: card.productId,
      expiry: card.expiry,
      createdAt: card.createdAt,
      lastFour: lastFourOf(keys, card),
    })),
  inspectKeys: async (after) =>
    (await keysAfter(db, after)).map(({ productId, kind, version, checkValue, ...key }) => ({
      ...{ productId, kind, version, checkValue },
      opened: openedCheckValue(keys, { ...key, productId, kind, version }),
    })),
})
