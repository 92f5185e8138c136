import type { ClearingRequest, RefundRequest } from '#connectors/network/message.ts'
import type { Author } from '#core/directory'
import type { CardId } from '#issuing/ids'
import { type FileRow, inParts, type RowProblem } from '#kernel/base/file-row.ts'
import { commit, decide, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { isSharedFailure } from '#kernel/db/shared-failure.ts'
import { type ClearingRow, readClearingRow } from './clearing-row.ts'
import type { ClearingFilesContext } from './context.ts'
import { type ClearingFile, senderOf } from './file.ts'
import { answersOf, findFile } from './file-store.ts'
import { findCards } from './find-cards.ts'
import { finishFile } from './finish-file.ts'
import { type RowResult, resultOf } from './row-result.ts'

/**
 * Clears the rows of a file, and yields the results of some rows at a time, in their order. Each row is a message of its
 * own, by the number of the file and of its line, and booked by itself: so a file that was stopped anywhere is read again
 * from its beginning, and what was sent is answered as before. A row that is rejected, or cannot be booked, holds up no
 * other.
 */
export async function* clearFile(
  ctx: ClearingFilesContext,
  { by, file, rows }: { by: Author; file: ClearingFile; rows: AsyncIterable<FileRow> },
): AsyncGenerator<readonly RowResult[], ClearingFile> {
  let done = 0
  for await (const some of inParts(rows, rowsAtOnce)) {
    const results = await clearRows(ctx, file, some)
    done += results.length
    await recordProgress(ctx, { id: file.id, done })
    yield results
  }
  return finishFile(ctx, { by, id: file.id })
}

/** How many rows are in memory. */
const rowsAtOnce = 500

type Sendable = { line: number; row: ClearingRow }

async function clearRows(
  ctx: ClearingFilesContext,
  file: ClearingFile,
  rows: readonly FileRow[],
): Promise<RowResult[]> {
  const rejected = new Map<number, readonly RowProblem[]>()
  const readable: Sendable[] = []
  const lines: number[] = []
  for (const row of rows) {
    const read = 'problem' in row ? { problems: [row.problem] } : readClearingRow(row.columns)
    if ('total' in read) continue
    lines.push(row.line)
    if ('problems' in read) rejected.set(row.line, read.problems)
    else readable.push({ line: row.line, row: read.row })
  }
  const before = await answersOf(
    ctx.db,
    file.id,
    readable.map(({ line }) => line),
  )
  const fresh = readable.filter(({ line }) => !before.has(line))
  const cards = await findCards(
    ctx,
    fresh.map(({ row }) => row),
  )
  const sendable = new Map<CardId, Sendable[]>()
  for (const [nth, one] of fresh.entries()) {
    const card = cards[nth]!
    if ('problem' in card) rejected.set(one.line, [card.problem])
    else sendable.getOrInsertComputed(card.id, () => []).push(one)
  }
  for (const line of await sendAll(ctx, file, sendable)) rejected.set(line, [notBooked])
  const answers = await answersOf(
    ctx.db,
    file.id,
    readable.map(({ line }) => line),
  )
  return lines.map((line) => {
    const problems = rejected.get(line)
    return problems ? { line, is: 'rejected', problems } : resultOf(answers.get(line)!)
  })
}

const notBooked: RowProblem = {
  field: 'row',
  message:
    'could not be booked by a fault of the program, which is in its log: clear the row again when it is repaired',
}

/**
 * The rows of one card one after the other, as parts of a payment need it; several cards at the same time. Returns the
 * lines that could not be booked, by a fault that is their own.
 */
async function sendAll(
  ctx: ClearingFilesContext,
  file: ClearingFile,
  byCard: ReadonlyMap<CardId, Sendable[]>,
): Promise<number[]> {
  const waiting = [...byCard].values()
  const failed: number[] = []
  const sendSome = async () => {
    for (const [cardId, rows] of waiting)
      for (const one of rows) if (!(await isSent(ctx, requestOf(file, cardId, one)))) failed.push(one.line)
  }
  const ended = await Promise.allSettled(Array.from({ length: cardsAtOnce }, sendSome))
  // Only when all have ended: no row is under way any more when the run is over.
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return failed
}

async function isSent({ network, log }: ClearingFilesContext, request: ClearingRequest | RefundRequest) {
  try {
    await network.send(request)
    return true
  } catch (error) {
    if (error instanceof StaleWrite || isSharedFailure(error)) throw error
    log.error({ err: error, file: request.key.sender, line: request.key.stan }, 'a row of a clearing file failed')
    return false
  }
}
/** As many as a command has connections for. */
const cardsAtOnce = 4

function requestOf(
  { id, startedAt }: ClearingFile,
  cardId: CardId,
  { line, row }: Sendable,
): ClearingRequest | RefundRequest {
  const { presentmentId, reference, amount, billing, merchant, purpose, sequence } = row
  const about = {
    // It stays the same for as long as the file does: the moment is that of its first row.
    key: { sender: senderOf(id), stan: String(line), sentAt: startedAt.toString().replaceAll(/\D/g, '').slice(4, 14) },
    card: { reference: { id: cardId, cvv2: 'notSent' as const } },
    presentmentId,
    reference,
    amount,
    billing,
    merchant,
  }
  return row.kind === 'refund' ? { kind: 'refund', ...about } : { kind: 'clearing', ...about, purpose, sequence }
}

/** For those who look; a file continues where its messages end, whatever is recorded here. */
const recordProgress = (ctx: ClearingFilesContext, { id, done }: Pick<ClearingFile, 'id' | 'done'>): Promise<void> =>
  decide(async () => {
    const file = (await findFile(ctx.db, id))!
    if (file.finishedAt || file.done >= done) return
    const change = { set: { done, version: file.version + 1 }, where: { id, version: file.version } }
    await commit(ctx, ctx.clock.now(), [update('spending.files', change)], 'clear-file')
  })
