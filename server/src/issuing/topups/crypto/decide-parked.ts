import type { StaffAuthor } from '#core/access'
import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import { accountLock } from '#issuing/accounts'
import { type Deposit, type DepositId, findAssetById, findDeposit } from '#issuing/deposits'
import { settingsOf } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { compare } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { feeOf } from '../limits.ts'
import { refuse } from '../refusals.ts'
import { getTopup } from '../store.ts'
import type { Topup } from '../topup.ts'
import type { CryptoContext } from './context.ts'
import { worthOf } from './convert-coins.ts'
import { creditReceipt } from './credit-receipt.ts'
import type { Receipt } from './quote.ts'
import { settleCryptoTopup } from './settle-receipts.ts'
import { findReceipt } from './store.ts'
import { transitionReceipt } from './transition-receipt.ts'

/** What an operator decides of a deposit that was parked or frozen. */
export type ParkedDecision =
  /** To the account of the customer, at the rate of now. */
  | { decision: 'credit' }
  /** The coins were sent back, by this transaction. Florin itself holds no key to send with. */
  | { decision: 'return'; transactionHash: string }
  /** It is not the sanctioned sender after all, or the authority has allowed it. Then it is parked. */
  | { decision: 'release' }

export type ParkedInput = { by: StaffAuthor; id: DepositId; decision: ParkedDecision }

/** Decides about a parked or frozen deposit. The reason is kept with it, and in the audit. */
export async function decideParked(ctx: CryptoContext, input: ParkedInput): Promise<Receipt> {
  const { by, id, decision } = input
  if (!by.reason?.trim()) throw refuse('receipt_reason_missing', { field: 'reason' })
  if (decision.decision === 'return' && !/^0x[0-9a-fA-F]{64}$/.test(decision.transactionHash))
    throw refuse('return_transaction_missing', { field: 'transactionHash' })
  const found = await findReceipt(ctx.db, id)
  if (!found) throw refuse('receipt_not_found', { receiptId: id })
  const { accountId } = await getTopup(ctx.db, found.topupId)
  await decide(() =>
    ctx.db.locked([accountLock(accountId)], { name: 'decideParked' }, (tx) => record({ ...ctx, db: tx }, input)),
  )
  await settleCryptoTopup(ctx, found.topupId)
  return (await findReceipt(ctx.db, id))!
}

async function record(ctx: CryptoContext, { by, id, decision }: ParkedInput): Promise<void> {
  const receipt = (await findReceipt(ctx.db, id))!
  const [topup, deposit] = await Promise.all([getTopup(ctx.db, receipt.topupId), findDeposit(ctx.db, id)])
  const now = ctx.clock.now()
  const { reason } = by
  const writes =
    decision.decision === 'credit'
      ? await credit(ctx, now, { topup, receipt, deposit: deposit!, by })
      : transitionReceipt(now, topup, receipt, { action: decision.decision, by, reason })
  const entry = auditEntry(now, by, {
    action: 'parkedDepositDecided',
    owner: partnerOwner(topup.partnerId),
    subject: { type: 'deposit', id },
    before: { status: receipt.status, reason: receipt.reason },
    after: decision,
  })
  await commit(ctx, now, [...writes, entry], 'decide-parked')
}

type Crediting = { topup: Topup; receipt: Receipt; deposit: Deposit; by: StaffAuthor }

async function credit(ctx: CryptoContext, now: Instant, { topup, receipt, deposit, by }: Crediting): Promise<Write[]> {
  if (receipt.status !== 'parked') return transitionReceipt(now, topup, receipt, { action: 'credit', by })
  if (deposit.status !== 'confirmed' && deposit.status !== 'final')
    throw refuse('deposit_not_confirmed', { status: deposit.status })
  const asset = deposit.assetId && (await findAssetById(ctx.db, deposit.assetId))
  if (!asset) throw refuse('deposit_not_valued', { why: 'its token is none of ours' })
  const { currency } = topup.amount
  const rate = await ctx.rates.at(now, asset.code, currency, ctx.db)
  if (!rate) throw refuse('deposit_not_valued', { why: `there is no rate of ${asset.code} and ${currency}` })
  const amount = worthOf(deposit.quantity, { rate, decimals: asset.decimals, currency })
  const fee = feeOf((await settingsOf(ctx.db, topup.partnerId)).topupFees, 'crypto', amount)
  if (compare(fee, amount) >= 0) throw refuse('deposit_not_valued', { why: 'it is worth no more than its fee' })
  return creditReceipt(ctx.db, now, { topup, receipt, amount, fee, rate, by, reason: by.reason })
}
