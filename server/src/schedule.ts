import type { Clock } from '#kernel/clock.ts'
import { commit, insert, update, type Writer } from '#kernel/commit.ts'
import { claimDue, type DueWork } from '#kernel/due-work.ts'
import { forgetOldKeys } from '#kernel/idempotency.ts'
import type { VaultToken } from '#kernel/ids.ts'
import { checkpointAccounts } from '#ledger'
import { forgetLetters } from '#messages'
import { type PaymentsHouse, tokensAwaited } from '#payments'
import { tokensInUse } from '#shoppers'

/** What runs by the clock and is about nothing in particular; whatever is about a thing has a due time in its own row. */
type Chore = { name: string; everyHours: number; run(): Promise<void> }

const chores = (house: PaymentsHouse): Chore[] => [
  { name: 'forget old idempotency keys', everyHours: 24, run: () => forgetOldKeys(house) },
  { name: 'checkpoint the accounts', everyHours: 24, run: async () => void (await checkpointAccounts(house)) },
  { name: 'sweep orphans out of the vault', everyHours: 24, run: () => sweepVault(house) },
  { name: 'forget old letters', everyHours: 24, run: () => forgetLetters(house) },
]

/** Makes sure that every chore has its row, and gives the due work that does them, each by one process at a time. */
export async function openSchedule(house: PaymentsHouse): Promise<DueWork> {
  const all = chores(house)
  const now = house.clock.now()
  const rows = all.map(({ name }) => ({ name, due_at: now }))
  await commit(house, now, [insert('florin.chores', rows, { orElse: { conflict: ['name'], set: [] } })])
  return {
    name: 'chores',
    inRun: 'left',
    ...claimDue(house, 'florin.chores', { leaseMs: 600_000 }),
    run: (id) => runChore(house, all, id),
  }
}

async function runChore(house: Writer & { clock: Clock }, all: readonly Chore[], id: bigint): Promise<void> {
  const row = await house.db.read
    .selectFrom('florin.chores')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const chore = all.find(({ name }) => name === row.name)
  await chore?.run()
  // A chore that this program does not know belongs to an older or a newer one; it is left to it.
  const due_at = chore ? house.clock.now().add({ hours: chore.everyHours }) : null
  await commit(house, house.clock.now(), [
    update('florin.chores', { set: { due_at, leased_until: null }, where: { id } }),
  ])
}

/**
 * Destroys card numbers that nothing points at: of a declined attempt whose process died before it could, or a deleted
 * card. A day is left for whoever has just put one there.
 */
async function sweepVault({ db, vault, clock }: PaymentsHouse): Promise<void> {
  const dayAgo = clock.now().subtract({ hours: 24 })
  for (let after: VaultToken | undefined; ; ) {
    const tokens = await vault.keptBefore(dayAgo, after)
    if (tokens.length === 0) return
    // In this order: a card that is stored between the two questions is awaited in the first, or in use in the second.
    const awaited = await tokensAwaited(db, tokens)
    const kept = new Set([...awaited, ...(await tokensInUse(db, tokens))])
    for (const token of tokens) if (!kept.has(token)) await vault.forget(token)
    after = tokens.at(-1)
  }
}
