import { sql } from 'kysely'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { commit, StaleWrite, update, type Writer } from '#kernel/db/commit/commit.ts'
import { sealSigningKey, tryOpenSigningKey } from './partner-keys.ts'

type Parts = Writer & { clock: Clock; keys: KeyRing }

/**
 * Seals up to `limit` signing keys of partners again under the newest master key, ended ones too, while webhooks are sent;
 * to be called until `rewrapped` is 0. What does not open is named.
 */
export async function rewrapSigningKeys(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { id, partnerId, sealed } of await sealedBefore(ctx, limit)) {
    const signingKey = tryOpenSigningKey(ctx.keys, { partnerId, sealed })
    if (!signingKey) {
      unreadable.push(`key ${id} of partner ${partnerId}`)
      continue
    }
    try {
      const again = sealSigningKey(ctx.keys, { partnerId, signingKey })
      const write = update('partners.signing_keys', { set: { sealed: again }, where: { id, sealed } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-signing-keys')
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
    .selectFrom('partners.signing_keys')
    .select(['id', 'partner_id as partnerId', 'sealed'])
    .where(sql<boolean>`get_byte(sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
