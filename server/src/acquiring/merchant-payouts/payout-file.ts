import { randomBytes } from 'node:crypto'
import { writePain001 } from '#connectors/bank/pain001.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
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
    const now = ctx.clock.now()
    const waiting = await toIbans(ctx, await payoutsForFile(ctx.db, payoutsPerFile))
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
    const ids = await commit(
      ctx,
      now,
      [
        insert('merchant_payouts.files', row, { as: file }),
        ...waiting.flatMap(({ payout, guards }) => [
          ...transitionPayout(now, payout, 'submit', { by, note: messageId, fileId: file }),
          ...guards,
        ]),
        audited,
        ...(once?.(file) ?? []),
      ],
      'payout-file',
    )
    return { id: ids<PayoutFileId>(file), messageId, payouts: waiting.length, content }
  })
}
/** Banks take more; a file that is refused should not be all of them. */
const payoutsPerFile = 1_000

type Waiting = { payout: MerchantPayout; account: BankAccount & { iban: string }; guards: Write[] }

/** Those to accounts without an IBAN stay: an operator transfers them at the bank and records it. */
async function toIbans(ctx: MerchantPayoutsContext, payouts: readonly MerchantPayout[]): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const payout of payouts) {
    const ready = await maySubmit(ctx.db, payout)
    if (ready?.account.iban === undefined) continue
    const { account, guards } = ready
    found.push({ payout, account: { ...account, iban: account.iban! }, guards })
  }
  return found
}

function contentOf(
  now: Instant,
  { messageId, debtor }: { messageId: string; debtor: NonNullable<MerchantPayoutsContext['debtor']> },
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
