import { checks as billing } from '#acquiring/billing/audit'
import { checkDisputes, disputeKinds } from '#acquiring/disputes/audit'
import { checks as emails } from '#acquiring/emails/audit'
import { checks as links } from '#acquiring/links/audit'
import { checks as notifications } from '#acquiring/notifications/audit'
import { checks as orders } from '#acquiring/orders/audit'
import { checkPayments, paymentCause } from '#acquiring/payments/audit'
import { payoutKinds } from '#acquiring/payouts/audit'
import { batchCause, checkBatches } from '#acquiring/settlement/audit'
import { checkAccounts, checkEntries } from '#core/ledger/audit'
import { type Check, Findings, type Report } from '#kernel/audit/findings.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'

export { type Difference, type Report, renderReport } from '#kernel/audit/findings.ts'

/**
 * Runs the checks of all modules. They derive everything that can be derived again from the records, and find where the
 * records say something else: every entry balances and has its cause; transactions, batches and holds are booked exactly
 * as their histories require; every history is legal; orders are paid when their status says so, and periods once.
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
/** A sum over all lines of the ledger takes longer than a request may. */
const limits = { statementTimeoutMs: 1_800_000 }

const checks: readonly Check[] = [
  {
    name: 'entries',
    check: (moment, findings) => checkEntries(moment, findings, [paymentCause, batchCause]),
  },
  {
    name: 'payments',
    check: (moment, findings, report) =>
      checkPayments(moment, findings, { others: { ...payoutKinds, ...disputeKinds }, report }),
  },
  { name: 'batches', check: checkBatches },
  { name: 'disputes', check: checkDisputes },
  ...orders,
  ...billing,
  ...links,
  ...emails,
  ...notifications,
  { name: 'accounts', check: checkAccounts },
]
