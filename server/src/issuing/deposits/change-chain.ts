import { type Author, auditEntry, difference, platformOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { WatchedChain } from './chain.ts'
import type { DepositsContext } from './context.ts'
import { problemOfXpub } from './derive-address.ts'
import type { KeyId } from './ids.ts'
import { refuse } from './refusals.ts'
import { chainsOf, findChain, keysOf } from './store.ts'

export type ChainChanges = {
  /** The number of EIP-155. It never changes. */
  evmId?: bigint | undefined
  /** For the addresses from now on; those that were given to customers are watched on. */
  xpub?: string | undefined
  active?: boolean | undefined
}

/** Adds a chain, or changes what is given of it. It is read from its newest block on. */
export const changeChain = (
  ctx: DepositsContext,
  { by, name, changes }: { by: Author; name: string; changes: ChainChanges },
): Promise<WatchedChain> =>
  decide(async () => {
    const { evmId, xpub, active } = changes
    if (xpub !== undefined) checkXpub(xpub, ctx)
    const before = await findChain(ctx.db, name)
    if (before && evmId !== undefined && evmId !== before.evmId)
      throw refuse('chain_id_differs', { field: 'evmId', chain: name, evmId: before.evmId })
    const now = ctx.clock.now()
    const key = xpub === undefined || xpub === before?.xpub ? undefined : await keyFor(ctx, now, xpub)
    const after = { active: active ?? before?.active ?? true, xpub: xpub ?? before?.xpub }
    const changed = difference(before ? { active: before.active, xpub: before.xpub } : {}, after)
    if (before && !changed) return before
    const chain = before ? changeOf(before, after.active, key?.id) : await newChain(ctx, now, { name, changes, key })
    const entry = auditEntry(now, by, {
      action: before ? 'chainChanged' : 'chainAdded',
      owner: platformOwner,
      subject: { type: 'chain', id: name },
      ...(before ? changed : { after: { ...after, evmId: String(evmId) } }),
    })
    await commit(ctx, now, [...(key?.writes ?? []), ...chain, entry], 'change-chain')
    return (await findChain(ctx.db, name))!
  })

function checkXpub(xpub: string, { testMode }: DepositsContext): void {
  const problem = problemOfXpub(xpub)
  if (problem) throw refuse(problem === 'private' ? 'private_key_given' : 'invalid_xpub', { field: 'xpub' })
  if (xpub === publicTestXpub && !testMode) throw refuse('public_test_key', { field: 'xpub' })
}

/** Of m/44'/60'/0' of the mnemonic of eleven `test` and `junk`, which every developer's chain pays to. */
export const publicTestXpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'

type PlannedKey = { id: KeyId | Ref; writes: Write[] }

/** One key may serve several chains: its indexes are counted once for all of them. */
async function keyFor({ db }: DepositsContext, now: Instant, xpub: string): Promise<PlannedKey> {
  const known = (await keysOf(db)).find((key) => key.xpub === xpub)
  if (known) return { id: known.id, writes: [] }
  const as = ref('key')
  const row = { xpub, created_at: now }
  return { id: as, writes: [insert('deposits.keys', row, { as, onDuplicate: { keys_xpub_key: 'stale' } })] }
}

const changeOf = ({ id, version, keyId }: WatchedChain, active: boolean, key: KeyId | Ref = keyId): Write[] => [
  update('deposits.chains', { set: { active, key_id: key, version: version + 1 }, where: { id, version } }),
]

type NewChain = { name: string; changes: ChainChanges; key: PlannedKey | undefined }

async function newChain({ db }: DepositsContext, now: Instant, { name, changes, key }: NewChain): Promise<Write[]> {
  const { evmId, active = true } = changes
  if (!/^[a-z][a-z0-9-]{1,29}$/.test(name)) throw refuse('invalid_chain_name', { field: 'name' })
  if (evmId === undefined || evmId < 1n || evmId >= 2n ** 53n) throw refuse('invalid_chain_id', { field: 'evmId' })
  if (!key) throw refuse('xpub_missing', { field: 'xpub' })
  const taken = () => refuse('chain_id_taken', { field: 'evmId', evmId })
  if ((await chainsOf(db)).some((chain) => chain.evmId === evmId)) throw taken()
  const as = ref('chain')
  const onDuplicate = { chains_name_key: 'stale', chains_evm_id_key: taken } as const
  return [
    insert('deposits.chains', { name, evm_id: evmId, key_id: key.id, active, created_at: now }, { as, onDuplicate }),
    insert('deposits.cursors', { ...neverRead, id: as, due_at: now }),
  ]
}

const neverRead = {
  block_number: null,
  hashes: Buffer.alloc(0),
  head_number: null,
  read_at: null,
  trouble: null,
  leased_until: null,
}

/** The chain, or a refusal that names it. */
export async function chainNamed({ db }: Pick<DepositsContext, 'db'>, name: string): Promise<WatchedChain> {
  const chain = await findChain(db, name)
  if (!chain) throw refuse('chain_not_found', { field: 'blockchain', chain: name.slice(0, 50) })
  return chain
}
