import { checks as billing } from '#acquiring/billing/audit'
import { checkDisputes, checkEvidence, disputeKinds } from '#acquiring/disputes/audit'
import { checks as emails } from '#acquiring/emails/audit'
import { checks as feeInvoices } from '#acquiring/fee-invoices/audit'
import { checks as invoices } from '#acquiring/invoices/audit'
import { checks as links } from '#acquiring/links/audit'
import { checks as merchantPayouts, payoutCause, reserveCause } from '#acquiring/merchant-payouts/audit'
import { checks as merchants } from '#acquiring/merchants/audit'
import { checks as notifications } from '#acquiring/notifications/audit'
import { checks as orders } from '#acquiring/orders/audit'
import { checkHours, checkPayments, earningsCause, paymentCause } from '#acquiring/payments/audit'
import { payoutKinds } from '#acquiring/payouts/audit'
import { checks as prices } from '#acquiring/pricing/audit'
import { breakCause, checks as reconciliation, reportCause } from '#acquiring/reconciliation/audit'
import { batchCause, checkBatches } from '#acquiring/settlement/audit'
import { checkVault, checks as shoppers } from '#acquiring/shoppers/audit'
import { checkSiteKeys } from '#core/directory/audit'
import type { IssuerVault } from '#core/issuervault'
import { checkAccounts, checkEntries } from '#core/ledger/audit'
import { checks as staffEmails } from '#core/staff-emails/audit'
import type { Vault } from '#core/vault'
import { checks as cards, checkIssuedNumbers } from '#issuing/cards/audit'
import { checks as chargebacks, disputeCause } from '#issuing/chargebacks/audit'
import { checks as deposits } from '#issuing/deposits/audit'
import { checkDocuments, checks as documents } from '#issuing/documents/audit'
import { checkSubmissions, checks as kyc } from '#issuing/kyc/audit'
import { checks as networkReports, networkSettlementCause } from '#issuing/networkreports/audit'
import { checkProductKeys } from '#issuing/programmes/audit'
import { checkPeople, checks as screening } from '#issuing/screening/audit'
import { checks as spending, spendingCause } from '#issuing/spending/audit'
import { checks as threeds } from '#issuing/threeds/audit'
import { checkReceipts, checkTopups, receiptCause, topupCause, checks as topups } from '#issuing/topups/audit'
import { checks as webhooks } from '#issuing/webhooks/audit'
import { checkBound } from '#kernel/audit/check-bound.ts'
import type { Check, Report } from '#kernel/audit/findings.ts'
import { checkExpected, headOf } from '#kernel/audit/seal/check-chain.ts'
import { checkSealedRows, checkSeals, sealReach } from '#kernel/audit/seal/check-seals.ts'
import { checkLateness } from '#kernel/audit/seal/lateness.ts'
import { checkNotSealed } from '#kernel/audit/seal/not-sealed.ts'
import { isJournal } from '#kernel/audit/seal/sealed.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Bound } from '#kernel/db/bound/open-bound.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { checkDue } from './check-due.ts'
import { events } from './check-events.ts'
import { hosts } from './check-hosts.ts'
import { onUs } from './check-on-us.ts'
import { sandbox } from './check-sandbox.ts'
import { openProgress, type Progress } from './progress.ts'
import { earnings } from './rules-of-earnings.ts'
import { settlementCause } from './rules-of-on-us-settlement.ts'
import { scopeSince } from './scope.ts'
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
  ctx.db.snapshot((moment) => verifyMoment(moment, { ...ctx, bound: ctx.db.bound }, options), limits)

/** Without the vault and the keys nothing is opened, and without the clock it is not known what is due too late. */
type VerifyContext = {
  db: Db
  log: Log
  vault?: Pick<Vault, 'inspect'>
  issuerVault?: Pick<IssuerVault, 'inspect' | 'inspectKeys'>
  clock?: Clock
  keys?: KeyRing
}
export type VerifyOptions = {
  /** Only what was written since this seal is checked, where that is enough; 0: everything. */
  since?: bigint
  /** A hash that was kept elsewhere: one of the seals must have it. */
  expected?: string | undefined
  /** A file that keeps how far it is, to go on from there when it is interrupted; it is removed at the end. */
  keptIn?: string | undefined
  /** Seals that are further behind what is written are a difference; undefined: not checked. */
  sealsLateAfterSeconds?: number | undefined
  /** Called with what is being checked. */
  progress?: ((what: string) => void) | undefined
}

/** The same as of a moment that the caller has opened. */
export async function verifyMoment(
  moment: Reader,
  {
    db,
    log,
    vault,
    issuerVault,
    clock,
    keys,
    bound,
  }: Omit<VerifyContext, 'db'> & { db: Reader; bound?: Bound | undefined },
  { since = 0n, expected, keptIn, sealsLateAfterSeconds: lateAfterSeconds, progress: show = () => {} }: VerifyOptions,
): Promise<Report> {
  const wall = clock?.wall()
  const progress = await openProgress(keptIn, since)
  const { findings } = progress
  const part = (name: string, work: () => Promise<void>) => {
    show(name)
    return progress.part(name, work)
  }
  if (expected !== undefined) await part('expected hash', () => checkExpected(moment, findings, expected))
  await part('chain', () => walk(moment, progress, show))
  if (wall && lateAfterSeconds !== undefined)
    await part('lateness of seals', () => checkLateness(moment, findings, { sealed, wall, lateAfterSeconds }))
  await part('rows not sealed', () => checkNotSealed(moment, findings))
  const reach = await sealReach(moment)
  for (const kind of reach ? sealed : [])
    if (!isJournal(kind))
      await part(`sealed ${kind.name}`, () => checkSealedRows(moment, findings, { kind, since, reach: reach! }))
  const scope = await scopeSince(moment, since)
  for (const { name, check } of checks) {
    await part(name, () => check(moment, findings, (count) => log.info({ [name]: count }, 'verifying'), scope))
    log.debug({ name }, 'verified')
  }
  if (bound) await part('rows with codes', () => checkBound(moment, findings, bound))
  if (clock) await part('due', () => checkDue(moment, findings, clock.now()))
  if (keys) await part('keys', () => checkSiteKeys(moment, findings, { keys }))
  if (keys) await part('submissions', () => checkSubmissions(moment, findings, { keys }))
  if (keys) await part('documents', () => checkDocuments(moment, findings, { keys }))
  if (keys) await part('evidence', () => checkEvidence(moment, findings, { keys }))
  if (keys) await part('screened persons', () => checkPeople(moment, findings, { keys }))
  if (vault) await part('vault', () => checkVault(findings, { vault, current: db }))
  if (issuerVault) await part('issued cards', () => checkIssuedNumbers(findings, { issuerVault, current: db }))
  if (issuerVault) await part('keys of card products', () => checkProductKeys(findings, { issuerVault, current: db }))
  await progress.end()
  const head = await headOf(moment)
  const report = findings.report()
  const isEmpty = since === 0n && report.checked.every(({ what, count }) => count === 0 || !business.has(what))
  return { ...report, ...(isEmpty && { isEmpty }), ...(head && { head }) }
}

const walk = (moment: Reader, progress: Progress, show: (what: string) => void): Promise<void> =>
  checkSeals(moment, progress.findings, {
    sealed,
    since: progress.walked,
    progress: async (through, newest) => {
      show(`seal ${through} of ${newest}`)
      await progress.walkedTo(through)
    },
  })

/** Without any of these nothing was ever sold or issued. */
const business = new Set(['entries', 'payments', 'orders', 'issued card numbers'])

/** A sum over all lines of the ledger takes longer than a request may. */
const limits = { statementTimeoutMs: 1_800_000 }

const checks: readonly Check[] = [
  {
    name: 'entries',
    check: (moment, findings, _report, scope) =>
      checkEntries(moment, findings, {
        causes: [
          paymentCause,
          earningsCause,
          batchCause,
          payoutCause,
          reserveCause,
          reportCause,
          breakCause,
          topupCause,
          receiptCause,
          spendingCause,
          disputeCause,
          networkSettlementCause,
          settlementCause,
        ],
        scope,
      }),
  },
  {
    name: 'payments',
    check: (moment, findings, report, scope) =>
      checkPayments(moment, findings, { others: { ...payoutKinds, ...disputeKinds }, report, scope }),
  },
  checkHours,
  { name: 'batches', check: (moment, findings, _report, scope) => checkBatches(moment, findings, scope) },
  { name: 'disputes', check: checkDisputes },
  ...prices,
  ...merchantPayouts,
  ...earnings,
  ...reconciliation,
  ...invoices,
  ...feeInvoices,
  ...merchants,
  ...shoppers,
  ...orders,
  ...billing,
  ...links,
  ...emails,
  ...staffEmails,
  ...notifications,
  ...webhooks,
  ...cards,
  ...topups,
  { name: 'topups and the ledger', check: (moment, findings) => checkTopups(moment, findings) },
  { name: 'deposits of topups', check: (moment, findings) => checkReceipts(moment, findings) },
  ...spending,
  ...chargebacks,
  ...networkReports,
  ...threeds,
  ...kyc,
  ...documents,
  ...screening,
  ...deposits,
  events,
  sandbox,
  onUs,
  hosts,
  { name: 'accounts', check: (moment, findings, _report, scope) => checkAccounts(moment, findings, scope) },
]
