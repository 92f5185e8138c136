import { sql } from 'kysely'
import { update } from '#kernel/db/commit/commit.ts'
import { type SealedAgain, sealAgain } from '#kernel/db/commit/seal-again.ts'
import type { WalletsContext } from './context.ts'
import { sealWalletKey, tryOpenWalletKey } from './keys.ts'

type Parts = Pick<WalletsContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` keys of wallets again under the newest master key, ended ones too; to be called until `rewrapped` is
 * 0. What does not open is named.
 */
export async function rewrapWalletKeys(ctx: Parts, { limit }: { limit: number }): Promise<SealedAgain> {
  return sealAgain(ctx, await sealedBefore(ctx, limit), {
    useCase: 'rewrap-wallet-keys',
    nameOf: ({ id, wallet }) => `key ${id} of wallet ${wallet}`,
    seal: ({ kind, wallet, isTest, sealed }) => {
      const secret = tryOpenWalletKey(ctx.keys, { wallet, isTest, kind }, sealed)
      return secret && sealWalletKey(ctx.keys, { wallet, isTest, kind }, secret)
    },
    write: ({ id, sealed }, again) => update('wallets.keys', { set: { sealed: again }, where: { id, sealed } }),
  })
}

const sealedBefore = ({ db, keys }: Parts, limit: number) =>
  db.read
    .selectFrom('wallets.keys as key')
    .innerJoin('wallets.accounts as account', 'account.id', 'key.account_id')
    .select(['key.id', 'key.kind', 'key.sealed', 'account.wallet', 'account.test as isTest'])
    .where(sql<boolean>`get_byte(key.sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('key.id')
    .limit(limit)
    .execute()
