import { type Approval, type Approvals, checkReason, type StaffAuthor } from '#core/access'
import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import { accountLock, findAccountById } from '#issuing/accounts'
import { type DepositId, findAssetById, findDeposit } from '#issuing/deposits'
import { meaningOf, standingOf, standingReasons } from '#issuing/kyc'
import { settingsOf } from '#issuing/programmes'
import { listedWalletSince } from '#issuing/screening'
import type { Instant } from '#kernel/base/clock.ts'
import { compare } from '#kernel/base/money.ts'
import { commit, decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import { feeOf } from '../limits.ts'
import { refuse } from '../refusals.ts'
import { getTopup } from '../store.ts'
import type { Topup } from '../topup.ts'
import type { CryptoContext } from './context.ts'
import { worthOf } from './convert-coins.ts'
import { creditReceipt } from './credit-receipt.ts'
import { reclaim, writeOff } from './decide-lost.ts'
import type { Receipt } from './quote.ts'
import { settleCryptoTopup } from './settle-receipts.ts'
import { findReceipt, wasReleased } from './store.ts'
import { transitionReceipt } from './transition-receipt.ts'

/** What an operator decides of a deposit that was parked or frozen, or credited and then lost by a reorganisation. */
export type ParkedDecision =
  /** To the account of the customer, at the rate of now. */
  | { decision: 'credit' }
  /** The coins were sent back, by this transaction. Florin itself holds no key to send with. */
  | { decision: 'return'; transactionHash: string }
  /** It is not the sanctioned sender after all, or the authority has allowed it. Then it is parked. */
  | { decision: 'release' }
  /** The customer keeps what was credited for coins that are lost. */
  | { decision: 'writeOff' }
  /** What was credited for coins that are lost is taken from the customer again. */
  | { decision: 'reclaim' }

/** What a person needs for it, and what an installation may want a second person to approve. */
export const permissionOf = ({ decision }: Pick<ParkedDecision, 'decision'>): 'topups:release' | 'topups:decide' =>
  decision === 'release' ? 'topups:release' : 'topups:decide'

export type DecidingContext = CryptoContext & { approvals: Pick<Approvals, 'require' | 'attempt' | 'get'> }

export type ParkedInput = {
  by: StaffAuthor
  id: DepositId
  decision: ParkedDecision
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Decides about a parked, frozen or lost deposit, as the operator. The reason is kept with it, and in the audit. Where the
 * installation wants two people, the first call waits for an approval, and the same call decides when another person has
 * given it.
 */
export async function decideParked(
  ctx: DecidingContext,
  input: ParkedInput,
): Promise<{ receipt: Receipt; waits?: Approval | undefined }> {
  const { id, decision } = input
  const by = { ...input.by, reason: checkReason(input.by.reason) }
  if (decision.decision === 'return' && !/^0x[0-9a-fA-F]{64}$/.test(decision.transactionHash))
    throw refuse('return_transaction_missing', { field: 'transactionHash' })
  const subject = { type: 'deposit', id }
  const waits = await ctx.approvals.attempt({ by, action: permissionOf(decision), subject, given: decision }, () =>
    decide(() => clearAndRecord(ctx, { ...input, by })),
  )
  const receipt = (await findReceipt(ctx.db, id))!
  if (waits) return { receipt, waits }
  await settleCryptoTopup(ctx, receipt.topupId)
  return { receipt: (await findReceipt(ctx.db, id))! }
}

/** The approval is asked for before the account is locked: it is a commit of its own. */
async function clearAndRecord(ctx: DecidingContext, input: ParkedInput): Promise<Approval | undefined> {
  const { by, id, decision, once } = input
  const found = await findReceipt(ctx.db, id)
  if (!found) throw refuse('receipt_not_found', { receiptId: id })
  const { accountId, partnerId } = await getTopup(ctx.db, found.topupId)
  // What is not possible is refused before another person is asked.
  await writesOf(ctx, ctx.clock.now(), input)
  const cleared = await ctx.approvals.require({
    by,
    action: permissionOf(decision),
    owner: partnerOwner(partnerId),
    subject: { type: 'deposit', id },
    request: decision,
    once,
  })
  if (!cleared.allowed) return cleared.approval
  await ctx.db.locked([accountLock(accountId)], { name: 'decide-parked' }, async (tx) => {
    const now = ctx.clock.now()
    const writes = await writesOf({ ...ctx, db: tx }, now, input)
    await commit({ ...ctx, db: tx }, now, [...writes, ...cleared.writes, ...(once?.(id) ?? [])], 'decide-parked')
  })
  return undefined
}

async function writesOf(ctx: CryptoContext, now: Instant, { by, id, decision }: ParkedInput): Promise<Write[]> {
  const receipt = (await findReceipt(ctx.db, id))!
  const topup = await getTopup(ctx.db, receipt.topupId)
  const { reason } = by
  if (receipt.status === 'parked') await requireReleased(ctx, receipt)
  const kept = decision.decision === 'return' ? await keepReturnable(ctx, topup, receipt) : []
  const changesOf = () => {
    switch (decision.decision) {
      case 'credit':
        return credit(ctx, now, { receipt, by })
      case 'writeOff':
        return writeOff(ctx.db, now, { topup, receipt, by })
      case 'reclaim':
        return reclaim(ctx.db, now, { topup, receipt, by })
      default:
        return transitionReceipt(now, topup, receipt, { action: decision.decision, by, reason, dueAt: now })
    }
  }
  const writes = await changesOf()
  const entry = auditEntry(now, by, {
    action: 'parkedDepositDecided',
    owner: partnerOwner(topup.partnerId),
    subject: { type: 'deposit', id },
    before: { status: receipt.status, reason: receipt.reason },
    after: decision,
  })
  return [...kept, ...writes, entry]
}

/** To a sender whom a list names meanwhile nothing is returned, and of theirs nothing is credited, before a release. */
async function requireReleased({ db }: CryptoContext, { id }: Receipt): Promise<void> {
  const deposit = await findDeposit(db, id)
  const since = deposit && (await listedWalletSince(db, deposit.sender))
  if (since && !(await wasReleased(db, id, 'sanctioned_sender', since)))
    throw refuse('deposit_sender_listed', { allowed: [] })
}

/** The guards by which nothing is sent back to a stopped customer before a release, until the commit is done. */
async function keepReturnable({ db, clock }: CryptoContext, { holderId }: Topup, { id }: Receipt): Promise<Write[]> {
  const { reasons, stoppedAt = clock.now(), keep } = await standingOf(db, holderId)
  const meaning = meaningOf('return parked coins', reasons)
  if (meaning === 'allowed' || (meaning === 'frozen' && (await wasReleased(db, id, 'customer_stopped', stoppedAt))))
    return keep
  throw refuse('deposit_not_returnable', { allowed: [] })
}

/** What keeps a customer creditable until the commit is done. */
async function keepCreditable({ db }: CryptoContext, { holderId, accountId }: Topup): Promise<Write[]> {
  const [standing, account] = await Promise.all([standingOf(db, holderId), findAccountById(db, accountId)])
  const reasons = account?.status === 'closed' ? [...standing.reasons, 'accountClosed' as const] : standing.reasons
  if (meaningOf('credit by hand', reasons) === 'allowed') return standing.keep
  const why = reasons.map((reason) => standingReasons[reason]).join('; ')
  throw refuse('deposit_not_creditable', { why, allowed: ['return'] })
}

type Crediting = { receipt: Receipt; by: StaffAuthor }

async function credit(ctx: CryptoContext, now: Instant, { receipt, by }: Crediting): Promise<Write[]> {
  const topup = await getTopup(ctx.db, receipt.topupId)
  if (receipt.status !== 'parked') return transitionReceipt(now, topup, receipt, { action: 'credit', by })
  const deposit = await findDeposit(ctx.db, receipt.id)
  if (!deposit) throw refuse('deposit_not_valued', { why: 'its row was changed by hand' })
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
  const kept = await keepCreditable(ctx, topup)
  return [...kept, ...(await creditReceipt(ctx.db, now, { topup, receipt, amount, fee, rate, by, reason: by.reason }))]
}
