import { checks as billing } from '#acquiring/billing/audit'
import { checkDisputes, disputeKinds } from '#acquiring/disputes/audit'
import { checks as emails } from '#acquiring/emails/audit'
import { checks as links } from '#acquiring/links/audit'
import { checks as notifications } from '#acquiring/notifications/audit'
import { checks as orders } from '#acquiring/orders/audit'
import { checkPayments, paymentCause } from '#acquiring/payments/audit'
import { payoutKinds } from '#acquiring/payouts/audit'
import { batchCause, checkBatches } from '#acquiring/settlement/audit'
import { checkVault } from '#acquiring/shoppers/audit'
import { checkSiteKeys } from '#core/directory/audit'
import { checkAccounts, checkEntries } from '#core/ledger/audit'
import type { Vault } from '#core/vault'
import { type Check, Findings, type Report } from '#kernel/audit/findings.ts'
import { checkSeals, type SealCheck } from '#kernel/audit/seal/check-seals.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { checkDue } from './check-due.ts'
import { events } from './check-events.ts'
import { sandbox } from './check-sandbox.ts'
import { sealed } from './sealed.ts'

export { type Difference, type Report, renderReport } from '#kernel/audit/findings.ts'

/**
 * Runs the checks of all modules. They derive everything that can be derived again from the records, and find where the
 * records say something else: every entry balances and has its cause; transactions, batches and holds are booked exactly
 * as their histories require; every history is legal; orders are paid when their status says so, and periods once. Before
 * that every row that is sealed is compared with its seal.
 *
 * Everything is read as of one moment, so it can run while the program is busy. Differences are never repaired here.
 */
export const verify = (ctx: VerifyContext, options: VerifyOptions = {}): Promise<Report> =>
  ctx.db.snapshot((moment) => verifyMoment(moment, ctx, options), limits)

/** Without the vault and the keys nothing is opened, and without the clock it is not known what is due too late. */
type VerifyContext = { db: Db; log: Log; vault?: Pick<Vault, 'inspect'>; clock?: Clock; keys?: KeyRing }
type VerifyOptions = Partial<Pick<SealCheck, 'since' | 'expected' | 'progress'>>

/** The same as of a moment that the caller has opened. */
export async function verifyMoment(
  moment: Reader,
  { db, log, vault, clock, keys }: Omit<VerifyContext, 'db'> & { db: Reader },
  options: VerifyOptions,
): Promise<Report> {
  const findings = new Findings()
  const head = await checkSeals(moment, findings, { sealed, since: 0n, ...options })
  for (const { name, check } of checks) {
    await check(moment, findings, (count) => log.info({ [name]: count }, 'verifying'))
    log.debug({ name }, 'verified')
  }
  if (clock) await checkDue(moment, findings, clock.now())
  if (keys) await checkSiteKeys(moment, findings, { keys })
  if (vault) await checkVault(findings, { vault, current: db })
  const report = findings.report()
  const isEmpty = report.checked.every(({ what, count }) => count === 0 || !business.has(what))
  return { ...report, ...(isEmpty && { isEmpty }), ...(head && { head }) }
}

/** Without any of these nothing was ever sold. */
const business = new Set(['entries', 'payments', 'orders'])

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
  events,
  sandbox,
  { name: 'accounts', check: checkAccounts },
]
