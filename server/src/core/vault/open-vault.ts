import { randomUUID } from 'node:crypto'
import type { MerchantId } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import { loadInBatches } from '#kernel/db/load-in-batches.ts'
import { openAcquiredCards } from './acquired-cards.ts'
import { type CardName, openCard, sealCard } from './envelope.ts'
import type { VaultToken } from './ids.ts'
import { refuse } from './refusals.ts'
import { rewrap } from './rewrap.ts'
import {
  addCard,
  cardsAfter,
  countByKey,
  findCards,
  type KeptCard,
  keysInUse,
  removeCard,
  tokensBefore,
} from './store.ts'
import type { InspectedCard, Vault } from './vault.ts'

/** `db` is opened with the role `florin_vault`, the only one that reaches the vault's schema, and reaches no other. */
export function openVault({ db, keys, clock }: { db: Db; keys: KeyRing; clock: Clock }): Vault {
  // Cards that are opened at the same time are read together: of each by its own name, since both parts are the key.
  const findCard = loadInBatches(async (names: readonly string[]) => {
    const found = await findCards(db, names.map(parseName))
    return new Map(found.map((card) => [nameText(card), card]))
  })
  return {
    tokenize: async ({ merchantId, pan }) => {
      const fingerprint = fingerprintOf(keys, { merchantId, pan })
      const token = newToken()
      const envelope = sealCard(keys, { merchantId, token }, pan)
      await addCard(db, clock.now(), { token, merchantId, fingerprint, ...envelope })
      return { token, fingerprint }
    },
    fingerprintOf: (card) => fingerprintOf(keys, card),
    detokenize: async (name) => {
      const found = isToken(name.token) ? await findCard(nameText(name)) : undefined
      if (!found) throw refuse('token_not_found', { field: 'token' })
      return openCard(keys, name, found)
    },
    inspect: async (after) => (await cardsAfter(db, after)).map((card) => inspected(keys, card)),
    delete: async (token) => {
      if (isToken(token)) await removeCard(db, token)
    },
    tokenizedBefore: (moment, after) => tokensBefore(db, moment, after),
    rewrap: (work) => rewrap({ db, keys }, work),
    acquired: openAcquiredCards({ db, keys, clock }),
    status: async () => ({ newestKey: keys.newestVersion('vault'), keys: await countByKey(db) }),
    keysInUse: (numbers) => keysInUse(db, numbers),
  }
}

/** The merchant is part of the text, so that what two merchants know of a card cannot be put together. */
function fingerprintOf(
  keys: KeyRing,
  { merchantId, pan }: { merchantId: MerchantId; pan: Secret<string> },
): Uint8Array {
  const digits = pan.reveal()
  if (!/^\d{12,19}$/.test(digits)) throw refuse('invalid_card_number')
  return keys.fingerprint('cardNumber', `merchant ${merchantId} card ${digits}`)
}

function inspected(keys: KeyRing, { wrappedKey, sealed, ...card }: KeptCard): InspectedCard {
  try {
    const pan = openCard(keys, card, { wrappedKey, sealed })
    const isSame = Buffer.from(card.fingerprint).equals(fingerprintOf(keys, { merchantId: card.merchantId, pan }))
    const digits = pan.reveal()
    return { ...card, shown: isSame ? { first6: digits.slice(0, 6), last4: digits.slice(-4) } : undefined }
  } catch {
    return { ...card, shown: undefined }
  }
}

const nameText = ({ merchantId, token }: CardName): string => `${merchantId} ${token}`

function parseName(text: string): CardName {
  const [merchantId, token] = text.split(' ')
  return { merchantId: Number(merchantId) as MerchantId, token: token as VaultToken }
}

const newToken = (): VaultToken => readToken(randomUUID())!
const isToken = (unchecked: string): boolean => readToken(unchecked) !== undefined

function readToken(unchecked: string): VaultToken | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(unchecked) ? (unchecked as VaultToken) : undefined
}
