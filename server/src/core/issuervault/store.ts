import { sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { preparedQuery } from '#kernel/db/prepared.ts'
import type { KeyKind, ProductKey, RangeUse } from './issuer-vault.ts'

/** Nothing is announced from here, so nothing reacts: no other module's rows can be in its commits. */
export const writeAll = (db: Db, now: Instant, writes: readonly Write[]) =>
  commit({ db, react: async () => [] }, now, writes, 'store')

export type KeyRow = ProductKey & { productId: string; sealed: Uint8Array }

const keyRows = (db: Db) =>
  db.read
    .selectFrom('issuervault.product_keys')
    .select(['product_id as productId', 'kind', 'version', 'sealed', 'check_value as checkValue'])
    .select('created_at as createdAt')

/** Newest first of each kind. */
export const productKeys = (db: Db, productId: string): Promise<KeyRow[]> =>
  keyRows(db).where('product_id', '=', productId).orderBy('kind').orderBy('version', 'desc').limit(keysMax).execute()

export const keysOfKind = (db: Db, kind: KeyKind): Promise<KeyRow[]> =>
  keyRows(db).where('kind', '=', kind).orderBy('created_at', 'desc').limit(keysMax).execute()
const keysMax = 1_000

export type InspectedKeyRow = KeyRow & { keyVersion: number }

/** All keys of some products, behind one of them. */
export const keysAfter = (db: Db, after: string | undefined): Promise<InspectedKeyRow[]> =>
  keyRows(db)
    .select('key_version as keyVersion')
    .where('product_id', 'in', ({ selectFrom }) =>
      selectFrom('issuervault.product_keys')
        .select('product_id')
        .distinct()
        .$if(after !== undefined, (query) => query.where('product_id', '>', after!))
        .orderBy('product_id')
        .limit(productsMax),
    )
    .orderBy('product_id')
    .orderBy('kind')
    .orderBy('version')
    .execute()
const productsMax = 100

export async function productsBefore(db: Db, moment: Instant, after: string | undefined): Promise<string[]> {
  const rows = await db.read
    .selectFrom('issuervault.product_keys')
    .select('product_id as productId')
    .where('kind', '=', 'cvk')
    .where('version', '=', 1)
    .where('created_at', '<', moment)
    .$if(after !== undefined, (query) => query.where('product_id', '>', after!))
    .orderBy('product_id')
    .limit(pageMax)
    .execute()
  return rows.map(({ productId }) => productId)
}

export async function removeProduct(db: Db, productId: string): Promise<void> {
  await db.run(
    `with gone as (
       delete from issuervault.product_keys where product_id = $1
         and not exists (select from issuervault.cards where product_id = $1)
       returning product_id)
     delete from issuervault.ranges where product_id in (select product_id from gone)`,
    [productId],
  )
}

/** Takes the next place of the range; undefined when there is none. */
export async function takePlace(db: Db, productId: string): Promise<(RangeUse & { prefix: string }) | undefined> {
  const [row] = await db.run(
    `update issuervault.ranges set issued = issued + 1 where product_id = $1 and issued < capacity
     returning prefix, issued::float8 as issued, capacity::float8 as capacity`,
    [productId],
  )
  return row as (RangeUse & { prefix: string }) | undefined
}

export async function findRange(db: Db, productId: string): Promise<RangeUse | undefined> {
  const row = await db.read
    .selectFrom('issuervault.ranges')
    .select(['issued', 'capacity'])
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row && { issued: Number(row.issued), capacity: Number(row.capacity) }
}

/** Cards that are valid on this day, by the version of the key that they have. */
export async function versionsInUse(
  db: Db,
  { productId, kind, today }: { productId: string; kind: 'cvk' | 'pvk' | 'pin'; today: string },
): Promise<number[]> {
  const column = `${kind === 'pin' ? 'pin_key' : kind}_version` as 'cvk_version' | 'pvk_version' | 'pin_key_version'
  const rows = await db.read
    .selectFrom('issuervault.cards')
    .select(column)
    .distinct()
    .where('product_id', '=', productId)
    .where('expiry', '>=', today)
    .where(column, 'is not', null)
    .execute()
  return rows.map((row) => Number(row[column]))
}

export type CardRow = {
  cardId: string
  productId: string
  sealed: Uint8Array
  fingerprint: Uint8Array
  expiry: string
  cvkVersion: number
  pvkVersion: number
  pinKeyVersion: number | null
  pinBlock: Uint8Array | null
  /** Null: not changed since it was issued. */
  pinSetAt: Instant | null
  createdAt: Instant
}

const cardRows = ({ read }: Pick<Db, 'read'>) =>
  read
    .selectFrom('issuervault.cards')
    .select(['card_id as cardId', 'product_id as productId', 'sealed', 'fingerprint', 'expiry'])
    .select(['cvk_version as cvkVersion', 'pvk_version as pvkVersion', 'pin_key_version as pinKeyVersion'])
    .select(['pin_block as pinBlock', 'pin_set_at as pinSetAt', 'created_at as createdAt'])

export const findCard = (db: Db, cardId: string): Promise<CardRow | undefined> =>
  cardRows(db).where('card_id', '=', cardId).executeTakeFirst()

/** By the fingerprints of their numbers, in hexadecimal. Cards that are shown at the same time are one query. */
export const findCardByFingerprint = loaderByKey(async (db: Db, fingerprints: readonly string[]) => {
  const rows = await cardsByFingerprints(db, [fingerprints.map((text) => Buffer.from(text, 'hex'))])
  return new Map(rows.map((row) => [Buffer.from(row.fingerprint).toString('hex'), row]))
})
const cardsByFingerprints = preparedQuery((read) =>
  cardRows({ read }).where(sql<boolean>`fingerprint = any(${[]}::bytea[])`),
)

export const cardsAfter = (db: Db, after: string | undefined): Promise<CardRow[]> =>
  cardRows(db)
    .$if(after !== undefined, (query) => query.where('card_id', '>', after!))
    .orderBy('card_id')
    .limit(pageMax)
    .execute()

export async function cardsBefore(db: Db, moment: Instant, after: string | undefined): Promise<string[]> {
  const rows = await db.read
    .selectFrom('issuervault.cards')
    .select('card_id as cardId')
    .where('created_at', '<', moment)
    .$if(after !== undefined, (query) => query.where('card_id', '>', after!))
    .orderBy('card_id')
    .limit(pageMax)
    .execute()
  return rows.map(({ cardId }) => cardId)
}
const pageMax = 500

/** `commit` has no deletes, and nothing else has to be written with it. */
export async function removeCard(db: Db, cardId: string): Promise<void> {
  await db.run('delete from issuervault.cards where card_id = $1', [cardId])
}

export const insertCard = (card: Omit<CardRow, 'pinSetAt'> & { keyVersion: number }): Write =>
  insert('issuervault.cards', {
    card_id: card.cardId,
    product_id: card.productId,
    sealed: card.sealed,
    key_version: card.keyVersion,
    fingerprint: card.fingerprint,
    expiry: card.expiry,
    cvk_version: card.cvkVersion,
    pvk_version: card.pvkVersion,
    pin_key_version: card.pinKeyVersion,
    pin_block: card.pinBlock,
    created_at: card.createdAt,
  })

export const updatePin = (
  { cardId, pinSetAt }: Pick<CardRow, 'cardId' | 'pinSetAt'>,
  set: { pin_key_version: number; pin_block: Uint8Array; pin_set_at: Instant },
): Write => update('issuervault.cards', { set, where: { card_id: cardId, pin_set_at: pinSetAt } })

/** Those that an older master key has sealed. */
export const cardsSealedBefore = (db: Db, keyVersion: number, limit: number): Promise<CardRow[]> =>
  cardRows(db).where('key_version', '<', keyVersion).orderBy('card_id').limit(limit).execute()

export const keysSealedBefore = (db: Db, keyVersion: number, limit: number): Promise<KeyRow[]> =>
  keyRows(db).where('key_version', '<', keyVersion).orderBy('product_id').limit(limit).execute()

/** Which of these master keys still seal a card or a key of a product. */
export async function keysInUse(db: Db, keys: readonly number[]): Promise<number[]> {
  const rows = await db.run(
    `select asked.key from unnest($1::integer[]) as asked (key)
     where exists (select from issuervault.cards where key_version = asked.key)
        or exists (select from issuervault.product_keys where key_version = asked.key)`,
    [keys],
  )
  return (rows as { key: number }[]).map(({ key }) => key)
}

export const countByKey = async (db: Db): Promise<{ key: number; count: number }[]> =>
  (await db.run(
    `select key_version as key, count(*)::integer as count
     from (select key_version from issuervault.cards union all select key_version from issuervault.product_keys) as sealed
     group by 1 order by 1`,
    [],
  )) as { key: number; count: number }[]
