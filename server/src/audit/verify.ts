import { checks as billing } from '#audit/acquiring/billing'
import { checks as emails } from '#audit/acquiring/emails'
import { checks as links } from '#audit/acquiring/links'
import { checks as notifications } from '#audit/acquiring/notifications'
import { checks as orders } from '#audit/acquiring/orders'
import { type Check, Findings, type Report } from '#kernel/audit/findings.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkBatches } from './check-batches.ts'
import { checkDisputes } from './check-disputes.ts'
import { checkEntries } from './check-entries.ts'
import { checkPayments } from './check-payments.ts'

export { type Difference, type Report, renderReport } from '#kernel/audit/findings.ts'

/**
 * Runs the checks of all modules. They derive everything that can be derived again from the records, and find where the
 * records say something else: every entry balances and has its cause; payments, refunds, batches and holds are booked
 * exactly as their histories require; every history is legal; orders are paid when their status says so, and periods once.
 *
 * Everything is read as of one moment, so it can run while the program is busy. Differences are never repaired here.
 */
export async function verify({ db, log }: { db: Db; log: Log }): Promise<Report> {
  return db.snapshot(async (moment) => {
    const findings = new Findings()
    for (const { name, check } of checks) {
      await check(moment, findings, (count) => log.info({ [name]: count }, 'verifying'))
      log.debug({ name }, 'verified')
    }
    return findings.report()
  }, limits)
}
/** A sum over all lines there ever were takes longer than what a page asks for. */
const limits = { statementTimeoutMs: 1_800_000 }

const checks: readonly Check[] = [
  { name: 'entries', check: checkEntries },
  { name: 'payments', check: checkPayments },
  { name: 'batches', check: checkBatches },
  { name: 'disputes', check: checkDisputes },
  ...orders,
  ...billing,
  ...links,
  ...emails,
  ...notifications,
  { name: 'accounts', check: checkAccounts },
]
