import { sql } from 'kysely'
import type { Instant } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { LetterId, SiteId } from '#kernel/ids.ts'
import type { Letter } from './letters/letter.ts'
import type { LetterStatus, Posted } from './post.ts'

const columns = [
  'id',
  'site_id as siteId',
  'order_id as orderId',
  'kind',
  'reader',
  'address',
  'status',
  'attempts',
  'tries_left as triesLeft',
  'last_answer as lastAnswer',
  'created_at as createdAt',
  'sent_at as sentAt',
  'due_at as dueAt',
] as const

/** A letter with what only its sending and its owner may see. */
export type FullLetter = Posted & { key: string; words: Letter | null; version: number }

/** For the sending alone, which acts for no one in particular. */
export async function findLetter(db: Db, id: LetterId): Promise<FullLetter | undefined> {
  return letters(db).where('id', '=', id).executeTakeFirst()
}

export async function findLetterOfSite(
  db: Db,
  { siteId, id }: { siteId: SiteId; id: LetterId },
): Promise<FullLetter | undefined> {
  return letters(db).where('id', '=', id).where('site_id', '=', siteId).executeTakeFirst()
}

const letters = (db: Db) => db.read.selectFrom('messages.letters').select([...columns, 'key', 'words', 'version'])

export type LetterFilter = {
  /** Whose letters; undefined is everybody's, for the operator. */
  siteIds: readonly SiteId[] | undefined
  status?: LetterStatus | undefined
  /** Only those with a smaller id: the last id of the page before. */
  before?: LetterId | undefined
}

/** Newest first. */
export async function selectLetters(
  db: Db,
  { siteIds, status, before }: LetterFilter,
  limit: number,
): Promise<Posted[]> {
  return db.read
    .selectFrom('messages.letters')
    .select(columns)
    .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds ?? []))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Parked letters of a site that can be sent again, oldest first, by ascending id behind `after`. */
export async function selectParkedIds(
  db: Db,
  { siteId, after, limit }: { siteId: SiteId; after: LetterId; limit: number },
): Promise<LetterId[]> {
  const rows = await db.read
    .selectFrom('messages.letters')
    .select('id')
    .where('site_id', '=', siteId)
    .where('status', '=', 'parked')
    .where('words', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Letters made before a moment that are on their way no more and still have their words; oldest first. */
export async function selectOldIds(db: Db, before: Instant, limit: number): Promise<LetterId[]> {
  const rows = await db.read
    .selectFrom('messages.letters')
    .select('id')
    .where('words', 'is not', null)
    .where('created_at', '<', before)
    .where(sql<boolean>`status <> 'waiting'`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
