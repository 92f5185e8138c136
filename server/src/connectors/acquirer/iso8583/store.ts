import type { Reader } from '#kernel/db/db.ts'
import type { Entry, Message, Story } from './story.ts'

const entries = (db: Reader) =>
  db.read
    .selectFrom('isohost.requests')
    .select(['key', 'authorization_key as authorization', 'step', 'kind', 'minor', 'currency'])
    .select(['facts', 'result', 'version', 'requested_at as requestedAt'])

const messages = (db: Reader) =>
  db.read
    .selectFrom('isohost.messages')
    .select(['id', 'authorization_key as authorization', 'request_key as request', 'position', 'kind', 'terminal'])
    .select(['stan', 'sent_at as sentAt', 'minor', 'currency', 'attempts', 'status', 'code', 'tries'])
    .select(['authorization_code as authorizationCode', 'due_at as dueAt'])

export const findEntry = (db: Reader, connector: string, key: string): Promise<Entry | undefined> =>
  entries(db).where('key', '=', key).where('connector', '=', connector).executeTakeFirst()

export const findMessage = (db: Reader, connector: string, id: string): Promise<Message | undefined> =>
  messages(db).where('id', '=', id).where('connector', '=', connector).executeTakeFirst()

/**
 * Read in one order: a message is committed with a change of the first entry, so messages that are newer than the entries
 * make the commit that follows stale.
 */
export async function storyOf(db: Reader, connector: string, authorization: string): Promise<Story> {
  const found = await entries(db)
    .where('authorization_key', '=', authorization)
    .where('connector', '=', connector)
    .orderBy('step')
    .execute()
  if (found.length === 0) return { entries: found, messages: [] }
  const sent = await messages(db).where('authorization_key', '=', authorization).orderBy('position').execute()
  return { entries: found, messages: sent }
}

/** How many messages the host has not answered. */
export async function countOpen(db: Reader, connector: string): Promise<number> {
  const row = await db.read
    .selectFrom('isohost.messages')
    .select((select) => select.fn.countAll<bigint>().as('open'))
    .where('connector', '=', connector)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(row.open)
}
