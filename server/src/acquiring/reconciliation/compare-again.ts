import { type Transaction, transactionNamed } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import { bookRows, breakReference } from './book-rows.ts'
import type { ReconciliationContext } from './context.ts'
import type { BreakId } from './ids.ts'
import { type Judged, judgeRow, missingTypeOf, settlementKey } from './judge-row.ts'
import { asRead, awaitReversals, notReversed } from './not-reversed.ts'
import { lookAgainForOthers, otherHalves } from './other-halves.ts'
import { factsAbout, newBreak, resolveMissed } from './record-rows.ts'
import type { Break } from './report.ts'
import { isDifference, overtakenBy, overtakenByNow, rejudge } from './settled-otherwise.ts'
import { connectorLock, findBreak, findRow, missedOf, reserveBreakIds, settledOf, unmovedRowsOf } from './store.ts'
import { compareAgainAfter, comparedFor, openBreak, transitionBreak } from './transition-break.ts'
import { bookOpposites, isOpposite, voidedIn } from './voided-pairs.ts'

const by = { actor: 'due work' }

/**
 * Compares once more what was missing: a chargeback may be in a report before the dispute is, and a row in the report of
 * the next day. What agrees by now is booked; after a month a person decides.
 */
export const compareAgain = (ctx: ReconciliationContext, id: BreakId): Promise<void> =>
  decide(async () => {
    const found = await findBreak(ctx.db, id)
    if (found?.status !== 'open') return
    if (found.kind !== 'reserve') return compare(ctx, found)
    const lock = connectorLock(found.connector)
    await ctx.db.locked([lock], { name: useCase }, (db) => compare({ ...ctx, db }, found))
  })
const useCase = 'compare-again'

async function compare(ctx: ReconciliationContext, found: Break): Promise<void> {
  const now = ctx.clock.now()
  await commit(ctx, now, await followsFor(ctx, now, found), useCase)
}

async function followsFor(ctx: ReconciliationContext, now: Instant, found: Break): Promise<Write[]> {
  if (!found.row) return lookForRow(ctx, now, found)
  if (!isDifference(found)) return compareRow(ctx, now, found)
  const overtaken = await overtakenByNow(ctx.db, found)
  return overtaken ? rejudge(now, [overtaken], by) : later(now, found)
}

async function compareRow(ctx: ReconciliationContext, now: Instant, found: Break): Promise<Write[]> {
  const row = await findRow(ctx.db, found.row!)
  const facts = await factsAbout(ctx, row.connector, [row])
  const judged = judgeRow(row, facts)
  // Both were reported before the payment was voided.
  const others = await unmovedRowsOf(ctx.db, voidedIn([judged]))
  const opposite = others.find((other) => other.found.id !== found.id && isOpposite(other.row, row))
  if (opposite) return bookOpposites(now, { open: inOrder(found, opposite.found), rows: [row, opposite.row], by })
  if (!judged.agrees && judged.kind === found.kind) return later(now, found)
  const inBooks = judged.agrees || judged.kind !== 'voided' ? 'the transaction is in the books by now' : 'it was voided'
  const note = found.kind === 'reserve' ? 'as much is held by now' : inBooks
  const named = [{ type: row.type, transaction: judged.transaction }]
  const missed = resolveMissed(now, await missedOf(ctx.db, named), { by, reportId: row.reportId })
  const resolved = [...transitionBreak(now, found, 'resolve', { by, note }), ...missed]
  if (judged.agrees) {
    const { reportsWithin } = ctx.reportTerms
    const booked = bookRows(now, [{ row, transactionId: judged.transaction?.id }], breakReference(found.id))
    return [
      ...resolved,
      ...booked,
      ...rejudge(now, await overtakenBy(ctx.db, named), by),
      ...asRead(named),
      ...awaitReversals(notReversed(named, facts.settled), { now, reportsWithin }),
      ...lookAgainForOthers(now, await otherHalves(ctx, transactionsOf(judged)), reportsWithin),
    ]
  }
  const [nextId] = await reserveBreakIds(ctx.db, 1)
  return [...resolved, ...openBreak(now, nextId!, newBreak(row, judged), by)]
}

const transactionsOf = ({ transaction }: Judged): Transaction[] => (transaction ? [transaction] : [])

/** As another comparison would write them at the same moment. */
const inOrder = (one: Break, other: Break): [Break, Break] => (one.id < other.id ? [one, other] : [other, one])

async function lookForRow({ db }: ReconciliationContext, now: Instant, found: Break): Promise<Write[]> {
  const transaction = (await transactionNamed(db, found.transactionId!))!
  const settled = await settledOf(db, [transaction.id])
  return settled.has(settlementKey(transaction.id, missingTypeOf(found.kind, transaction)))
    ? transitionBreak(now, found, 'resolve', { by, note: 'it is in a report by now' })
    : later(now, found)
}

const later = (now: Instant, { id, version, openedAt }: Break): Write[] => {
  const next = now.add(compareAgainAfter)
  const isOver = Temporal.Instant.compare(next, openedAt.add(comparedFor)) > 0
  return [
    update('reconciliation.breaks', {
      set: { due_at: isOver ? null : next, leased_until: null, version: version + 1 },
      where: { id, version },
    }),
  ]
}
