import type { WalletType } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
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
  return accounts.map((row) => ({
    id: row.id,
    version: row.version,
    wallet: row.wallet,
    isTest: row.test,
    recipient: row.recipient,
    trust: row.trust,
    merchantId: row.merchant_id ?? undefined,
    domainAssociation: row.domain_association ?? undefined,
    keys: keys
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

/** Whether any account of this kind is there, and with a key that opens tokens. */
export async function configuredWallets(db: Db, { test }: { test: boolean }): Promise<WalletType[]> {
  const rows = await db.read
    .selectFrom('wallets.accounts as account')
    .innerJoin('wallets.keys as key', 'key.account_id', 'account.id')
    .select('account.wallet')
    .distinct()
    .where('key.kind', '=', 'decryption')
    .where('key.ended_at', 'is', null)
    .$if(!test, (query) => query.where('account.test', '=', false))
    .execute()
  return rows.map(({ wallet }) => wallet)
}

/** Tokens that have expired long ago need not be remembered. */
export async function deleteUsedTokens(db: Db, before: Instant): Promise<void> {
  await db.run('delete from wallets.used_tokens where used_at < $1', [before])
}
