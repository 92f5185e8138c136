import type { PaymentId } from '#acquiring/ids'
import { type Transaction, transactionNamed } from '#acquiring/payments'
import { type Approval, checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { commit, decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import { bookRows, breakReference, settleWithoutRow } from './book-rows.ts'
import { requireAcceptable, requireMatchable, requireWritableOff } from './break-actions.ts'
import type { ReconciliationContext } from './context.ts'
import type { BreakId } from './ids.ts'
import { isAbout, judgeTransaction, missingTypeOf, settlementKey } from './judge-row.ts'
import { asRead, awaitReversals, notReversed } from './not-reversed.ts'
import { lookAgainForOthers, otherHalves } from './other-halves.ts'
import { newBreak, resolveMissed } from './record-rows.ts'
import { refuse } from './refusals.ts'
import type { Break, RowType } from './report.ts'
import { isDifference, overtakenBy, rejudge, rejudgedBreak } from './settled-otherwise.ts'
import { findBreak, findRow, missedOf, reserveBreakIds, settledOf } from './store.ts'
import { openBreak, transitionBreak } from './transition-break.ts'

export type ByHand = {
  by: StaffAuthor
  id: BreakId
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}
type Author = StaffAuthor & { reason: string }

/**
 * A person knows which transaction a row is about. The row is compared with it: what agrees is booked, and what differs is
 * a break of its own, which is returned.
 */
export const matchBreak = (
  ctx: ReconciliationContext,
  { transactionId, ...input }: ByHand & { transactionId: PaymentId },
): Promise<{ matched: Break; next: Break | undefined }> =>
  decide(async () => {
    const { found, by } = await foundBreak(ctx, input)
    requireMatchable(found)
    const row = await findRow(ctx.db, found.row)
    const transaction = await transactionNamed(ctx.db, transactionId)
    const refuseIt = (why: string) =>
      refuse('break_not_matched', { breakId: found.id, transactionId, why, field: 'transactionId', allowed: [] })
    if (!transaction || transaction.connector !== row.connector)
      throw refuseIt(`connector ${row.connector} has no such transaction`)
    if (!isAbout(row.type, transaction)) throw refuseIt(`the row is a ${row.type}, and this is a ${transaction.type}`)
    const settled = await settledOf(ctx.db, [transactionId])
    const judged = judgeTransaction(row, transaction, { settled, agreedFee: ctx.reportTerms.fees.get(row.connector) })
    if (!judged.agrees && judged.kind === 'twice') throw refuseIt('it is settled already')
    if (!judged.agrees && (judged.kind === 'unbooked' || judged.kind === 'voided'))
      throw refuseIt('by our books its money has not moved')
    const [nextId] = judged.agrees ? [] : await reserveBreakIds(ctx.db, 1)
    const named = [{ type: row.type, transaction }]
    const halves = await otherHalves(ctx, judged.agrees ? [transaction] : [])
    const { reportsWithin } = ctx.reportTerms
    const missed = await missedOf(ctx.db, named)
    const overtaken = await overtakenBy(ctx.db, judged.agrees ? named : [], found)
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        ...transitionBreak(now, found, 'match', { by, note: by.reason }),
        ...(judged.agrees ? bookRows(now, [{ row, transactionId }], breakReference(found.id)) : []),
        ...(judged.agrees
          ? [...asRead(named), ...awaitReversals(notReversed(named, settled), { now, reportsWithin })]
          : []),
        ...lookAgainForOthers(now, halves, reportsWithin),
        ...(!judged.agrees && nextId ? openBreak(now, nextId, newBreak(row, judged), by) : []),
        ...resolveMissed(now, missed, { by, reportId: row.reportId }),
        ...rejudge(now, overtaken, by),
        audited(now, { by, found, action: 'acquirerBreakMatched', after: { transactionId: String(transactionId) } }),
        ...(input.once?.(String(found.id)) ?? []),
      ],
      useCase,
    )
    return {
      matched: (await findBreak(ctx.db, found.id))!,
      next: nextId && (await findBreak(ctx.db, nextId)),
    }
  })

/**
 * The acquirer may keep the fee that it has kept: the row is booked as it is. Where the installation wants two people, for
 * any fee or for a large one, the first call waits for an approval.
 */
export const acceptBreak = (ctx: ReconciliationContext, input: ByHand): Promise<Accepted> =>
  ctx.approvals.attempt({ by: input.by, action: 'settlements:resolve', subject: subjectOf(input) }, () =>
    accept(ctx, input),
  )

type Accepted = { accepted: Break; waits?: undefined } | { accepted?: undefined; waits: Approval }

const accept = (ctx: ReconciliationContext, input: ByHand): Promise<Accepted> =>
  decide(async () => {
    const { found, by } = await foundBreak(ctx, input)
    requireAcceptable(found)
    const row = await findRow(ctx.db, found.row)
    const cleared = await ctx.approvals.require({
      by,
      action: 'settlements:resolve',
      owner: platformOwner,
      subject: subjectOf(found),
      request: described(found),
      amount: found.reported,
      once: input.once,
    })
    if (!cleared.allowed) return { waits: cleared.approval }
    const transaction = await settledByDecision(ctx, found)
    const overtaken = await overtakenBy(ctx.db, [{ type: row.type, transaction }], found)
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        ...transitionBreak(now, found, 'accept', { by, note: by.reason }),
        ...bookRows(now, [{ row, transactionId: transaction?.id }], breakReference(found.id)),
        ...rejudge(now, overtaken, by),
        ...cleared.writes,
        audited(now, { by, found, action: 'acquirerBreakAccepted' }),
        ...(input.once?.(String(found.id)) ?? []),
      ],
      useCase,
    )
    return { accepted: (await findBreak(ctx.db, found.id))! }
  })

/**
 * The difference is ours: the row is booked as the acquirer has it, what it should have been is settled, and the rest is a
 * cost or a gain. Where the installation wants two people, the first call waits for an approval.
 */
export const writeOffBreak = (ctx: ReconciliationContext, input: ByHand): Promise<Written> =>
  ctx.approvals.attempt({ by: input.by, action: 'settlements:adjust', subject: subjectOf(input) }, () =>
    writeOff(ctx, input),
  )

type Written = { written?: Break; waits?: Approval }

const writeOff = (ctx: ReconciliationContext, input: ByHand): Promise<Written> =>
  decide(async () => {
    const { found, by } = await foundBreak(ctx, input)
    requireWritableOff(found)
    const missing = found.row === undefined ? await missingTransaction(ctx, found) : undefined
    const transaction = await settledByDecision(ctx, found)
    const halves = await otherHalves(ctx, transaction ? [transaction] : [])
    const cleared = await ctx.approvals.require({
      by,
      action: 'settlements:adjust',
      owner: platformOwner,
      subject: subjectOf(found),
      request: described(found),
      once: input.once,
    })
    if (!cleared.allowed) return { waits: cleared.approval }
    const row = found.row && (await findRow(ctx.db, found.row))
    const overtaken = await overtakenBy(ctx.db, settledTypes(transaction, row?.type ?? missing?.type), found)
    const { reported } = found
    // What is held stays: the release is of something else.
    const settled = found.kind === 'reserve' ? undefined : found.expected
    const now = ctx.clock.now()
    const reference = breakReference(found.id)
    await commit(
      ctx,
      now,
      [
        ...transitionBreak(now, found, 'writeOff', { by, note: by.reason }),
        ...(row
          ? bookRows(now, [{ row, transactionId: transaction?.id }], reference, { asGross: found.kind === 'reserve' })
          : []),
        ...(missing ? [settleWithoutRow(now, missing, reference)] : []),
        ...rejudge(now, overtaken, by),
        ...lookAgainForOthers(now, halves, ctx.reportTerms.reportsWithin),
        ...post(now, 'acquirerDifference', reference, { expected: settled, reported }),
        ...cleared.writes,
        audited(now, { by, found, action: 'acquirerBreakWrittenOff', after: described(found) }),
        ...(input.once?.(String(found.id)) ?? []),
      ],
      useCase,
    )
    return { written: (await findBreak(ctx.db, found.id))! }
  })
const useCase = 'resolve-break'
const subjectOf = ({ id }: Pick<ByHand, 'id'>) => ({ type: 'acquirerBreak', id: String(id) })

/** The transaction that a row with a difference settles, or that no report has. */
async function settledByDecision({ db }: ReconciliationContext, found: Break): Promise<Transaction | undefined> {
  const isSettled = found.row === undefined || isDifference(found)
  return isSettled && found.transactionId !== undefined ? transactionNamed(db, found.transactionId) : undefined
}

const settledTypes = (transaction: Transaction | undefined, type: RowType | undefined) =>
  transaction && type ? [{ type, transaction }] : []

/** The transaction that no report has, unless one has it by now; then the break is about nothing. */
async function missingTransaction(ctx: ReconciliationContext, { id, kind, transactionId }: Break) {
  const transaction = (await transactionNamed(ctx.db, transactionId!))!
  const type = missingTypeOf(kind, transaction)
  const settled = await settledOf(ctx.db, [transaction.id])
  if (settled.has(settlementKey(transaction.id, type)))
    throw refuse('break_reported', { breakId: id, transactionId: transaction.id, allowed: [] })
  return { id: transaction.id, type }
}

async function foundBreak(ctx: ReconciliationContext, { id, by }: ByHand): Promise<{ found: Break; by: Author }> {
  const found = await findBreak(ctx.db, id)
  if (!found) throw refuse('break_not_found', { breakId: id })
  return { found: await rejudgedBreak(ctx, found), by: { ...by, reason: checkReason(by.reason) } }
}

type Audited = { by: Author; found: Break; action: string; after?: Record<string, unknown> }
const audited = (now: Instant, { by, found, action, after = {} }: Audited): Write =>
  auditEntry(now, by, {
    action,
    owner: platformOwner,
    subject: { type: 'acquirerBreak', id: String(found.id) },
    after: { kind: found.kind, ...after },
  })

const described = ({ kind, reported, expected, transactionId }: Break): Record<string, unknown> => ({
  kind,
  ...(reported && { reported: amountText(reported) }),
  ...(expected && { expected: amountText(expected) }),
  ...(transactionId !== undefined && { transactionId: String(transactionId) }),
})
const amountText = (amount: Money): string => `${formatMoney(amount)} ${amount.currency}`
