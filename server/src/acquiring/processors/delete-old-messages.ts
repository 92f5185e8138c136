import type { Clock } from '#kernel/base/clock.ts'
import { anyOf, commit, increase, update, type Writer } from '#kernel/db/commit/commit.ts'
import { inBatches, type Swept } from '#kernel/db/in-batches.ts'

/** Processors deliver a message again for up to 30 days; until then it has to be known. */
export const leastMessageKept = Temporal.Duration.from('P31D')

/**
 * Deletes messages of processors that are older than they are kept for. One that is parked loses its body alone: that
 * something was never applied stays to be seen.
 */
export async function deleteOldMessages(ctx: Writer & { clock: Clock }, kept: Temporal.Duration): Promise<Swept> {
  const now = ctx.clock.now()
  const before = now.toZonedDateTimeISO('UTC').subtract(kept).toInstant()
  const bodies = await inBatches(async (most) => {
    const rows = await ctx.db.read
      .selectFrom('processors.messages')
      .select('id')
      .where('status', '=', 'parked')
      .where('received_at', '<', before)
      .where('body', 'is not', null)
      .limit(most)
      .execute()
    const where = { id: anyOf(rows.map(({ id }) => id)), status: 'parked' as const }
    const set = { body: null, version: increase(1n) }
    if (rows.length > 0)
      await commit(
        ctx,
        now,
        [update('processors.messages', { set, where, expect: rows.length })],
        'delete-old-messages',
      )
    return rows.length
  })
  const rows = await inBatches(async (most) => (await ctx.db.run(deleteDone, [before, most])).length)
  return bodies === 'more' || rows === 'more' ? 'more' : 'done'
}

const deleteDone = `
  delete from processors.messages where status in ('applied', 'ignored') and received_at < $1 and id in (
    select id from processors.messages where status in ('applied', 'ignored') and received_at < $1
    order by received_at limit $2
  ) returning id`
