import { createHash } from 'node:crypto'
import { type ReportedTransfer, readBankFile, UnreadableBankFile } from '#connectors/bank/read-bank-file.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { MerchantPayout } from './payout.ts'
import { merchantPayoutStates, type PayoutAction } from './payout-states.ts'
import { refuse } from './refusals.ts'
import { returnPayout } from './return-payout.ts'
import { findPayout, findPayoutByEndToEndId } from './store.ts'
import { transitionPayout } from './transition-payout.ts'

export type BankFileInput = {
  by: StaffAuthor
  content: string
  once?: ((subjectId: string) => Write[]) | undefined
}

/** What an import has done with each transfer that the file reports. */
export type ImportedTransfer = {
  endToEndId: string
  reported: ReportedTransfer['status']
  payout: MerchantPayout | undefined
  /** `same`: it was known already. `impossible`: the payout's status does not allow it; somebody has to look. */
  outcome: 'recorded' | 'same' | 'unknown' | 'impossible'
}

/**
 * Records what a file of the bank says of payouts: status reports (pain.002), statements and notifications (camt.053,
 * camt.054). Each payout changes in a commit of its own, and a file that is imported again changes nothing.
 */
export async function importBankFile(
  ctx: MerchantPayoutsContext,
  { by: author, content, once }: BankFileInput,
): Promise<ImportedTransfer[]> {
  const by = { ...author, reason: checkReason(author.reason) }
  const reported = readTransfers(content)
  const now = ctx.clock.now()
  const digest = createHash('sha256').update(content).digest('hex')
  const audited = auditEntry(now, by, {
    action: 'bankFileImported',
    owner: platformOwner,
    subject: { type: 'bankFile', id: digest },
    after: { transfers: reported.length },
  })
  await commit(ctx, now, [audited, ...(once?.(digest) ?? [])], 'import-bank-file')
  const imported: ImportedTransfer[] = []
  for (const transfer of reported) imported.push(await record(ctx, by, transfer))
  return imported
}

function readTransfers(content: string): ReportedTransfer[] {
  try {
    return readBankFile(content)
  } catch (error) {
    if (error instanceof UnreadableBankFile)
      throw refuse('bank_file_unreadable', { field: 'content', why: error.message })
    throw error
  }
}

const actionOf: Readonly<Record<ReportedTransfer['status'], PayoutAction>> = {
  paid: 'pay',
  rejected: 'fail',
  returned: 'return',
}

const record = (ctx: MerchantPayoutsContext, by: StaffAuthor, transfer: ReportedTransfer): Promise<ImportedTransfer> =>
  decide(async () => {
    const { endToEndId, status: reported, reason, reference: bankReference } = transfer
    const payout = await findPayoutByEndToEndId(ctx.db, endToEndId)
    if (!payout) return { endToEndId, reported, payout, outcome: 'unknown' }
    const action = actionOf[reported]
    const to = merchantPayoutStates.next(payout.status, action)
    if (!to) return { endToEndId, reported, payout, outcome: isKnown(payout, action) ? 'same' : 'impossible' }
    const now = ctx.clock.now()
    const note = reason === '' ? reported : reason
    if (action === 'return') await returnPayout(ctx, payout.id, { by, reason: note, bankReference })
    else await commit(ctx, now, transitionPayout(now, payout, action, { by, note, bankReference }), 'import-bank-file')
    return { endToEndId, reported, payout: await findPayout(ctx.db, payout.id), outcome: 'recorded' }
  })

/** A statement says once more that a payout was paid, also of one that came back since. */
const isKnown = ({ status }: MerchantPayout, action: PayoutAction): boolean =>
  merchantPayoutStates.edges.some((edge) => edge.action === action && edge.to === status) ||
  (action === 'pay' && status === 'returned')
