import { sql } from 'kysely'
import { update } from '#kernel/db/commit/commit.ts'
import { type SealedAgain, sealAgain } from '#kernel/db/commit/seal-again.ts'
import type { OpeningContext } from './context.ts'
import { openFields, sealFields } from './sealed-fields.ts'

type Parts = Pick<OpeningContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` credentials of connections again under the newest master key, expired ones too; to be called until
 * `rewrapped` is 0. What does not open is named.
 */
export async function rewrapCredentials(ctx: Parts, { limit }: { limit: number }): Promise<SealedAgain> {
  return sealAgain(ctx, await sealedBefore(ctx, limit), {
    useCase: 'rewrap-credentials',
    nameOf: ({ id, connection }) => `credentials ${id} of ${connection}`,
    seal: ({ connection, sealed }) => {
      const fields = openFields(ctx.keys, { connection, fields: {}, sealed }).reveal()
      return sealFields(ctx.keys, { connection, fields })
    },
    write: ({ id, sealed }, again) =>
      update('processors.credentials', { set: { sealed: again }, where: { id, sealed } }),
  })
}

const sealedBefore = ({ db, keys }: Parts, limit: number) =>
  db.read
    .selectFrom('processors.credentials')
    .select(['id', 'connection', 'sealed'])
    .where(sql<boolean>`get_byte(sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
