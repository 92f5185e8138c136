import { takeTurn, transactionsNamed } from '#acquiring/payments'
import type { StaffAuthor } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { unreportedOf } from './awaited-store.ts'
import { bookRows, reportReference, type ToBook } from './book-rows.ts'
import type { ReconciliationContext } from './context.ts'
import type { ReportId } from './ids.ts'
import { type Facts, type Judged, judgeRow, judgeTransaction, settlementKey } from './judge-row.ts'
import { asRead, awaitReversals, notReversed } from './not-reversed.ts'
import { lookAgainForOthers, otherHalves } from './other-halves.ts'
import type { Break, RecordedRow, ReportRow } from './report.ts'
import { overtakenBy, rejudge } from './settled-otherwise.ts'
import { connectorLock, heldBy, missedOf, reserveBreakIds, rowsNamed, settledOf, unmovedRowsOf } from './store.ts'
import { type NewBreak, openBreak, transitionBreak } from './transition-break.ts'
import { bookOpposites, pairVoided, voidedIn } from './voided-pairs.ts'

type Part = {
  by: Pick<StaffAuthor, 'actor'>
  connector: string
  reportId: ReportId
  rows: readonly ReportRow[]
}

/**
 * Records some rows of a report that were not reported before: what agrees is booked, by one entry for each currency, and
 * what differs becomes breaks. All in one commit, which another import of the same rows makes stale.
 */
export const recordRows = (ctx: ReconciliationContext, part: Part): Promise<void> =>
  decide(() => {
    const releases = part.rows.some(({ type, grossMinor }) => type === 'reserve' && grossMinor > 0n)
    if (!releases) return recordPart(ctx, part)
    const lock = connectorLock(part.connector)
    return ctx.db.locked([lock], { name: useCase, deadlineMs }, (db) => recordPart({ ...ctx, db }, part))
  })
const useCase = 'record-rows'
/** Many rows take longer than one decision. */
const deadlineMs = 30_000

async function recordPart(ctx: ReconciliationContext, { by, connector, reportId, rows: part }: Part): Promise<void> {
  const known = await rowsNamed(
    ctx.db,
    connector,
    part.map(({ entry }) => entry),
  )
  const rows = part.filter(({ entry }) => !known.has(entry)).map((row): RecordedRow => ({ ...row, reportId }))
  if (rows.length === 0) return
  const facts = await factsAbout(ctx, connector, rows)
  const each = judgeInOrder(rows, facts)
  const voided = voidedIn(each)
  const { judged, answers } = pairVoided(each, await unmovedRowsOf(ctx.db, voided))
  const named = judged.map(({ row: { type }, transaction }) => ({ type, transaction }))
  const agreed = named.filter((_, index) => judged[index]!.agrees)
  const batches = new Set(judged.flatMap(({ transaction }) => transaction?.batchId ?? []))
  // Batches that are looked at again, since a report has come for them.
  const [missed, overtaken, uncovered] = await Promise.all([
    missedOf(ctx.db, named),
    overtakenBy(ctx.db, agreed),
    unreportedOf(ctx.db, [...batches]),
  ])
  const breaks = judged.flatMap(({ row, ...one }) => (one.agrees ? [] : [newBreak(row, one)]))
  const ids = await reserveBreakIds(ctx.db, breaks.length)
  const halves = await otherHalves(
    ctx,
    agreed.flatMap(({ transaction }) => transaction ?? []),
  )
  const now = ctx.clock.now()
  const { reportsWithin } = ctx.reportTerms
  await commit(
    ctx,
    now,
    [
      insert('reconciliation.rows', rows.map(columnsOf), {
        onDuplicate: { reported_once: 'stale', rows_report_id_line_key: 'stale' },
      }),
      ...bookAgreed(now, reportId, judged),
      ...answers.flatMap(({ found, row, answer }) => bookOpposites(now, { open: [found], rows: [row, answer], by })),
      ...breaks.flatMap((one, index) => openBreak(now, ids[index]!, one, by)),
      ...awaitReversals(notReversed(agreed, facts.settled), { now, reportsWithin }),
      ...lookAgainForOthers(now, halves, reportsWithin),
      ...asRead(agreed),
      // Of two reports with a row each, at once, the later one reads again and sees the other.
      ...voided.map(takeTurn),
      ...resolveMissed(now, missed, { by, reportId }),
      ...rejudge(now, overtaken, by),
      ...uncovered.map((id) => update('reconciliation.awaited', { set: { due_at: now }, where: { id } })),
    ],
    useCase,
  )
}

/** What has to be known to compare rows. */
export async function factsAbout(
  { db, reportTerms }: ReconciliationContext,
  connector: string,
  rows: readonly ReportRow[],
): Promise<GrowingFacts> {
  const transactions = await transactionsNamed(db, connector, {
    keys: [...new Set(rows.flatMap(({ key }) => key ?? []))],
    references: [...new Set(rows.flatMap(({ reference }) => reference ?? []))],
  })
  const ids = transactions.map(({ id }) => id)
  const [settled, heldMinor] = await Promise.all([
    settledOf(db, ids),
    rows.some(({ type }) => type === 'reserve') ? heldBy(db, connector) : new Map<Currency, bigint>(),
  ])
  return { transactions, settled, heldMinor, agreedFee: reportTerms.fees.get(connector) }
}

/** Facts that change with each row that agrees. */
type GrowingFacts = Facts & { settled: Set<string>; heldMinor: Map<Currency, bigint> }

/** Of two rows about one transaction the first settles it, and what is held back can be released by a row that follows. */
function judgeInOrder(rows: readonly RecordedRow[], facts: GrowingFacts): (Judged & { row: RecordedRow })[] {
  const each = rows.map((row) => {
    const judged = judgeRow(row, facts)
    const { type, currency, grossMinor } = row
    if (judged.agrees && type === 'reserve')
      facts.heldMinor.set(currency, (facts.heldMinor.get(currency) ?? 0n) - grossMinor)
    if (judged.agrees && judged.transaction) facts.settled.add(settlementKey(judged.transaction.id, row.type))
    return { ...judged, row }
  })
  return each.map((one) => settledByOther(one, facts))
}

/** A row that differs is one too many when a row that follows settles its transaction. */
function settledByOther(one: Judged & { row: RecordedRow }, facts: Facts): Judged & { row: RecordedRow } {
  if (one.agrees || one.kind === 'twice' || !one.transaction) return one
  const again = judgeTransaction(one.row, one.transaction, facts)
  return !again.agrees && again.kind === 'twice' ? { ...again, row: one.row } : one
}

export const newBreak = (row: RecordedRow, judged: Judged & { agrees: false }): NewBreak => ({
  kind: judged.kind,
  connector: row.connector,
  row: { reportId: row.reportId, line: row.line },
  transactionId: judged.transaction?.id,
  reported: judged.reported,
  expected: judged.expected,
})

/** The transfer is where the money has gone: it is the debit of the entry, and booked by it. */
function bookAgreed(now: Instant, reportId: ReportId, judged: readonly (Judged & { row: RecordedRow })[]): Write[] {
  const agreed = judged.flatMap(({ agrees, transaction, row }): ToBook[] =>
    agrees && row.type !== 'transfer' ? [{ row, transactionId: transaction?.id }] : [],
  )
  return [...Map.groupBy(agreed, ({ row }) => row.currency)].flatMap(([currency, rows]) =>
    bookRows(now, rows, reportReference(reportId, currency, rows[0]!.row)),
  )
}

/** What was missing is there: its own break tells what it differs by, if it does. */
export const resolveMissed = (
  now: Instant,
  missed: readonly Break[],
  { by, reportId }: { by: Pick<StaffAuthor, 'actor'>; reportId: ReportId },
): Write[] => missed.flatMap((one) => transitionBreak(now, one, 'resolve', { by, note: `it is in report ${reportId}` }))

const columnsOf = (row: RecordedRow) => ({
  report_id: row.reportId,
  line: row.line,
  connector: row.connector,
  entry: row.entry,
  batch: row.batch,
  type: row.type,
  key: row.key ?? null,
  reference: row.reference ?? null,
  currency: row.currency,
  gross_minor: row.grossMinor,
  fees_minor: row.feesMinor,
  net_minor: row.netMinor,
  booked_on: row.bookedOn,
  value_on: row.valueOn,
})
