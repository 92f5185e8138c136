import { randomBytes } from 'node:crypto'
import { writePain001 } from '#connectors/bank/pain001.ts'
import type { Debtor } from '#connectors/bank/port.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, type MerchantId, merchantLock, platformOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import type { BankAccount } from './bank-account.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { PayoutFileId } from './ids.ts'
import { maySubmit } from './may-submit.ts'
import type { MerchantPayout } from './payout.ts'
import { refuse } from './refusals.ts'
import { payoutsForFile } from './store.ts'
import { transferOf } from './submit-payout.ts'
import { transitionPayout } from './transition-payout.ts'

export type FileInput = { by: StaffAuthor; once?: ((subjectId: string | Ref) => Write[]) | undefined }
export type MadeFile = { id: PayoutFileId; messageId: string; payouts: number; content: string }

/**
 * Makes a file of credit transfers (pain.001) of the payouts to IBANs that wait for it. The commit that records the file
 * marks its payouts as submitted: a payout is in one file, and the file can be read again as often as somebody needs it.
 */
export async function makePayoutFile(ctx: MerchantPayoutsContext, { by: author, once }: FileInput): Promise<MadeFile> {
  const by = { ...author, reason: checkReason(author.reason) }
  const { debtor } = ctx
  if (ctx.bank) throw refuse('merchant_payout_to_bank')
  if (!debtor) throw refuse('payout_debtor_missing')
  return decide(async () => {
    const merchantIds = (await payoutsForFile(ctx.db, payoutsPerFile)).map(({ merchantId }) => merchantId)
    if (merchantIds.length === 0) throw refuse('no_payouts_to_file')
    return ctx.db.locked([merchantLock(...new Set(merchantIds))], { name: 'payout-file', deadlineMs }, (tx) =>
      make({ ...ctx, db: tx }, { by, debtor, merchantIds: new Set(merchantIds), once }),
    )
  })
}
/** Banks take more; a file that is refused should not be all of them. */
const payoutsPerFile = 1_000
/** The rows of a whole file are written. */
const deadlineMs = 20_000

type Making = FileInput & { debtor: Debtor; merchantIds: ReadonlySet<MerchantId> }

async function make(ctx: MerchantPayoutsContext, { by, debtor, merchantIds, once }: Making): Promise<MadeFile> {
  const now = ctx.clock.now()
  const payouts = await payoutsForFile(ctx.db, payoutsPerFile)
  // One that was made since is for the next file, since its merchant is not locked.
  const waiting = await toIbans(
    ctx,
    payouts.filter(({ merchantId }) => merchantIds.has(merchantId)),
  )
  if (waiting.length === 0) throw refuse('no_payouts_to_file')
  const messageId = `FLORIN-${now.toString().slice(0, 10)}-${randomBytes(4).toString('hex').toUpperCase()}`
  const content = contentOf(now, { messageId, debtor }, waiting)
  const file = ref('file')
  const audited = auditEntry(now, by, {
    action: 'payoutFileMade',
    owner: platformOwner,
    subject: { type: 'payoutFile', id: file },
    after: { messageId, payouts: waiting.length },
  })
  const row = { message_id: messageId, payouts: waiting.length, content, made_by: by.actor, made_at: now }
  const submitted = waiting.flatMap(({ payout }) =>
    transitionPayout(now, payout, 'submit', { by, note: messageId, fileId: file }),
  )
  const writes = [insert('merchant_payouts.files', row, { as: file }), ...submitted, audited, ...(once?.(file) ?? [])]
  const ids = await commit(ctx, now, writes, 'payout-file')
  return { id: ids<PayoutFileId>(file), messageId, payouts: waiting.length, content }
}

type Waiting = { payout: MerchantPayout; account: BankAccount & { iban: string } }

/** Those to accounts without an IBAN stay: an operator transfers them at the bank and records it. */
async function toIbans({ db }: MerchantPayoutsContext, payouts: readonly MerchantPayout[]): Promise<Waiting[]> {
  const ready = await maySubmit(db, payouts)
  return payouts.flatMap((payout) => {
    const standing = ready.get(payout.id)
    if (standing?.may !== 'submit' || standing.account.iban === undefined) return []
    return [{ payout, account: { ...standing.account, iban: standing.account.iban } }]
  })
}

function contentOf(
  now: Instant,
  { messageId, debtor }: { messageId: string; debtor: Debtor },
  waiting: readonly Waiting[],
): string {
  return writePain001({
    messageId,
    madeAt: now,
    executeOn: now.toZonedDateTimeISO('UTC').toPlainDate(),
    debtor,
    transfers: waiting.map(({ payout, account }) => {
      const transfer = transferOf(payout, account)
      return { ...transfer, to: { ...transfer.to, iban: account.iban } }
    }),
  })
}
