import { type Selectable, sql } from 'kysely'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { readQuantity } from '#kernel/db/quantity.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { type ChainAsset, type Cursor, unpackHashes, type WatchedChain } from './chain.ts'
import type { Deposit, DepositAddress } from './deposit.ts'
import type { AddressId, AssetId, ChainId, DepositId, KeyId } from './ids.ts'

const chains = (db: Reader) =>
  db.read
    .selectFrom('deposits.chains as c')
    .innerJoin('deposits.keys as k', 'k.id', 'c.key_id')
    .select(['c.id', 'c.version', 'c.name', 'c.evm_id as evmId', 'c.key_id as keyId', 'c.active', 'k.xpub'])

/** As they are stored, for lists. */
export const chainsOf = (db: Reader): Promise<WatchedChain[]> => chains(db).orderBy('c.id').execute()

export const findChain = async (db: Db, name: string): Promise<WatchedChain | undefined> =>
  chainOf(db, await db.read.selectFrom('deposits.chains').selectAll().where('name', '=', name).executeTakeFirst())
export const findChainById = async (db: Db, id: ChainId): Promise<WatchedChain | undefined> =>
  chainOf(db, await db.read.selectFrom('deposits.chains').selectAll().where('id', '=', id).executeTakeFirst())

/** A chain with its key, unless one of their rows was changed by hand: coins would go to another wallet. */
async function chainOf(
  db: Db,
  row: Selectable<Schema['deposits.chains']> | undefined,
): Promise<WatchedChain | undefined> {
  const chain = await genuineRow(db, 'deposits.chains', row)
  const key = chain && (await keysOf(db)).find(({ id }) => id === chain.key_id)
  if (!key) return undefined
  const { id, version, name, evm_id: evmId, key_id: keyId, active } = chain
  return { id, version, name, evmId, keyId, active, xpub: key.xpub }
}

const assets = (db: Reader, chainId?: ChainId) =>
  db.read
    .selectFrom('deposits.assets')
    .selectAll()
    .$if(chainId !== undefined, (query) => query.where('chain_id', '=', chainId!))

const assetOf = (row: Selectable<Schema['deposits.assets']>): ChainAsset => ({
  id: row.id,
  version: row.version,
  chainId: row.chain_id,
  code: row.code,
  contract: row.contract ?? undefined,
  decimals: row.decimals,
  confirmations: row.confirmations,
  minimum: readQuantity(row.minimum),
  maximum: readQuantity(row.maximum),
  active: row.active,
})

/** As they are stored, for lists. */
export const assetsOf = async (db: Reader, chainId?: ChainId): Promise<ChainAsset[]> =>
  (await assets(db, chainId).orderBy('id').execute()).map(assetOf)

/** Those of a chain; undefined when the program did not make one of them, or it was changed by hand. */
export async function genuineAssets(db: Db, chainId: ChainId): Promise<ChainAsset[] | undefined> {
  const rows = await assets(db, chainId).orderBy('id').execute()
  const good = await genuine(db, 'deposits.assets', rows)
  return good.length === rows.length ? good.map(assetOf) : undefined
}

export async function findAsset(db: Db, chainId: ChainId, code: string): Promise<ChainAsset | undefined> {
  const found = await assets(db, chainId)
    .where('code', '=', code as ChainAsset['code'])
    .executeTakeFirst()
  const row = await genuineRow(db, 'deposits.assets', found)
  return row && assetOf(row)
}

export async function findAssetById(db: Db, id: AssetId): Promise<ChainAsset | undefined> {
  const row = await genuineRow(db, 'deposits.assets', await assets(db).where('id', '=', id).executeTakeFirst())
  return row && assetOf(row)
}

export async function findCursor(db: Reader, id: ChainId): Promise<Cursor | undefined> {
  const row = await db.read
    .selectFrom('deposits.cursors')
    .select(['id', 'version', 'block_number', 'hashes', 'head_number', 'read_at', 'trouble'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      version: row.version,
      blockNumber: row.block_number ?? undefined,
      hashes: unpackHashes(row.hashes),
      headNumber: row.head_number ?? undefined,
      readAt: row.read_at ?? undefined,
      trouble: row.trouble ?? undefined,
    }
  )
}

/** As they are stored: to know which addresses may have been given. */
export const storedKeys = (db: Reader) => db.read.selectFrom('deposits.keys').selectAll().orderBy('id').execute()

export const keysOf = async (db: Db) =>
  (await genuine(db, 'deposits.keys', await storedKeys(db))).map(({ id, version, xpub, next_index: nextIndex }) => ({
    ...{ id, version, xpub, nextIndex },
  }))

const addresses = (db: Reader) => db.read.selectFrom('deposits.addresses').selectAll()

const genuineAddresses = async (
  db: Db,
  rows: readonly Selectable<Schema['deposits.addresses']>[],
): Promise<DepositAddress[]> =>
  (await genuine(db, 'deposits.addresses', rows)).map((row) => ({
    id: row.id,
    address: row.address,
    chainId: row.chain_id,
    assetId: row.asset_id,
    orderId: row.order_id,
    holderId: row.holder_id,
  }))

export const addressOfOrder = async (db: Db, orderId: string): Promise<DepositAddress | undefined> =>
  (await genuineAddresses(db, await addresses(db).where('order_id', '=', orderId).execute()))[0]
export const addressesById = async (db: Db, ids: readonly AddressId[]): Promise<DepositAddress[]> =>
  ids.length === 0
    ? []
    : genuineAddresses(
        db,
        await addresses(db)
          .where('id', 'in', [...ids])
          .execute(),
      )
export const addressesNamed = async (db: Db, texts: readonly string[]): Promise<DepositAddress[]> =>
  texts.length === 0
    ? []
    : genuineAddresses(
        db,
        await addresses(db)
          .where('address', 'in', [...texts])
          .execute(),
      )

/** The addresses of a key from an index on, in their order. */
export const addressesFrom = (db: Reader, keyId: KeyId, index: number) =>
  db.read
    .selectFrom('deposits.addresses')
    .select(['key_index as index', 'address', 'order_id as orderId'])
    .where('key_id', '=', keyId)
    .where('key_index', '>=', index)
    .orderBy('key_index')
    .execute()

/** Those of the chain's key, which may serve other chains, too, and of every key that an address of the chain is below. */
export const addressesOfChain = (db: Reader, { id, keyId }: Pick<WatchedChain, 'id' | 'keyId'>, limit: number) =>
  db.read
    .selectFrom('deposits.addresses as a')
    .innerJoin('deposits.keys as k', 'k.id', 'a.key_id')
    .select(['k.xpub', 'a.key_index as index', 'a.address', 'a.order_id as orderId'])
    .where((where) =>
      where.or([
        where('a.key_id', '=', keyId),
        where('a.key_id', 'in', where.selectFrom('deposits.addresses').select('key_id').where('chain_id', '=', id)),
      ]),
    )
    .orderBy(sql`a.key_id = ${keyId}`, 'desc')
    .orderBy('a.key_id', 'desc')
    .orderBy('a.key_index')
    .limit(limit)
    .execute()

const deposits = (db: Reader) => db.read.selectFrom('deposits.deposits').selectAll()

const depositOf = (row: Selectable<Schema['deposits.deposits']>): Deposit => ({
  id: row.id,
  version: row.version,
  chainId: row.chain_id,
  transactionHash: row.transaction_hash,
  position: row.position,
  addressId: row.address_id,
  assetId: row.asset_id ?? undefined,
  contract: row.contract ?? undefined,
  sender: row.sender,
  quantity: readQuantity(row.quantity),
  status: row.status,
  blockNumber: row.block_number,
  blockHash: row.block_hash,
  confirmations: row.confirmations,
  needed: row.needed,
  createdAt: row.created_at,
})

/**
 * The deposits that new blocks may change: those that are not confirmed yet, those in blocks behind `after`, those in
 * blocks before `before`, which are not remembered any more, and those of these transactions.
 */
export async function depositsInQuestion(
  db: Db,
  chainId: ChainId,
  { after, before, transactions }: { after: bigint; before: bigint; transactions: readonly string[] },
): Promise<Deposit[]> {
  const rows = await deposits(db)
    .where('chain_id', '=', chainId)
    .where(({ or, eb }) =>
      or([
        eb('status', '=', 'seen'),
        eb('block_number', '>', after).and('status', '!=', 'final'),
        eb('status', '=', 'confirmed').and('block_number', '<', before),
        ...(transactions.length > 0 ? [eb('transaction_hash', 'in', [...transactions])] : []),
      ]),
    )
    .orderBy('block_number')
    .orderBy('position')
    .execute()
  return (await genuine(db, 'deposits.deposits', rows)).map(depositOf)
}

export async function findDeposit(db: Db, id: DepositId): Promise<Deposit | undefined> {
  const row = await genuineRow(db, 'deposits.deposits', await deposits(db).where('id', '=', id).executeTakeFirst())
  return row && depositOf(row)
}

/** As they are stored, for lists. */
export const depositsById = async (db: Reader, ids: readonly DepositId[]): Promise<Deposit[]> =>
  ids.length === 0
    ? []
    : (
        await deposits(db)
          .where('id', 'in', [...ids])
          .execute()
      ).map(depositOf)

/** Oldest first. */
export const depositsOf = async (db: Reader, addressId: AddressId): Promise<Deposit[]> =>
  (await deposits(db).where('address_id', '=', addressId).orderBy('created_at').orderBy('id').execute()).map(depositOf)
