import { sql } from 'kysely'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { OpeningContext } from './context.ts'
import { openFields, sealFields } from './sealed-fields.ts'

type Parts = Pick<OpeningContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` credentials of connections again under the newest master key, expired ones too; to be called until
 * `rewrapped` is 0. What does not open is named.
 */
export async function rewrapCredentials(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { id, connection, sealed } of await sealedBefore(ctx, limit)) {
    let again: Uint8Array
    try {
      const fields = openFields(ctx.keys, { connection, fields: {}, sealed }).reveal()
      again = sealFields(ctx.keys, { connection, fields })
    } catch {
      unreadable.push(`credentials ${id} of ${connection}`)
      continue
    }
    try {
      const write = update('processors.credentials', { set: { sealed: again }, where: { id, sealed } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-credentials')
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
    .selectFrom('processors.credentials')
    .select(['id', 'connection', 'sealed'])
    .where(sql<boolean>`get_byte(sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
