import { sql } from 'kysely'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { AccessContext } from './context.ts'
import { openTokenKey, sealTokenKey } from './token-keys.ts'

/**
 * Seals up to `limit` keys of access tokens again under the newest master key; to be called until `rewrapped` is 0. They
 * sign and verify as before.
 */
export async function rewrapTokenKeys(
  ctx: Pick<AccessContext, 'db' | 'react' | 'clock' | 'keys'>,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const key of await sealedBefore(ctx, limit)) {
    const { kid, sealed } = key
    try {
      const again = sealTokenKey(ctx.keys, kid, openTokenKey(ctx.keys, key))
      const write = update('access.token_keys', { set: { sealed: again }, where: { kid, sealed } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-token-keys')
      rewrapped++
    } catch (error) {
      // Another process has done it; anything else is a key that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(kid)
    }
  }
  return { rewrapped, unreadable }
}

const sealedBefore = ({ db, keys }: Pick<AccessContext, 'db' | 'keys'>, limit: number) =>
  db.read
    .selectFrom('access.token_keys')
    .select(['kid', 'sealed'])
    .where(sql<boolean>`get_byte(sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
