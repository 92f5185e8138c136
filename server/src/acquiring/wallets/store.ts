import type { Instant } from '#kernel/base/clock.ts'
import { genuine } from '#kernel/db/bound/genuine.ts'
import type { Db } from '#kernel/db/db.ts'
import type { WalletAccount } from './account.ts'

/** All accounts of this installation, of which there are four at most, with their keys that have not ended. */
export async function walletAccounts(db: Db): Promise<WalletAccount[]> {
  const [accounts, keys] = await Promise.all([
    db.read.selectFrom('wallets.accounts').selectAll().orderBy('id').limit(accountsMax).execute(),
    db.read
      .selectFrom('wallets.keys')
      .selectAll()
      .where('ended_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(keysMax)
      .execute(),
  ])
  const genuineKeys = await genuine(db, 'wallets.keys', keys)
  return (await genuine(db, 'wallets.accounts', accounts)).map((row) => ({
    id: row.id,
    version: row.version,
    wallet: row.wallet,
    isTest: row.test,
    recipient: row.recipient,
    trust: row.trust,
    merchantId: row.merchant_id ?? undefined,
    domainAssociation: row.domain_association ?? undefined,
    keys: genuineKeys
      .filter((key) => key.account_id === row.id)
      .map(({ id, kind, certificate, sealed, created_at }) => ({
        id,
        kind,
        certificate: certificate ?? undefined,
        sealed,
        createdAt: created_at,
      })),
  }))
}
const accountsMax = 4
const keysMax = 200

/** Tokens that have expired long ago need not be remembered. */
export async function deleteUsedTokens(db: Db, before: Instant): Promise<void> {
  await db.run('select wallets.forget_used_tokens($1)', [before])
}
