import { sql } from 'kysely'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { EmailKind, EmailStatus, QueuedEmail } from './email.ts'
import type { StoredContent } from './email-facts.ts'
import type { EmailId } from './ids.ts'

const columns = [
  'id',
  'site_id as siteId',
  'order_id as orderId',
  'kind',
  'recipient',
  'address',
  'status',
  'attempts',
  'tries_left as triesLeft',
  'last_response as lastResponse',
  'created_at as createdAt',
  'sent_at as sentAt',
  'due_at as dueAt',
] as const

/** An email with what only its delivery and its site may see. */
export type FullEmail = QueuedEmail & { key: string; content: StoredContent | null; version: number }

/** An email that still has its content and its address. */
export type SendableEmail = FullEmail & { content: StoredContent; address: string }

/** For the delivery only: it acts for no site in particular. */
export async function findEmailToSend(db: Db, id: EmailId): Promise<SendableEmail | undefined> {
  const found = await findEmailById(db, id)
  if (!found?.content || found.address === null) return undefined
  return { ...found, content: found.content, address: found.address }
}

/** The keys of the newest emails of a kind. */
export async function newestEmailsOfKind(db: Db, kind: EmailKind, limit: number): Promise<string[]> {
  const rows = await db.read
    .selectFrom('emails.emails')
    .select('key')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** The kinds of the emails with these keys; of a key that is none of ours there is none. */
export async function kindsOfEmails(db: Db, keys: readonly string[]): Promise<Map<string, EmailKind>> {
  const rows = await db.read
    .selectFrom('emails.emails')
    .select(['key', 'kind'])
    .where(oneOf('key', 'uuid', keys))
    .execute()
  return new Map(rows.map(({ key, kind }) => [key, kind]))
}

export const findEmailById = loaderByKey(async (db: Db, ids: readonly EmailId[]) => {
  const rows: FullEmail[] = await emails(db)
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
})

export async function findEmailOfSite(
  db: Db,
  { siteId, id }: { siteId: SiteId; id: EmailId },
): Promise<FullEmail | undefined> {
  return emails(db).where('id', '=', id).where('site_id', '=', siteId).executeTakeFirst()
}

const emails = (db: Db) => db.read.selectFrom('emails.emails').select([...columns, 'key', 'content', 'version'])

export type EmailFilter = {
  /** Undefined: of all sites, for the operator. */
  siteIds: readonly SiteId[] | undefined
  status?: EmailStatus | undefined
  /** Only those with a smaller id: the last id of the page before. */
  before?: EmailId | undefined
}

/** Newest first. */
export const selectEmails = (db: Db, filter: EmailFilter, limit: number): Promise<QueuedEmail[]> =>
  matching(db, filter).limit(limit).execute()

/** Newest first. */
export function matching(db: Db, { siteIds, status, before }: EmailFilter) {
  return db.read
    .selectFrom('emails.emails')
    .select(columns)
    .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds ?? []))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
}

/** Parked emails of a site that can be sent again, by ascending id after `after`. */
export async function selectParkedIds(
  db: Db,
  { siteId, after, limit }: { siteId: SiteId; after: EmailId; limit: number },
): Promise<EmailId[]> {
  const rows = await db.read
    .selectFrom('emails.emails')
    .select('id')
    .where('site_id', '=', siteId)
    .where('status', '=', 'parked')
    .where('content', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Emails made before a moment that are not waiting and still have their content; oldest first. */
export async function selectOldIds(db: Db, before: Instant, limit: number): Promise<EmailId[]> {
  const rows = await db.read
    .selectFrom('emails.emails')
    .select('id')
    .where('content', 'is not', null)
    .where('created_at', '<', before)
    .where(sql<boolean>`status <> 'waiting'`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
