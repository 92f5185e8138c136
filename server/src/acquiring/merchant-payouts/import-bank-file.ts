import { createHash } from 'node:crypto'
import type { BankReport, RejectedFile, ReportedTransfer } from '#connectors/bank/bank-report.ts'
import { UnreadableBankFile } from '#connectors/bank/iso20022.ts'
import { groupIdOf, messageIdOf } from '#connectors/bank/pain001.ts'
import { readBankFile } from '#connectors/bank/read-bank-file.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import { explainAmount } from './bank-charge.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { MerchantPayout } from './payout.ts'
import { merchantPayoutStates, type PayoutAction } from './payout-states.ts'
import { refuse } from './refusals.ts'
import { returnPayout } from './return-payout.ts'
import { findPayout, findPayoutByEndToEndId, payoutsOfFile } from './store.ts'
import { transitionPayout } from './transition-payout.ts'

export type BankFileInput = {
  by: StaffAuthor
  content: string
  once?: ((subjectId: string) => Write[]) | undefined
}

/** What an import has done with each transfer that the file reports. */
export type ImportedTransfer = {
  /** Of a file of ours that was refused as a whole and is not known here, its message id. */
  endToEndId: string
  reported: ReportedTransfer['status']
  payout: MerchantPayout | undefined
  outcome: ImportOutcome
}

/**
 * `same`: it was known already. `differs`: the amount is not that of the payout, nor that less the charges that the line states. `impossible`: the status of the payout does
 * not allow it. `duplicate`: the bank has refused it as one that it has already, so that it says nothing of the one it has.
 * `unclear`: a booking that is not understood. Of the last four nothing was recorded; somebody has to look.
 */
export const importOutcomes = ['recorded', 'same', 'unknown', 'differs', 'impossible', 'duplicate', 'unclear'] as const
type ImportOutcome = (typeof importOutcomes)[number]

/**
 * Records what a file of the bank says of payouts: status reports (pain.002), statements and notifications (camt.053,
 * camt.054). Each payout changes in a commit of its own, and a file that is imported again changes nothing. A line that cannot be
 * recorded keeps none back behind it; in the end it fails the import, and the file is imported again.
 */
export async function importBankFile(
  ctx: MerchantPayoutsContext,
  { by: author, content, once }: BankFileInput,
): Promise<ImportedTransfer[]> {
  const by = { ...author, reason: checkReason(author.reason) }
  const report = readReport(content)
  const now = ctx.clock.now()
  const digest = createHash('sha256').update(content).digest('hex')
  const audited = auditEntry(now, by, {
    action: 'bankFileImported',
    owner: platformOwner,
    subject: { type: 'bankFile', id: digest },
    after: { transfers: report.transfers.length, rejectedFiles: report.rejectedFiles.length },
  })
  await commit(ctx, now, [audited, ...(once?.(digest) ?? [])], 'import-bank-file')
  const imported: ImportedTransfer[] = []
  const each = isolateEach()
  for (const line of await linesOf(ctx, report))
    imported.push(...((await each.attempt(() => recordLine(ctx, by, line))) ?? []))
  each.finish()
  return imported
}

/** The lines of a report; a file that the bank has refused has one for each of our transfers in it. */
async function linesOf(ctx: MerchantPayoutsContext, { rejectedFiles, transfers }: BankReport): Promise<Line[]> {
  const rejected: Line[] = []
  for (const file of rejectedFiles) rejected.push(...(await rejectedIn(ctx, file)))
  const booked = new Set<string>()
  return [
    ...rejected,
    ...transfers.map((transfer) => {
      const { endToEndId, status } = transfer
      const isSecond = booked.has(`${status} ${endToEndId}`)
      booked.add(`${status} ${endToEndId}`)
      return { ...transfer, isSecond }
    }),
  ]
}

const recordLine = async (ctx: MerchantPayoutsContext, by: StaffAuthor, line: Line): Promise<ImportedTransfer[]> =>
  line.names ? recordOther(ctx, line, line.names) : [await record(ctx, by, line)]

/** A booking that says nothing of what it names: listed where that is ours, since it is money of ours that moved. */
async function recordOther(
  ctx: MerchantPayoutsContext,
  { status: reported }: ReportedTransfer,
  names: readonly string[],
): Promise<ImportedTransfer[]> {
  for (const endToEndId of names) {
    const payout = await findPayoutByEndToEndId(ctx.db, endToEndId)
    const isFile = async () => (await payoutsOfFile(ctx.db, endToEndId)).length > 0
    const isGroup = async () => (await payoutsOfFile(ctx.db, messageIdOf(endToEndId))).length > 0
    if (payout || (await isFile()) || (await isGroup())) return [{ endToEndId, reported, payout, outcome: 'unclear' }]
  }
  return []
}

/** The bank has refused a file, or one group of it: so it has refused each of its transfers, or has them already. */
async function rejectedIn(
  ctx: MerchantPayoutsContext,
  { messageId, groupId, status, reason }: RejectedFile,
): Promise<Line[]> {
  const payouts = (await payoutsOfFile(ctx.db, messageId)).filter(
    ({ amount }) => groupId === undefined || groupId === groupIdOf(messageId, amount.currency),
  )
  const refused = { status, reason, reference: undefined, amount: undefined }
  return payouts.length === 0
    ? [{ ...refused, endToEndId: messageId }]
    : payouts.map(({ endToEndId }) => ({ ...refused, endToEndId }))
}

function readReport(content: string): BankReport {
  try {
    return readBankFile(content)
  } catch (error) {
    if (error instanceof UnreadableBankFile)
      throw refuse('bank_file_unreadable', { field: 'content', why: error.message })
    throw error
  }
}

type Recorded = Exclude<ReportedTransfer['status'], 'duplicate' | 'unclear'>
const actionOf: Readonly<Record<Recorded, PayoutAction>> = {
  paid: 'pay',
  rejected: 'fail',
  returned: 'return',
}

/** `isSecond`: the same file has said the same of it before. */
type Line = ReportedTransfer & { isSecond?: boolean }

const record = (ctx: MerchantPayoutsContext, by: StaffAuthor, transfer: Line): Promise<ImportedTransfer> =>
  decide(async () => {
    const { endToEndId, status: reported, reason, reference: bankReference } = transfer
    const payout = await findPayoutByEndToEndId(ctx.db, endToEndId)
    if (!payout) return { endToEndId, reported, payout, outcome: transfer.isBatch ? 'unclear' : 'unknown' }
    if (reported === 'unclear' || reported === 'duplicate') return { endToEndId, reported, payout, outcome: reported }
    const explained = explainAmount(payout, transfer)
    if (!explained) return { endToEndId, reported, payout, outcome: 'differs' }
    const action = actionOf[reported]
    // What was booked as failed may have been paid once more since: a person decides.
    const to = payout.status === 'failed' ? undefined : merchantPayoutStates.next(payout.status, action)
    if (!to) return { endToEndId, reported, payout, outcome: outcomeOfKnown(payout, action, transfer) }
    const now = ctx.clock.now()
    const note = reason === '' ? reported : reason
    const { charge: bankCharge, received } = explained
    if (action === 'return')
      await returnPayout(ctx, payout.id, { by, reason: note, bankReference, bankCharge, received })
    else await commit(ctx, now, transitionPayout(now, payout, action, { by, note, bankReference }), 'import-bank-file')
    return { endToEndId, reported, payout: await findPayout(ctx.db, payout.id), outcome: 'recorded' }
  })

/**
 * A booking that was recorded already is the `same`, unless the bank has made it twice: under another number than the one that was
 * recorded, or a second time in one file. Of a payout that came back, the number recorded is that of its return.
 */
function outcomeOfKnown(payout: MerchantPayout, action: PayoutAction, { reference, isSecond }: Line): ImportOutcome {
  if (!isKnown(payout, action)) return 'impossible'
  const { bankReference, status } = payout
  const isOfStatus = merchantPayoutStates.edges.some((edge) => edge.action === action && edge.to === status)
  const isOther = reference !== undefined && bankReference !== undefined && reference !== bankReference
  return isSecond || (isOfStatus && isOther) ? 'unclear' : 'same'
}

/** A statement says once more that a payout was paid, also of one that came back since. */
const isKnown = ({ status }: MerchantPayout, action: PayoutAction): boolean =>
  merchantPayoutStates.edges.some((edge) => edge.action === action && edge.to === status) ||
  (action === 'pay' && status === 'returned')
