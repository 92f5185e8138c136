import { type Selectable, sql } from 'kysely'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { joinable } from '#kernel/db/joined-rows.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { identifierOf } from './removed-identifier.ts'
import type { CardOnFile, Shopper, ShopperFacts, StoredCard } from './shopper.ts'

/** Those that are looked for at the same time are read together. */
export const findShopper = loaderByKey(shoppersById)

export async function shoppersById(db: Db, ids: readonly ShopperId[]): Promise<Map<ShopperId, Shopper>> {
  const rows = await db.read
    .selectFrom('shoppers.shoppers')
    .selectAll()
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, toShopper(row)]))
}

/** Whether a customer whom the store knew by this identifier was deleted since this moment. */
export async function wasRemovedSince(
  db: Db,
  { siteId, identifier, since }: { siteId: SiteId; identifier: string; since: Instant },
): Promise<boolean> {
  const found = await db.read
    .selectFrom('shoppers.shoppers')
    .select('id')
    .where('site_id', '=', siteId)
    .where('removed_at', '>=', since)
    .where(sql<string>`split_part(identifier, '#', 1)`, '=', identifier)
    .executeTakeFirst()
  return found !== undefined
}

/** A site's own name of a shopper is compared exactly, capitals and all. */
export async function findShopperByIdentifier(
  db: Db,
  siteId: SiteId,
  identifier: string,
): Promise<Shopper | undefined> {
  const row = await db.read
    .selectFrom('shoppers.shoppers')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('identifier', '=', identifier)
    .executeTakeFirst()
  return row && toShopper(row)
}

/** The shoppers of these sites with this e-mail address, in any letter case, or whom the sites have named so. */
export async function shopperIdsNamed(
  db: Db,
  siteIds: readonly SiteId[],
  { email, identifier }: { email?: string; identifier?: string },
): Promise<ShopperId[]> {
  const rows = await db.read
    .selectFrom('shoppers.shoppers')
    .select('id')
    .where(sql<boolean>`site_id = any(${siteIds})`)
    .where(
      email === undefined ? sql<boolean>`identifier = ${identifier}` : sql<boolean>`lower(email) = lower(${email})`,
    )
    .orderBy('id', 'desc')
    .limit(namedMax)
    .execute()
  return rows.map(({ id }) => id)
}
const namedMax = 100

const toShopper = (row: Selectable<Schema['shoppers.shoppers']>): Shopper => ({
  id: row.id,
  siteId: row.site_id,
  ...(row.erased_at === null ? factsOf(row) : erasedFacts),
  whitelisted: row.whitelisted,
  whitelistedUntil: row.whitelisted_until ?? undefined,
  createdAt: row.created_at,
  removed: row.removed_at !== null,
  erased: row.erased_at !== null,
  version: row.version,
})

const factsOf = (row: Selectable<Schema['shoppers.shoppers']>): ShopperFacts & Pick<Shopper, 'identifier'> => ({
  identifier: identifierOf(row.identifier),
  email: row.email ?? undefined,
  firstName: row.first_name ?? undefined,
  lastName: row.last_name ?? undefined,
  country: row.country ?? undefined,
  state: row.state ?? undefined,
  city: row.city ?? undefined,
  address: row.address ?? undefined,
  zipCode: row.zip_code ?? undefined,
  phone: row.phone ?? undefined,
  tags: row.tags,
})

/** Also while a worker is still erasing what the row says. */
const erasedFacts: ReturnType<typeof factsOf> = {
  ...{ identifier: 'erased', email: undefined, firstName: undefined, lastName: undefined, phone: undefined, tags: [] },
  ...{ country: undefined, state: undefined, city: undefined, address: undefined, zipCode: undefined },
}

/** For a page that reads its shopper along with its own rows. */
export const shopperRows = joinable('shoppers.shoppers', toShopper)

const usableCards = (db: Db) =>
  db.read
    .selectFrom('shoppers.cards')
    .select([
      'id',
      'shopper_id as shopperId',
      'vault_token as vaultToken',
      'brand',
      'first6',
      'last4',
      'expiry_month as expiryMonth',
      'expiry_year as expiryYear',
      'holder_name as holderName',
      'fingerprint',
      'network_transaction_id as networkTransactionId',
      'network_transaction_at as networkTransactionAt',
      'holder_facts as facts',
      'wallet',
    ])
    .where('status', '=', 'active')
const activeCards = (db: Db, shopperId: ShopperId) => usableCards(db).where('shopper_id', '=', shopperId)

type CardRow = Awaited<ReturnType<ReturnType<typeof activeCards>['execute']>>[number]
const toCard = (row: CardRow): StoredCard => ({
  ...row,
  holderName: row.holderName ?? undefined,
  networkTransactionId: row.networkTransactionId ?? undefined,
  networkTransactionAt: row.networkTransactionAt ?? undefined,
  facts: row.facts ?? undefined,
  wallet: row.wallet ?? undefined,
})

/** The same for a usable card; undefined for one that is deleted. */
export const cardRows = joinable('shoppers.cards', (row) =>
  row.status === 'active'
    ? toCard({
        ...{ id: row.id, shopperId: row.shopper_id, vaultToken: row.vault_token, brand: row.brand },
        ...{ first6: row.first6, last4: row.last4, expiryMonth: row.expiry_month, expiryYear: row.expiry_year },
        ...{ holderName: row.holder_name, fingerprint: row.fingerprint, facts: row.holder_facts },
        wallet: row.wallet,
        networkTransactionId: row.network_transaction_id,
        networkTransactionAt: row.network_transaction_at,
      })
    : undefined,
)

/** A shopper's usable cards, the newest first. At most `cardsShownMax`. */
export async function cardsOf(db: Db, shopperId: ShopperId): Promise<StoredCard[]> {
  const rows = await activeCards(db, shopperId).orderBy('id', 'desc').limit(cardsShownMax).execute()
  return rows.map(toCard)
}
const cardsShownMax = 20

/** Those that are looked for at the same time are read together. */
export async function findCard(db: Db, shopperId: ShopperId, id: StoredCardId): Promise<StoredCard | undefined> {
  const card = await findCardById(db, id)
  return card?.shopperId === shopperId ? card : undefined
}

/** For work that Florin starts itself: a usable card of any site. */
export const findCardById = loaderByKey(cardsById)

async function cardsById(db: Db, ids: readonly StoredCardId[]): Promise<Map<StoredCardId, StoredCard>> {
  const rows = await usableCards(db)
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, toCard(row)]))
}

/**
 * The card that was stored before, if this one is the same: same number, same expiry. Those that are looked for at the
 * same time are read together.
 */
export const findSameCard = (db: Db, shopperId: ShopperId, card: CardKey): Promise<StoredCard | undefined> =>
  findByKey(db, keyOf({ ...card, shopperId }))

type CardKey = { fingerprint: Uint8Array; expiryMonth: number; expiryYear: number }

const findByKey = loaderByKey(async (db: Db, keys: readonly string[]) => {
  const parts = keys.map((key) => key.split(' '))
  const column = (nth: number) => parts.map((part) => part[nth]!)
  const rows = await usableCards(db)
    .where(
      sql<boolean>`(shopper_id, fingerprint, expiry_year, expiry_month) in (
        select shopper, decode(hex, 'hex'), year, month
        from unnest(${column(0)}::bigint[], ${column(1)}::text[], ${column(2)}::integer[], ${column(3)}::integer[])
          as t(shopper, hex, year, month))`,
    )
    .execute()
  return new Map(rows.map((row) => [keyOf(row), toCard(row)]))
})

const keyOf = ({ shopperId, fingerprint, expiryYear, expiryMonth }: CardKey & { shopperId: ShopperId }): string =>
  `${shopperId} ${Buffer.from(fingerprint).toString('hex')} ${expiryYear} ${expiryMonth}`

/** Sets an id aside for a card that is stored only when its first payment is approved. */
export async function reserveCardId(db: Db): Promise<StoredCardId> {
  const [row] = await db.run(`select nextval(pg_get_serial_sequence('shoppers.cards', 'id')) as id`, [])
  return row!.id as StoredCardId
}

/** Those of the vault's tokens that a stored card is kept under. */
export async function tokensInUse(db: Db, tokens: readonly VaultToken[]): Promise<VaultToken[]> {
  const rows = await db.read
    .selectFrom('shoppers.cards')
    .select('vault_token')
    .where('vault_token', 'in', tokens)
    .where('status', '=', 'active')
    .execute()
  return rows.map((row) => row.vault_token)
}

/** A stored card with what only its owner's use cases need. */
export type SiteCard = Pick<StoredCard, 'id' | 'shopperId' | 'vaultToken'> & { status: 'active' | 'deleted' }

/** A card by the site of its shopper, deleted or not. */
export const findSiteCard = (db: Db, siteId: SiteId, id: StoredCardId): Promise<SiteCard | undefined> =>
  db.read
    .selectFrom('shoppers.cards as card')
    .innerJoin('shoppers.shoppers as shopper', 'shopper.id', 'card.shopper_id')
    .select(['card.id', 'card.shopper_id as shopperId', 'card.vault_token as vaultToken', 'card.status'])
    .where('card.id', '=', id)
    .where('shopper.site_id', '=', siteId)
    .executeTakeFirst()

export const activeCardsOf = (db: Db, shopperId: ShopperId): Promise<StoredCard[]> =>
  activeCards(db, shopperId)
    .execute()
    .then((rows) => rows.map(toCard))

/** Cards for records, also deleted ones. */
export async function cardsOnFile(db: Db, ids: readonly StoredCardId[]): Promise<CardOnFile[]> {
  if (ids.length === 0) return []
  const rows = await db.read
    .selectFrom('shoppers.cards')
    .select([
      'id',
      'shopper_id as shopperId',
      'brand',
      'first6',
      'last4',
      'expiry_month as expiryMonth',
      'expiry_year as expiryYear',
      'holder_name as holderName',
      'holder_facts as facts',
      'status',
    ])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return rows.map((row) => ({ ...row, holderName: row.holderName ?? undefined, facts: row.facts ?? undefined }))
}

/** Stored cards whose numbers have these ends, with their sites: by ascending id, behind `after`. */
export const cardsShowing = (
  db: Db,
  { first6, last4, after }: { first6: string; last4: string; after: StoredCardId },
): Promise<{ id: StoredCardId; siteId: SiteId }[]> =>
  db.read
    .selectFrom('shoppers.cards as card')
    .innerJoin('shoppers.shoppers as shopper', 'shopper.id', 'card.shopper_id')
    .select(['card.id', 'shopper.site_id as siteId'])
    .where('card.status', '=', 'active')
    .where('card.first6', '=', first6)
    .where('card.last4', '=', last4)
    .where('card.id', '>', after)
    .orderBy('card.id')
    .limit(showingMax)
    .execute()
const showingMax = 500

/** The tokens of the numbers that cards had before an update renewed them. */
export async function tokensReplacedBy(db: Db, updateId: string): Promise<VaultToken[]> {
  const rows = await db.read
    .selectFrom('shoppers.card_renewals')
    .select('was_vault_token as token')
    .where('update_id', '=', updateId)
    .execute()
  return rows.map(({ token }) => token)
}

/** The tokens of all cards that a shopper has or had stored. */
export async function tokensOf(db: Db, shopperId: ShopperId): Promise<VaultToken[]> {
  const rows = await db.read
    .selectFrom('shoppers.cards')
    .select('vault_token as token')
    .where('shopper_id', '=', shopperId)
    .execute()
  return rows.map(({ token }) => token)
}
