import { sandboxToken } from '#connectors/chain/sandbox.ts'
import { chainNamed, changeAsset, changeChain, findAsset, planAddress, publicTestXpub } from '#issuing/deposits'
import type { HolderId } from '#issuing/ids'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { World } from './world.ts'

export const by = { actor: 'operator', fromWhere: 'test' }
/** The contract of the token of the chain of staging. */
export const usdc = sandboxToken
export const someone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A chain with ether and a token; by default that of staging. */
export async function openWatchedChain(
  { app }: Pick<World, 'app'>,
  { name = 'sandbox', evmId = 31_337n, contract = usdc, confirmations = 3 } = {},
): Promise<void> {
  await changeChain(app, { by, name, changes: { evmId, xpub: publicTestXpub } })
  const range = { confirmations, minimum: '0.001', maximum: '100' }
  await changeAsset(app, { by, chain: name, code: 'ETH', changes: range })
  await changeAsset(app, {
    by,
    chain: name,
    code: 'USDC',
    changes: { ...range, contract, minimum: '5', maximum: '5000' },
  })
}

/** An address for an order that is nothing more than its id. */
export const addressFor = (
  { app }: Pick<World, 'app'>,
  { holderId, orderId, code = 'USDC', chain: name = 'sandbox' }: AddressFor,
): Promise<string> =>
  decide(async () => {
    const chain = await chainNamed(app, name)
    const asset = (await findAsset(app.db, chain.id, code))!
    const now = app.clock.now()
    const order = { chain, assetId: asset.id, orderId, holderId: holderId as HolderId }
    const { address, writes } = await planAddress(app.db, now, order)
    await commit(app, now, writes)
    return address
  })
type AddressFor = { holderId: string; orderId: string; code?: string; chain?: string }

export const depositsIn = (world: Pick<World, 'query'>) =>
  world.query(`select status, confirmations, quantity::text, contract is null as native, asset_id is not null as ours
    from deposits.deposits order by created_at, transaction_hash, position`)
/** What was announced of deposits, in its order. */
export const eventsOfDeposits = async (world: Pick<World, 'query'>) =>
  (
    await world.query(`select body ->> 'status' as status, body ->> 'confirmations' as confirmations
    from outbox.events where name = 'depositChanged' order by id`)
  ).map(({ status, confirmations }) => `${status} ${confirmations}`)
