import { emailChecks } from '#audit/acquiring/emails'
import { notificationChecks } from '#audit/acquiring/notifications'
import type { Db } from '#kernel/db/db.ts'
import type { AuditCheck } from '#kernel/db/findings.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkBatches } from './check-batches.ts'
import { checkBillingPeriods } from './check-billing-periods.ts'
import { checkDisputes } from './check-disputes.ts'
import { checkEntries } from './check-entries.ts'
import { checkLinks } from './check-links.ts'
import { checkOrders } from './check-orders.ts'
import { checkPayments } from './check-payments.ts'
import { Findings, type Report } from './report.ts'

export { type Difference, type Report, renderReport } from './report.ts'

/**
 * Derives everything that can be derived again from the records, and says where it is not what stands there: that every
 * entry balances and has its cause, that payments, refunds, batches and holds are booked exactly as their histories call
 * for, that every history is a legal one, that orders are paid when they say so and periods once, that sums are sums.
 *
 * All of it is read at one moment, so it can be run while the house is busy. A difference is never repaired here.
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

const checks: readonly AuditCheck[] = [
  { name: 'entries', check: checkEntries },
  { name: 'payments', check: checkPayments },
  { name: 'batches', check: checkBatches },
  { name: 'disputes', check: checkDisputes },
  { name: 'orders', check: checkOrders },
  { name: 'billing periods', check: checkBillingPeriods },
  { name: 'links', check: checkLinks },
  ...emailChecks,
  ...notificationChecks,
  { name: 'accounts', check: checkAccounts },
]
