import { permissionsOf, type StaffDirectory } from '#core/access'
import { openDataKey, openNote, sealPiece } from '#core/files'
import type { Instant } from '#kernel/base/clock.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { commit, insert, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { type EmailParts, emailDelayMs, sendExportEmail } from './export-email.ts'
import { deletePieces } from './export-pieces.ts'
import type { ExportId, ExportsContext, ExportTask } from './export-task.ts'
import { openList } from './find-list.ts'
import { findExport } from './store.ts'

type WorkContext = ExportsContext &
  EmailParts & {
    log: Log
    staff: Pick<StaffDirectory, 'find'>
    /** How long a file can be fetched once it is written. */
    filesKept: Temporal.Duration
  }

/** Writes the files that are due, sends the emails about them, and destroys those that have expired. */
export const exportWork = (ctx: WorkContext): DueWork<ExportId> => ({
  name: 'write lists to files',
  inRun: 'left',
  ...claimDue(ctx, 'exports.exports', { leaseMs }),
  atOnce: 2,
  batch: 1,
  run: (id) => workOn(ctx, id),
})
/** Renewed with each piece. */
const leaseMs = 120_000

async function workOn(ctx: WorkContext, id: ExportId): Promise<void> {
  const task = await findExport(ctx.db, id)
  if (!task) return
  const { status, expiresAt } = task
  if (status === 'waiting' || status === 'running') return writeSome(ctx, task)
  if (status === 'ready' && expiresAt && Temporal.Instant.compare(ctx.clock.now(), expiresAt) >= 0)
    return expire(ctx, task)
  // Here alone: what is over is due until this was done, so that no death in between leaves pieces behind.
  if (!task.dataKey) await deletePieces(ctx.db, id)
  await tell(ctx, task)
}

/**
 * Writes some pieces and lets go, so that a process that stops need not wait. Each piece is committed together with the
 * place behind it: the next worker continues there, and writes every entry once, since lists are sorted only by what never
 * changes of an entry (`KeysetList`): one that moved meanwhile would be written twice or never. Who was cancelled, or is
 * not the only one who writes, finds the file changed and stops.
 */
async function writeSome(ctx: WorkContext, begun: ExportTask): Promise<void> {
  try {
    let task: ExportTask | undefined = begun
    for (let piece = 0; piece < piecesAtOnce && task; piece++) task = await writePiece(ctx, task)
    if (task) await letGo(ctx, task)
  } catch (error) {
    if (error instanceof StaleWrite) return
    await noteFailure(ctx, begun.id, error)
  }
}
const piecesAtOnce = 8

/** Returns the task as it is then, and undefined when it was the last piece. */
async function writePiece(ctx: WorkContext, task: ExportTask): Promise<ExportTask | undefined> {
  const { id, status, chunks, rows, bytes } = task
  const key = openDataKey(ctx.keys, id, task.dataKey!)
  try {
    const { text, count, place } = await nextLines(ctx, task, openNote(key, id, task.query))
    const plain = Buffer.from(text)
    const isLast = place === undefined
    const now = ctx.clock.now()
    const until = now.toZonedDateTimeISO('UTC').add(ctx.filesKept).toInstant()
    const written = { rows: rows + BigInt(count), bytes: bytes + BigInt(plain.length), chunks: chunks + 1, tries: 0 }
    const ended = { status: 'ready' as const, ended_at: now, expires_at: until, place: null }
    const further = { status: 'running' as const, place: place ?? null }
    const set = {
      ...written,
      ...(isLast ? { ...ended, due_at: now, leased_until: null } : { ...further, leased_until: leaseEnd(ctx) }),
    }
    const sealed = sealPiece(key, { documentId: id, number: chunks, isLast }, plain)
    const writes = [
      update('exports.exports', { set, where: { id, status, chunks } }),
      insert('exports.pieces', { document_id: id, number: chunks, sealed }),
    ]
    await commit(ctx, now, writes, 'write-export')
    return isLast ? undefined : { ...task, ...written, ...further, place }
  } finally {
    key.fill(0)
  }
}

const leaseEnd = ({ clock }: WorkContext) => clock.wall().add({ milliseconds: leaseMs })

/** The lines of a piece, and behind which entry the next one begins: undefined behind the last entry. */
async function nextLines(
  ctx: WorkContext,
  { list, staffId, chunks, place }: ExportTask,
  query: string,
): Promise<{ text: string; count: number; place: string | undefined }> {
  const staff = await ctx.staff.find(staffId)
  // What the person may no longer read is not written either.
  const role = staff?.active ? permissionsOf(staff.role, undefined) : { has: () => false }
  const { opened } = await openList(ctx, { list, query, reader: { staff: staff!, permissions: role } })
  const texts = chunks === 0 ? [opened.head()] : []
  let [count, length] = [0, 0]
  for (let from = place; ; ) {
    const { text, rows, next } = await opened.part(from)
    texts.push(text)
    count += rows
    length += text.length
    from = next
    if (from === undefined || length >= pieceLength) return { text: texts.join(''), count, place: from }
  }
}
/** In characters: with what it is sealed to, four times as much is in memory. */
const pieceLength = 1_000_000

const letGo = (ctx: WorkContext, { id, chunks }: ExportTask) =>
  commit(
    ctx,
    ctx.clock.now(),
    [update('exports.exports', { set: { leased_until: null }, where: { id, status: 'running', chunks } })],
    'write-export',
  )

/**
 * What we refuse stays refused, unless a newer version may have begun it, whose workers know the list and its filters: it
 * is left to them for a day. Anything else may pass: the same piece is tried again.
 */
async function noteFailure(ctx: WorkContext, id: ExportId, error: unknown): Promise<void> {
  const task = await findExport(ctx.db, id)
  if (!task || (task.status !== 'waiting' && task.status !== 'running')) return
  const { status, chunks } = task
  const now = ctx.clock.now()
  if (isForOthers(task, error, now)) {
    const left = { due_at: now.add({ minutes: 1 }), leased_until: null }
    await commit(ctx, now, [update('exports.exports', { set: left, where: { id, status, chunks } })], 'write-export')
    return
  }
  const tries = task.tries + 1
  const isOver = error instanceof Refusal || tries >= triesMax
  if (!(error instanceof Refusal)) ctx.log.error({ exportId: id, err: error }, 'a list was not written to a file')
  const failure =
    error instanceof Refusal ? error.message : 'The list could not be read. The log of the program says why.'
  const over = { status: 'failed' as const, failure, data_key: null, ended_at: now, due_at: now }
  const later = { due_at: now.add({ seconds: 30 * tries }) }
  const set = { tries, leased_until: null, ...(isOver ? over : later) }
  await commit(ctx, now, [update('exports.exports', { set, where: { id, status, chunks } })], 'write-export')
}
const triesMax = 5

const isForOthers = ({ requestedAt }: ExportTask, error: unknown, now: Instant): boolean =>
  error instanceof Refusal &&
  unknownHere.has(error.code) &&
  Temporal.Instant.compare(now, requestedAt.add({ hours: 24 })) < 0
const unknownHere: ReadonlySet<string> = new Set(['unknown_list', 'invalid_list_query', 'unknown_columns'])

/** Sends the email about a file, once; an installation that sends none says it in the dashboard alone. */
async function tell(ctx: WorkContext, task: ExportTask): Promise<void> {
  const { id, status, emailedAt, emailTries, expiresAt } = task
  const now = ctx.clock.now()
  const isOpen = status === 'ready' || status === 'failed'
  const outcome = isOpen && !emailedAt && ctx.sendsEmails ? await sendExportEmail(ctx, task) : undefined
  const delay = outcome === 'failed' ? emailDelayMs(emailTries) : undefined
  const next = delay === undefined ? (expiresAt ?? null) : now.add({ milliseconds: delay })
  const set = {
    ...(outcome === 'delivered' && { emailed_at: now }),
    ...(outcome && { email_tries: emailTries + 1 }),
    due_at: status === 'ready' || delay !== undefined ? next : null,
    leased_until: null,
  }
  await commit(ctx, now, [update('exports.exports', { set, where: { id, status } })], 'write-export')
}

/** Nothing opens the pieces any more; they are deleted next. */
async function expire(ctx: WorkContext, { id, status }: ExportTask): Promise<void> {
  const now = ctx.clock.now()
  const set = { status: 'expired' as const, data_key: null, due_at: now, leased_until: null }
  await commit(ctx, now, [update('exports.exports', { set, where: { id, status } })], 'write-export')
}
