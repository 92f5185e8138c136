import { sql } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { Hit } from './hit.ts'
import type { HitStatus } from './hit-states.ts'
import type { EntryId, HitId, RunId, VersionId } from './ids.ts'
import type { ListEntry, ListName } from './list-entry.ts'
import type { ListVersion } from './list-version.ts'
import type { NumberedEntry } from './matching/match-person.ts'
import type { Run } from './run.ts'

/** Which version of a list counts, and how often that has changed. */
export type ListPointer = { name: ListName; version: number; versionId: VersionId | undefined }

export async function currentLists(db: Reader): Promise<ListPointer[]> {
  const rows = await db.read
    .selectFrom('screening.lists')
    .select(['name', 'version', 'version_id as versionId'])
    .orderBy('name')
    .execute()
  return rows.map(({ versionId, ...list }) => ({ ...list, versionId: versionId ?? undefined }))
}

/** The persons of these versions, by ascending number. */
export async function entriesAfter(
  db: Reader,
  versions: readonly VersionId[],
  { after, limit }: { after: EntryId; limit: number },
): Promise<NumberedEntry<EntryId>[]> {
  const rows = await db.read
    .selectFrom('screening.entries')
    .select(['id', 'list', 'reference', 'content'])
    .where('id', '>', after)
    .where(
      sql<boolean>`id = any(array(select unnest(entries) from screening.versions where id = any(${[...versions]}::bigint[])))`,
    )
    .where(sql<boolean>`content ->> 'type' = 'person'`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, list, reference, content }) => ({ id, list, entry: { reference, ...content } }))
}

/**
 * The numbers of those entries that are stored already, by their digest in hexadecimal. One with the digest and another
 * content was put in by hand, so that a person whom the list names is not found: it is none of them.
 */
export async function storedEntries(
  db: Reader,
  list: ListName,
  keys: readonly { reference: string; digest: Uint8Array; content: { jsonText: string } }[],
): Promise<Map<string, EntryId>> {
  const rows = await db.read
    .selectFrom('screening.entries')
    .select(['id', 'reference', 'digest'])
    .where('list', '=', list)
    .where(sql<boolean>`(reference, digest, content) in (select * from unnest(
      ${keys.map(({ reference }) => reference)}::text[], ${keys.map(({ digest }) => Buffer.from(digest))}::bytea[],
      ${keys.map(({ content }) => content.jsonText)}::jsonb[]))`)
    .execute()
  return new Map(rows.map(({ id, digest }) => [Buffer.from(digest).toString('hex'), id]))
}

const versions = (db: Reader) =>
  db.read
    .selectFrom('screening.versions')
    .select(['id', 'list', 'file_digest as fileDigest', 'published_on as publishedOn', 'names', 'added', 'removed'])
    .select(['bad_rows as badRows', 'loaded_at as loadedAt', sql<number>`cardinality(entries)`.as('entries')])

type VersionRow = Omit<ListVersion, 'publishedOn'> & { publishedOn: Temporal.PlainDate | null }
const versionOf = ({ publishedOn, ...row }: VersionRow): ListVersion => ({
  ...row,
  publishedOn: publishedOn ?? undefined,
})

export async function findVersion(db: Reader, id: VersionId): Promise<ListVersion | undefined> {
  const row = await versions(db).where('id', '=', id).executeTakeFirst()
  return row && versionOf(row)
}

/** Newest first. */
export async function pageOfVersions(db: Reader, page: Page): Promise<{ data: ListVersion[]; total: number }> {
  const { data, total } = await readPage(versions(db).orderBy('id', 'desc'), page)
  return { data: data.map(versionOf), total }
}

export async function entriesOf(db: Reader, id: VersionId): Promise<EntryId[]> {
  const query = db.read.selectFrom('screening.versions').select('entries').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).entries.map((text) => BigInt(text) as EntryId)
}

export type PersonRow = {
  holderId: HolderId
  version: number
  partnerId: PartnerId
  factsNumber: number
  sealedFacts: Uint8Array
  screenedAt: Instant
}

const people = (db: Reader) =>
  db.read
    .selectFrom('screening.people')
    .select(['holder_id as holderId', 'version', 'partner_id as partnerId', 'facts_number as factsNumber'])
    .select(['sealed_facts as sealedFacts', 'screened_at as screenedAt'])

export const findPerson = (db: Reader, holderId: HolderId): Promise<PersonRow | undefined> =>
  people(db).where('holder_id', '=', holderId).executeTakeFirst()

/** The ids of those who were given to be screened, in their order. */
export const peopleAfter = async (db: Reader, after: string, limit: number): Promise<HolderId[]> =>
  (
    await db.read
      .selectFrom('screening.people')
      .select('holder_id as id')
      .where('holder_id', '>', after as HolderId)
      .orderBy('holder_id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

export async function countPeople(db: Reader): Promise<number> {
  const query = db.read.selectFrom('screening.people').select(({ fn }) => fn.countAll().as('count'))
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Facts that an older master key than this seals. */
export const factsSealedBefore = (db: Reader, key: number, limit: number): Promise<PersonRow[]> =>
  people(db).where(sql<boolean>`get_byte(sealed_facts, 0) < ${key}`).orderBy('holder_id').limit(limit).execute()

const hits = (db: Reader) => db.read.selectFrom('screening.hits').selectAll()

export const hitOf = (row: RowOf<typeof hits>): Hit => ({
  id: row.id,
  version: row.version,
  holderId: row.holder_id,
  partnerId: row.partner_id,
  factsNumber: row.facts_number,
  entryId: row.entry_id,
  list: row.list,
  reference: row.reference,
  versionId: row.version_id,
  name: row.name,
  scoreThousandths: row.score_thousandths,
  birth: row.birth,
  country: row.country,
  strong: row.strong,
  status: row.status,
  createdAt: row.created_at,
  decidedAt: row.decided_at ?? undefined,
})

/** All hits of a person, oldest first. */
export const hitsOf = async (db: Reader, holderId: HolderId): Promise<Hit[]> =>
  (await hits(db).where('holder_id', '=', holderId).orderBy('id').execute()).map(hitOf)

export async function findHit(db: Reader, id: HitId): Promise<Hit | undefined> {
  const row = await hits(db).where('id', '=', id).executeTakeFirst()
  return row && hitOf(row)
}

type HitFilter = { status?: HitStatus | undefined; holderId?: HolderId | undefined }

/** Oldest first: who waits longest is seen first. */
export async function pageOfHits(
  db: Reader,
  { status, holderId }: HitFilter,
  page: Page,
): Promise<{ data: Hit[]; total: number }> {
  const matching = hits(db)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(holderId !== undefined, (query) => query.where('holder_id', '=', holderId!))
    .orderBy('id')
  const { data, total } = await readPage(matching, page)
  return { data: data.map(hitOf), total }
}

export async function findEntry(db: Reader, id: EntryId): Promise<ListEntry> {
  const { reference, content } = await db.read
    .selectFrom('screening.entries')
    .select(['reference', 'content'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { reference, ...content }
}

/** Whether the current version of its list has the entry. */
export async function isCurrent(db: Reader, id: EntryId): Promise<boolean> {
  const { rows } = await sql<{ current: boolean }>`
    select exists (select from screening.lists l join screening.versions v on v.id = l.version_id
      where v.entries @> array[${id}]::bigint[]) as current`.execute(db.read)
  return rows[0]!.current
}

export type HitStep = { action: string; to: HitStatus; actor: string; reason: string | undefined; at: Instant }

export async function stepsOf(db: Reader, id: HitId): Promise<HitStep[]> {
  const rows = await db.read
    .selectFrom('screening.hit_transitions')
    .select(['action', 'to_status as to', 'actor', 'reason', 'occurred_at as at'])
    .where('hit_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ reason, ...step }) => ({ ...step, reason: reason ?? undefined }))
}

const runs = (db: Reader) =>
  db.read
    .selectFrom('screening.runs')
    .select(['id', 'cause', 'after_holder as afterHolder', 'screened', 'hits', 'failed', 'unreadable'])
    .select(['begun_at as begunAt', 'ended_at as endedAt', 'superseded'])

export const findRun = (db: Reader, id: RunId): Promise<Run | undefined> =>
  runs(db).where('id', '=', id).executeTakeFirst()
export const runUnderWay = (db: Reader): Promise<Run | undefined> =>
  runs(db).where('ended_at', 'is', null).executeTakeFirst()
/** Newest first. */
export const pageOfRuns = (db: Reader, page: Page): Promise<{ data: Run[]; total: number }> =>
  readPage(runs(db).orderBy('id', 'desc'), page)
