import { createHash } from 'node:crypto'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { type Author, auditEntry, type Site, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type FileRow, inParts, type RowProblem } from '#kernel/base/file-row.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { commit, insert, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import { createShopper } from './change-shopper.ts'
import { type ImportContext, importCard } from './import-card.ts'
import { type ImportRow, type RowReader, readImportRow, refusedRow } from './import-row.ts'
import { refuse } from './refusals.ts'
import { findCustomer, findImport, type ImportedCard } from './store-imports.ts'

export type RowResult = { line: number } & (
  | { is: 'stored' | 'known'; reference: string; cardId: StoredCardId }
  /** In a dry run: it would be imported. */
  | { is: 'good' }
  | { is: 'refused'; problems: readonly RowProblem[] }
)

export type ImportRowsInput = {
  by: Author
  site: Site
  /** For the audit. */
  fileName: string
  rows: AsyncIterable<FileRow>
  readCard: RowReader['readCard']
  /** Only checks the rows. */
  isDryRun: boolean
}

/**
 * Imports the cards of a file, and yields the results of some rows at a time, in the order of the file. Each row is
 * written by itself, with its reference: what is stored already is passed over, so that after a fault the same file is
 * imported again from its beginning. A row that is refused holds up no other. Anything but a refusal ends the import.
 */
export async function* importRows(
  ctx: ImportContext,
  input: ImportRowsInput,
): AsyncGenerator<readonly RowResult[], void> {
  const counts = { stored: 0, known: 0, good: 0, refused: 0 }
  const lineOf = new Map<string, number>()
  if (!input.isDryRun) await audit(ctx, input, 'cardImportStarted', {})
  for await (const some of inParts(input.rows, rowsAtOnce)) {
    const now = ctx.clock.now()
    const read = some.map((row) => ({ line: row.line, ...readRow(row, { now, readCard: input.readCard }, lineOf) }))
    const results = await importAll(ctx, input, read)
    for (const { is } of results) counts[is]++
    yield results
  }
  const { good: _, ...written } = counts
  if (!input.isDryRun) await audit(ctx, input, 'cardImportFinished', written)
}

/** How many rows are in memory, and under way. */
const rowsAtOnce = 500

type ReadRow = { row: ImportRow } | { problems: readonly RowProblem[] }

/** A reference that an earlier line of the file has is refused. Digests are remembered, which are shorter. */
function readRow(row: FileRow, reader: RowReader, lineOf: Map<string, number>): ReadRow {
  if ('problem' in row) return { problems: [row.problem] }
  const read = readImportRow(row.columns, reader)
  if ('problems' in read) return read
  const digest = createHash('sha256').update(read.row.reference).digest('base64').slice(0, digestLength)
  const before = lineOf.get(digest)
  if (before !== undefined)
    return { problems: [{ field: 'reference', message: `line ${before} of this file has it already` }] }
  lineOf.set(digest, row.line)
  return read
}
/** 72 bits: two references of a file of ten million have the same one with a chance of 1 in 10⁸. */
const digestLength = 12

/** The rows of one customer one after the other, all others at the same time. */
async function importAll(
  ctx: ImportContext,
  input: ImportRowsInput,
  rows: readonly (ReadRow & { line: number })[],
): Promise<RowResult[]> {
  const results: RowResult[] = []
  const good: (ImportRow & { line: number; index: number })[] = []
  for (const [index, { line, ...read }] of rows.entries())
    if ('problems' in read) results[index] = { line, is: 'refused', problems: read.problems }
    else good.push({ ...read.row, line, index })
  const customers = Map.groupBy(good, ({ customer }) => customer.identifier)
  const ended = await Promise.allSettled(
    [...customers.values()].map(async (ofCustomer) => {
      for (const row of ofCustomer) results[row.index] = { line: row.line, ...(await importOrRefuse(ctx, input, row)) }
    }),
  )
  // Only when all have ended: no row is under way any more when the import is over.
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return results
}

type Outcome = RowResult extends infer R ? (R extends { line: number } ? Omit<R, 'line'> : never) : never

async function importOrRefuse(ctx: ImportContext, input: ImportRowsInput, row: ImportRow, tries = 1): Promise<Outcome> {
  try {
    return await importRow(ctx, input, row)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (tries < triesMax && madeByOthers.has(error.code)) return importOrRefuse(ctx, input, row, tries + 1)
    return { is: 'refused', problems: [refusedRow(error)] }
  }
}
/**
 * Somebody else may have made the customer after we had looked for them, and then the card: each is found the next time.
 */
const madeByOthers: ReadonlySet<string> = new Set(['customer_exists', 'card_reference_taken'])
const triesMax = 3

async function importRow(ctx: ImportContext, { site, isDryRun }: ImportRowsInput, row: ImportRow): Promise<Outcome> {
  const { reference, card, networkTransaction } = row
  const before = await findImport(ctx.db, site.id, reference)
  if (before) return knownCard(ctx, { site, row, before })
  if (isDryRun) return { is: 'good' }
  const shopperId = await customerOf(ctx, site, row)
  const alongside = (cardId: StoredCardId | Ref, now: Instant) => [planReference(now, { site, reference, cardId })]
  const { cardId, isNew } = await importCard(ctx, { site, shopperId, card, networkTransaction, alongside })
  return { is: isNew ? 'stored' : 'known', reference, cardId }
}

/** What an earlier import, or another that is running, has stored under the reference. */
function knownCard(
  { vault }: ImportContext,
  { site: { merchantId }, row, before }: { site: Site; row: ImportRow; before: ImportedCard },
): Outcome {
  const fingerprint = vault.fingerprintOf({ merchantId, pan: row.card.pan })
  const isSame = Buffer.from(fingerprint).equals(before.fingerprint) && before.identifier === row.customer.identifier
  if (!isSame) throw refuse('card_reference_taken', { field: 'reference' })
  return { is: 'known', reference: row.reference, cardId: before.cardId }
}

/** The customer of the identifier, who is made when they are new; what is known of one stays as it is. */
async function customerOf(ctx: ImportContext, { id: siteId }: Site, { customer }: ImportRow): Promise<ShopperId> {
  const known = await findCustomer(ctx.db, siteId, customer.identifier)
  if (known) return known
  return createShopper(ctx, { siteId, ...customer, alongside: () => [] })
}

type Referenced = { site: Site; reference: string; cardId: StoredCardId | Ref }

const planReference = (now: Instant, { site, reference, cardId }: Referenced): Write =>
  insert(
    'shoppers.card_imports',
    { site_id: site.id, reference, card_id: cardId, imported_at: now },
    {
      onDuplicate: { card_imports_site_id_reference_key: () => refuse('card_reference_taken', { field: 'reference' }) },
    },
  )

const audit = (ctx: ImportContext, { by, site, fileName }: ImportRowsInput, action: string, counts: object) => {
  const now = ctx.clock.now()
  const about = { owner: siteOwner(site.id), subject: { type: 'site', id: String(site.id) } }
  return commit(
    ctx,
    now,
    [auditEntry(now, by, { action, ...about, after: { file: fileName, ...counts } })],
    'import-rows',
  )
}
