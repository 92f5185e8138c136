import { sql } from 'kysely'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { WalletsContext } from './context.ts'
import { sealWalletKey, tryOpenWalletKey } from './keys.ts'

type Parts = Pick<WalletsContext, 'db' | 'react' | 'clock' | 'keys'>

/**
 * Seals up to `limit` keys of wallets again under the newest master key, ended ones too; to be called until `rewrapped` is
 * 0. What does not open is named.
 */
export async function rewrapWalletKeys(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { id, kind, wallet, isTest, sealed } of await sealedBefore(ctx, limit)) {
    const secret = tryOpenWalletKey(ctx.keys, { wallet, isTest, kind }, sealed)
    if (!secret) {
      unreadable.push(`key ${id} of wallet ${wallet}`)
      continue
    }
    try {
      const again = sealWalletKey(ctx.keys, { wallet, isTest, kind }, secret)
      const write = update('wallets.keys', { set: { sealed: again }, where: { id, sealed } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-wallet-keys')
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
    .selectFrom('wallets.keys as key')
    .innerJoin('wallets.accounts as account', 'account.id', 'key.account_id')
    .select(['key.id', 'key.kind', 'key.sealed', 'account.wallet', 'account.test as isTest'])
    .where(sql<boolean>`get_byte(key.sealed, 0) < ${keys.newestVersion('directory')}`)
    .orderBy('key.id')
    .limit(limit)
    .execute()
