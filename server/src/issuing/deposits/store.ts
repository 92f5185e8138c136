import type { Reader } from '#kernel/db/db.ts'
import { readQuantity } from '#kernel/db/quantity.ts'
import { type ChainAsset, type Cursor, unpackHashes, type WatchedChain } from './chain.ts'
import type { Deposit, DepositAddress } from './deposit.ts'
import type { AddressId, AssetId, ChainId, DepositId, KeyId } from './ids.ts'

const chains = (db: Reader) =>
  db.read
    .selectFrom('deposits.chains as c')
    .innerJoin('deposits.keys as k', 'k.id', 'c.key_id')
    .select(['c.id', 'c.version', 'c.name', 'c.evm_id as evmId', 'c.key_id as keyId', 'c.active', 'k.xpub'])

export const chainsOf = (db: Reader): Promise<WatchedChain[]> => chains(db).orderBy('c.id').execute()
export const findChain = (db: Reader, name: string): Promise<WatchedChain | undefined> =>
  chains(db).where('c.name', '=', name).executeTakeFirst()
export const findChainById = (db: Reader, id: ChainId): Promise<WatchedChain | undefined> =>
  chains(db).where('c.id', '=', id).executeTakeFirst()

const assets = (db: Reader) =>
  db.read
    .selectFrom('deposits.assets')
    .select(['id', 'version', 'chain_id as chainId', 'code', 'contract', 'decimals', 'confirmations'])
    .select(['minimum', 'maximum', 'active'])

type AssetRow = Awaited<ReturnType<ReturnType<typeof assets>['executeTakeFirstOrThrow']>>
const assetOf = ({ contract, minimum, maximum, ...row }: AssetRow): ChainAsset => ({
  ...row,
  contract: contract ?? undefined,
  minimum: readQuantity(minimum),
  maximum: readQuantity(maximum),
})

export const assetsOf = async (db: Reader, chainId?: ChainId): Promise<ChainAsset[]> =>
  (
    await assets(db)
      .$if(chainId !== undefined, (query) => query.where('chain_id', '=', chainId!))
      .orderBy('id')
      .execute()
  ).map(assetOf)

export async function findAsset(db: Reader, chainId: ChainId, code: string): Promise<ChainAsset | undefined> {
  const row = await assets(db)
    .where('chain_id', '=', chainId)
    .where('code', '=', code as ChainAsset['code'])
    .executeTakeFirst()
  return row && assetOf(row)
}

export async function findAssetById(db: Reader, id: AssetId): Promise<ChainAsset | undefined> {
  const row = await assets(db).where('id', '=', id).executeTakeFirst()
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

export const keysOf = (db: Reader) =>
  db.read
    .selectFrom('deposits.keys')
    .select(['id', 'version', 'xpub', 'next_index as nextIndex'])
    .orderBy('id')
    .execute()

const addresses = (db: Reader) =>
  db.read
    .selectFrom('deposits.addresses')
    .select(['id', 'address', 'chain_id as chainId', 'asset_id as assetId', 'order_id as orderId'])
    .select('holder_id as holderId')

export const addressOfOrder = (db: Reader, orderId: string): Promise<DepositAddress | undefined> =>
  addresses(db).where('order_id', '=', orderId).executeTakeFirst()
export const addressesById = (db: Reader, ids: readonly AddressId[]): Promise<DepositAddress[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : addresses(db)
        .where('id', 'in', [...ids])
        .execute()
export const addressesNamed = (db: Reader, texts: readonly string[]): Promise<DepositAddress[]> =>
  texts.length === 0
    ? Promise.resolve([])
    : addresses(db)
        .where('address', 'in', [...texts])
        .execute()

/** The addresses of a key from an index on, in their order. */
export const addressesFrom = (db: Reader, keyId: KeyId, index: number) =>
  db.read
    .selectFrom('deposits.addresses')
    .select(['key_index as index', 'address', 'order_id as orderId'])
    .where('key_id', '=', keyId)
    .where('key_index', '>=', index)
    .orderBy('key_index')
    .execute()

const deposits = (db: Reader) =>
  db.read
    .selectFrom('deposits.deposits')
    .select(['id', 'version', 'chain_id as chainId', 'transaction_hash as transactionHash', 'position'])
    .select(['address_id as addressId', 'asset_id as assetId', 'contract', 'sender', 'quantity', 'status'])
    .select(['block_number as blockNumber', 'block_hash as blockHash', 'confirmations', 'needed'])
    .select('created_at as createdAt')

type DepositRow = Awaited<ReturnType<ReturnType<typeof deposits>['executeTakeFirstOrThrow']>>
const depositOf = ({ assetId, contract, quantity, ...row }: DepositRow): Deposit => ({
  ...row,
  assetId: assetId ?? undefined,
  contract: contract ?? undefined,
  quantity: readQuantity(quantity),
})

/**
 * The deposits that new blocks may change: those that are not confirmed yet, those in blocks behind `after`, those in
 * blocks before `before`, which are not remembered any more, and those of these transactions.
 */
export const depositsInQuestion = async (
  db: Reader,
  chainId: ChainId,
  { after, before, transactions }: { after: bigint; before: bigint; transactions: readonly string[] },
): Promise<Deposit[]> =>
  (
    await deposits(db)
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
  ).map(depositOf)

export async function findDeposit(db: Reader, id: DepositId): Promise<Deposit | undefined> {
  const row = await deposits(db).where('id', '=', id).executeTakeFirst()
  return row && depositOf(row)
}

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
