import { sql } from 'kysely'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { update, type Writer } from '#kernel/db/commit/commit.ts'
import { type SealedAgain, sealAgain } from '#kernel/db/commit/seal-again.ts'
import { sealSigningKey, tryOpenSigningKey } from './partner-keys.ts'

type Parts = Writer & { clock: Clock; keys: KeyRing }

/**
 * Seals up to `limit` signing keys of partners again under the newest master key, ended ones too, while webhooks are sent;
 * to be called until `rewrapped` is 0. What does not open is named.
 */
export async function rewrapSigningKeys(ctx: Parts, { limit }: { limit: number }): Promise<SealedAgain> {
  return sealAgain(ctx, await sealedBefore(ctx, limit), {
    useCase: 'rewrap-signing-keys',
    nameOf: ({ id, partnerId }) => `key ${id} of partner ${partnerId}`,
    seal: ({ partnerId, sealed }) => {
      const signingKey = tryOpenSigningKey(ctx.keys, { partnerId, sealed })
      return signingKey && sealSigningKey(ctx.keys, { partnerId, signingKey })
    },
    write: ({ id, sealed }, again) =>
      update('partners.signing_keys', { set: { sealed: again }, where: { id, sealed } }),
  })
}

const sealedBefore = ({ db, keys }: Parts, limit: number) =>
  db.read
    .selectFrom('partners.signing_keys')
    .select(['id', 'partner_id as partnerId', 'sealed'])
    .where(sql<boolean>`get_byte(sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('id')
    .limit(limit)
    .execute()
