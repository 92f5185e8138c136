import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Egress } from '#kernel/http/egress.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { WalletAccount } from './account.ts'
import { walletAccounts } from './store.ts'

/** What the use cases of wallets need. */
export type WalletsContext = Writer & {
  clock: Clock
  log: Log
  keys: KeyRing
  /** Staging: the test wallet counts. In production it never does, whatever the database has. */
  testMode: boolean
  /** The proxy through which Apple is called; directly without one. */
  egress?: Egress | undefined
}

/** The accounts whose tokens are taken here. */
export const accountsInUse = async ({
  db,
  testMode,
}: Pick<WalletsContext, 'db' | 'testMode'>): Promise<WalletAccount[]> =>
  (await walletAccounts(db)).filter(({ isTest }) => testMode || !isTest)
