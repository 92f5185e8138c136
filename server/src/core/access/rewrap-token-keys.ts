import { sql } from 'kysely'
import { update } from '#kernel/db/commit/commit.ts'
import { type SealedAgain, sealAgain } from '#kernel/db/commit/seal-again.ts'
import type { AccessContext } from './context.ts'
import { openTokenKey, sealTokenKey } from './token-keys.ts'

type Parts = Pick<AccessContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` keys of access tokens again under the newest master key; to be called until `rewrapped` is 0. They
 * sign and verify as before.
 */
export async function rewrapTokenKeys(ctx: Parts, { limit }: { limit: number }): Promise<SealedAgain> {
  return sealAgain(ctx, await sealedBefore(ctx, limit), {
    useCase: 'rewrap-token-keys',
    nameOf: ({ kid }) => kid,
    seal: (key) => sealTokenKey(ctx.keys, key.kid, openTokenKey(ctx.keys, key)),
    write: ({ kid, sealed }, again) => update('access.token_keys', { set: { sealed: again }, where: { kid, sealed } }),
  })
}

const sealedBefore = ({ db, keys }: Parts, limit: number) =>
  db.read
    .selectFrom('access.token_keys')
    .select(['kid', 'sealed'])
    .where(sql<boolean>`get_byte(sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
