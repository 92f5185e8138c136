import { sql } from 'kysely'
import { update } from '#kernel/db/commit/commit.ts'
import { type SealedAgain, sealAgain } from '#kernel/db/commit/seal-again.ts'
import type { OpeningContext } from './context.ts'
import { openBody, sealBody } from './message-store.ts'

type Parts = Pick<OpeningContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` webhooks of processors again under the newest master key; to be called until `rewrapped` is 0. What
 * does not open is named.
 */
export async function rewrapMessages(ctx: Parts, { limit }: { limit: number }): Promise<SealedAgain> {
  return sealAgain(ctx, await sealedBefore(ctx, limit), {
    useCase: 'rewrap-messages',
    nameOf: ({ id, connection }) => `webhook ${id} of ${connection}`,
    seal: ({ connection, body }) =>
      sealBody(ctx.keys, { connection, body: openBody(ctx.keys, { connection, body: body! }) }),
    write: ({ id, body }, again) => update('processors.messages', { set: { body: again }, where: { id, body } }),
  })
}

const sealedBefore = ({ db, keys }: Parts, limit: number) =>
  db.read
    .selectFrom('processors.messages')
    .select(['id', 'connection', 'body'])
    .where(sql<boolean>`get_byte(body, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
