import { sql } from 'kysely'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { OpeningContext } from './context.ts'
import { openBody, sealBody } from './message-store.ts'

type Parts = Pick<OpeningContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` webhooks of processors again under the newest master key; to be called until `rewrapped` is 0. What
 * does not open is named.
 */
export async function rewrapMessages(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { id, connection, body } of await sealedBefore(ctx, limit)) {
    let again: Uint8Array
    try {
      again = sealBody(ctx.keys, { connection, body: openBody(ctx.keys, { connection, body: body! }) })
    } catch {
      unreadable.push(`webhook ${id} of ${connection}`)
      continue
    }
    try {
      const write = update('processors.messages', { set: { body: again }, where: { id, body } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-messages')
      rewrapped++
    } catch (error) {
      // Another process has done it.
      if (!(error instanceof StaleWrite)) throw error
    }
  }
  return { rewrapped, unreadable }
}

const sealedBefore = ({ db, keys }: Parts, limit: number) =>
  db.read
    .selectFrom('processors.messages')
    .select(['id', 'connection', 'body'])
    .where(sql<boolean>`get_byte(body, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
