import { getAddress, isAddress } from 'viem/utils'
import { type Author, auditEntry, difference, platformOwner } from '#core/directory'
import { type CoinCode, coins, isCoin, scaleOf } from '#kernel/base/assets.ts'
import { commit, decide, insert, update } from '#kernel/db/commit/commit.ts'
import type { Quantity } from '#kernel/db/quantity.ts'
import type { ChainAsset } from './chain.ts'
import { chainNamed } from './change-chain.ts'
import type { DepositsContext } from './context.ts'
import { formatQuantity, parseQuantity } from './decimal-quantity.ts'
import { refuse } from './refusals.ts'
import { findAsset } from './store.ts'

export type AssetChanges = {
  /** Undefined for a new one: the coin of the chain. */
  contract?: string | undefined
  decimals?: number | undefined
  confirmations?: number | undefined
  /** Decimal numbers of the asset. */
  minimum?: string | undefined
  maximum?: string | undefined
  active?: boolean | undefined
}

type AssetInput = { by: Author; chain: string; code: string; changes: AssetChanges }

/** Adds an asset to a chain, or changes what is given of it. Its contract and its decimals never change. */
export const changeAsset = (
  ctx: DepositsContext,
  { by, chain: name, code, changes }: AssetInput,
): Promise<ChainAsset> =>
  decide(async () => {
    const chain = await chainNamed(ctx, name)
    if (!isCoin(code)) throw refuse('invalid_asset', { field: 'asset', asset: code, known: coins.join(', ') })
    const before = await findAsset(ctx.db, chain.id, code)
    const after = before ? changed(before, changes) : checked(changes, { code })
    const differs = difference(before ? shown(before) : {}, shown(after))
    if (!differs) return before!
    const now = ctx.clock.now()
    const { contract = null, decimals, confirmations, minimum, maximum, active } = after
    const terms = { confirmations, minimum, maximum, active }
    const facts = { ...terms, chain_id: chain.id, code, contract, decimals, created_at: now }
    const taken = () => refuse('contract_taken', { field: 'contract' })
    const writes = [
      before
        ? update('deposits.assets', {
            set: { ...terms, version: before.version + 1 },
            where: { id: before.id, version: before.version },
          })
        : insert('deposits.assets', facts, {
            onDuplicate: { assets_chain_id_code_key: 'stale', assets_chain_id_contract_key: taken },
          }),
      auditEntry(now, by, {
        action: before ? 'chainAssetChanged' : 'chainAssetAdded',
        owner: platformOwner,
        subject: { type: 'chain', id: name },
        ...(before ? { before: { asset: code, ...differs.before } } : {}),
        after: { asset: code, ...differs.after },
      }),
    ]
    await commit(ctx, now, writes, 'change-asset')
    return (await findAsset(ctx.db, chain.id, code))!
  })

type Terms = Omit<ChainAsset, 'id' | 'version' | 'chainId' | 'code'>

const shown = ({ contract, decimals, confirmations, minimum, maximum, active }: Terms) => ({
  contract,
  decimals,
  confirmations,
  minimum: formatQuantity(minimum, decimals),
  maximum: formatQuantity(maximum, decimals),
  active,
})

/** The usual number of decimals, unless another one is given: that of the contract on this chain. */
function checked(changes: AssetChanges, { code }: { code: CoinCode }): Terms {
  const { contract: unchecked, decimals = scaleOf(code), minimum = '', maximum = '' } = changes
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36)
    throw refuse('invalid_decimals', { field: 'decimals' })
  const contract = unchecked === undefined ? undefined : contractOf(unchecked)
  const range = rangeOf({ minimum, maximum, decimals })
  return { contract, decimals, ...range, confirmations: confirmationsOf(changes), active: changes.active ?? true }
}

function changed(before: ChainAsset, changes: AssetChanges): Terms {
  const { contract, decimals } = changes
  const same = contract === undefined || (before.contract !== undefined && contractOf(contract) === before.contract)
  if (!same || (decimals !== undefined && decimals !== before.decimals))
    throw refuse('contract_differs', { field: 'contract', asset: before.code })
  const was = shown(before)
  const { minimum = was.minimum, maximum = was.maximum } = changes
  return {
    contract: before.contract,
    decimals: before.decimals,
    ...rangeOf({ minimum, maximum, decimals: before.decimals }),
    confirmations: confirmationsOf({ confirmations: changes.confirmations ?? before.confirmations }),
    active: changes.active ?? before.active,
  }
}

function contractOf(unchecked: string): string {
  // A wrong letter in an address of mixed case is a wrong checksum.
  if (!isAddress(unchecked)) throw refuse('invalid_contract', { field: 'contract' })
  return getAddress(unchecked)
}

function confirmationsOf({ confirmations = 12 }: Pick<AssetChanges, 'confirmations'>): number {
  if (!Number.isInteger(confirmations) || confirmations < 1 || confirmations > 100)
    throw refuse('invalid_confirmations', { field: 'confirmations' })
  return confirmations
}

function rangeOf(text: {
  minimum: string
  maximum: string
  decimals: number
}): Record<'minimum' | 'maximum', Quantity> {
  const minimum = parseQuantity(text.minimum, text.decimals)
  const maximum = parseQuantity(text.maximum, text.decimals)
  if (minimum === undefined || maximum === undefined || minimum === 0n || minimum > maximum)
    throw refuse('invalid_range', { field: 'minimum' })
  return { minimum, maximum }
}
