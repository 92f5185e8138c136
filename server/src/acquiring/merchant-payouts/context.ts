import type { Bank, Debtor } from '#connectors/bank/port.ts'
import type { Approvals } from '#core/access'
import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What the use cases of this module work with. */
export type MerchantPayoutsContext = Writer & {
  clock: Clock
  log: Log
  keys: Pick<KeyRing, 'fingerprint'>
  directory: Pick<Directory, 'siteIds' | 'listMerchants' | 'merchant'>
  approvals: Pick<Approvals, 'require' | 'attempt' | 'get'>
  /** Undefined: payouts leave by file. */
  bank: Bank | undefined
  /** Whose money it is, for files; undefined: no file can be made. */
  debtor: Debtor | undefined
  /** How long a new bank account waits for its first payout. */
  bankAccountWait: Temporal.Duration
  /** Whether the staff of merchants receive emails. */
  sendsEmails: boolean
}
