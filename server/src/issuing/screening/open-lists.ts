import type { Clock } from '#kernel/base/clock.ts'
import { commit, insert, type Writer } from '#kernel/db/commit/commit.ts'
import { listNames } from './list-entry.ts'

/** Ensures that every list has its row, which is guarded before it is loaded for the first time, too. */
export async function openLists(ctx: Writer & { clock: Clock }): Promise<void> {
  const rows = listNames.map((name) => ({ name, version_id: null }))
  await commit(
    ctx,
    ctx.clock.now(),
    [insert('screening.lists', rows, { orElse: { conflict: ['name'], set: [] } })],
    'open-lists',
  )
}
