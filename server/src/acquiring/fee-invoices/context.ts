import type { Approvals } from '#core/access'
import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Party } from './invoice.ts'

/** The operator as invoices name it, and the time zone of its months. */
export type Seller = Party & { timeZone: string }

/** What the use cases of this module work with. */
export type FeeInvoicesContext = Writer & {
  clock: Clock
  log: Log
  directory: Pick<Directory, 'listMerchants' | 'merchant'>
  /** Undefined: no invoices are made. */
  seller: Seller | undefined
}

/** For what a member of staff does, which may need a second person. */
export type ByHandContext = FeeInvoicesContext & { approvals: Pick<Approvals, 'require' | 'attempt' | 'get'> }
