import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import { announce, commit, decide, insert, ref, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { ScreeningContext } from './context.ts'
import type { EntryId, VersionId } from './ids.ts'
import { type ListEntry, type ListName, listNames } from './list-entry.ts'
import type { ListVersion } from './list-version.ts'
import { filesOf, type ListFiles, readList } from './lists/read-list.ts'
import { refuse } from './refusals.ts'
import { beginRun } from './rescreen.ts'
import { currentLists, entriesOf, findVersion, runUnderWay, storedEntries } from './store.ts'
import type { BadRow } from './tables.ts'

export type LoadInput = {
  by: Author
  list: ListName
  files: ListFiles
  /** Also a list that shrinks, or is older than the current one. */
  force?: boolean
  /** Rows that cannot be read are left out; without it one of them refuses the file. */
  skipBadRows?: boolean
  /** Called with the entries that were read so far. */
  progress?: (entries: number) => void
}

export type Loaded = { version: ListVersion; isNew: boolean }

/** A bad row, as it is known when the whole file was read. */
export class BadRows extends Error {
  readonly rows: readonly BadRow[]
  constructor(rows: readonly BadRow[], refusal: Error) {
    super(refusal.message, { cause: refusal })
    this.rows = rows
  }
}

/**
 * Loads a list as its next version, for all processes at once, when its last entry was read; until then, and whenever
 * the file is refused or the process dies, the list stays as it was. Entries that are stored already are not stored
 * again, so that a load that broke off goes on where it was. The same file again changes nothing. Everybody is screened
 * again because of it.
 */
export async function loadList(ctx: ScreeningContext, input: LoadInput): Promise<Loaded> {
  const { list, files } = input
  const fileDigest = await digestOf(files)
  const current = await currentVersion(ctx, list)
  if (current && fileDigest.equals(current.fileDigest)) return { version: current, isNew: false }
  const read = await storeEntries(ctx, input)
  checkWhole(read, input)
  return decide(() => completeLoad(ctx, input, { ...read, fileDigest }))
}

export function readListName(unchecked: string): ListName {
  const list = listNames.find((name) => name === unchecked)
  if (!list) throw refuse('unknown_list', { field: 'list', list: unchecked, lists: listNames.join(', ') })
  return list
}

async function digestOf(files: ListFiles): Promise<Buffer> {
  const hash = createHash('sha256')
  for (const file of filesOf(files)) for await (const chunk of file.open()) hash.update(chunk)
  return hash.digest()
}

async function currentVersion(ctx: ScreeningContext, list: ListName): Promise<ListVersion | undefined> {
  const pointer = (await currentLists(ctx.db)).find(({ name }) => name === list)
  return pointer?.versionId === undefined ? undefined : findVersion(ctx.db, pointer.versionId)
}

type ReadFile = {
  entries: readonly EntryId[]
  names: number
  badRows: readonly BadRow[]
  expected: number | undefined
  publishedOn: string | undefined
}

/** Reads the file and stores what is new, a part at a time; nothing of it is seen before the version is recorded. */
async function storeEntries(ctx: ScreeningContext, { list, files, progress }: LoadInput): Promise<ReadFile> {
  const entries: EntryId[] = []
  const badRows: BadRow[] = []
  const seen = new Set<string>()
  let [names, expected, publishedOn]: [number, number | undefined, string | undefined] = [0, undefined, undefined]
  let part: ListEntry[] = []
  const store = async () => {
    entries.push(...(await storePart(ctx, list, part)))
    part = []
    progress?.(entries.length)
  }
  for await (const found of readList(list, files)) {
    if ('entries' in found) expected = found.entries
    else if ('publishedOn' in found) publishedOn = found.publishedOn
    else if ('problem' in found) badRows.push({ line: found.line, problem: found.problem })
    else if (seen.has(found.entry.reference))
      badRows.push({ line: found.line, problem: `entry ${found.entry.reference} is there twice` })
    else {
      seen.add(found.entry.reference)
      names += found.entry.names.length
      part.push(found.entry)
    }
    if (badRows.length > badRowsMax) break
    if (part.length === storedAtOnce) await store()
  }
  if (part.length > 0) await store()
  return { entries, names, badRows, expected, publishedOn }
}
const storedAtOnce = 500
/** A file with more of them is another file. */
const badRowsMax = 1_000

async function storePart(ctx: ScreeningContext, list: ListName, part: readonly ListEntry[]): Promise<EntryId[]> {
  const rows = part.map(({ reference, ...content }) => {
    const text = jsonb(content)
    return { reference, content: text, digest: createHash('sha256').update(`${reference}\n${text.jsonText}`).digest() }
  })
  const known = await storedEntries(ctx.db, list, rows)
  const now = ctx.clock.now()
  const fresh = rows
    .filter(({ digest }) => !known.has(digest.toString('hex')))
    .map((row) => ({ ...row, list, created_at: now }))
  if (fresh.length > 0) {
    const orElse = { conflict: ['list', 'reference', 'digest'] as const, set: [] }
    await commit(ctx, now, [insert('screening.entries', fresh, { orElse })], 'load-list')
  }
  const stored = fresh.length === 0 ? known : await storedEntries(ctx.db, list, rows)
  return rows.map(({ reference, digest }) => {
    const id = stored.get(digest.toString('hex'))
    assert(id !== undefined, `entry ${reference} is stored with another content`)
    return id
  })
}

function checkWhole({ entries, badRows, expected }: ReadFile, { skipBadRows = false }: LoadInput): void {
  const [first] = badRows
  if (first && (!skipBadRows || badRows.length > badRowsMax)) {
    const count = badRows.length > badRowsMax ? `More than ${badRowsMax}` : badRows.length
    const refusal = refuse('list_rows_unreadable', {
      field: 'file',
      count,
      first: `line ${first.line} ${first.problem}`,
    })
    throw new BadRows(badRows, refusal)
  }
  const actual = entries.length + badRows.length
  if (expected !== undefined && expected !== actual)
    throw refuse('list_incomplete', { field: 'file', should: expected, actual })
  if (entries.length === 0) throw refuse('list_empty', { field: 'file' })
}

type Complete = ReadFile & { fileDigest: Buffer }

async function completeLoad(ctx: ScreeningContext, input: LoadInput, read: Complete): Promise<Loaded> {
  const { by, list } = input
  const pointer = (await currentLists(ctx.db)).find(({ name }) => name === list)!
  const current = pointer.versionId === undefined ? undefined : await findVersion(ctx.db, pointer.versionId)
  if (current && read.fileDigest.equals(current.fileDigest)) return { version: current, isNew: false }
  if (current && !input.force) checkAgainst(ctx, current, read)
  const before = new Set(current ? await entriesOf(ctx.db, current.id) : [])
  const kept = read.entries.filter((id) => before.has(id)).length
  const counts = { added: read.entries.length - kept, removed: before.size - kept }
  const now = ctx.clock.now()
  const version = ref('version')
  const row = {
    list,
    file_digest: read.fileDigest,
    published_on: read.publishedOn === undefined ? null : Temporal.PlainDate.from(read.publishedOn),
    entries: read.entries,
    names: read.names,
    ...counts,
    bad_rows: jsonb(read.badRows),
    loaded_at: now,
  }
  const ids = await commit(
    ctx,
    now,
    [
      insert('screening.versions', row, { as: version }),
      update('screening.lists', {
        set: { version_id: version, version: pointer.version + 1 },
        where: { name: list, version: pointer.version },
      }),
      ...beginRun(now, 'list', await runUnderWay(ctx.db)),
      auditEntry(now, by, {
        action: 'listLoaded',
        owner: platformOwner,
        subject: { type: 'list', id: list },
        before: current && { version: current.id, entries: current.entries },
        after: { entries: read.entries.length, ...counts, badRows: read.badRows.length, force: input.force ?? false },
      }),
      announce('listLoaded', {
        owner: platformOwner,
        subjectId: list,
        body: { list, versionId: 'new', entries: read.entries.length },
        subject: undefined,
      }),
    ],
    'load-list',
  )
  return { version: (await findVersion(ctx.db, ids<VersionId>(version)))!, isNew: true }
}

/** A file that was cut off, or an old one by mistake, would take people off the list. */
function checkAgainst({ screener }: ScreeningContext, current: ListVersion, { entries, publishedOn }: Complete): void {
  const percent = screener.settings.shrinkPercent
  if (entries.length * 100 < current.entries * (100 - percent))
    throw refuse('list_shrinks', { field: 'file', actual: entries.length, before: current.entries, percent })
  const published = publishedOn === undefined ? undefined : Temporal.PlainDate.from(publishedOn)
  if (published && current.publishedOn && Temporal.PlainDate.compare(published, current.publishedOn) < 0)
    throw refuse('list_older', { field: 'file', published: String(published), current: String(current.publishedOn) })
}
