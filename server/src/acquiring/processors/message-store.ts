import { sql } from 'kysely'
import type { StoredWebhook } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { MessageId, MessageStatus, RecordedMessage } from './message.ts'

export async function findMessage(db: Reader, id: MessageId): Promise<RecordedMessage | undefined> {
  const row = await messages(db).where('id', '=', id).executeTakeFirst()
  return row && messageOf(row)
}

export type MessagesPage = {
  connection?: ConnectorId | undefined
  status?: MessageStatus | undefined
  page: number
  size: number
}

/** A page of messages, newest first. */
export async function pageOfMessages(
  db: Db,
  { connection, status, page, size }: MessagesPage,
): Promise<{ data: RecordedMessage[]; total: number }> {
  const found = messages(db)
    .$if(connection !== undefined, (query) => query.where('connection', '=', connection!))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('id', 'desc')
  const { data, total } = await readPage(found, { page, size })
  return { data: data.map(messageOf), total }
}

const messages = (db: Reader) =>
  db.read
    .selectFrom('processors.messages')
    .select([
      'id',
      'connection',
      'message_id as messageId',
      'type',
      'happened_at as happenedAt',
      'received_at as receivedAt',
      'status',
      'version',
      'tries',
      'note',
      'ended_at as endedAt',
      'due_at as dueAt',
      sql<boolean>`body is not null`.as('hasBody'),
    ])

type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>

const messageOf = ({ note, endedAt, dueAt, ...row }: MessageRow): RecordedMessage => ({
  ...row,
  note: note ?? undefined,
  endedAt: endedAt ?? undefined,
  dueAt: dueAt ?? undefined,
})

/** The message as the processor applies it. Throws a sentence when its body is gone or does not open. */
export async function openMessage(
  { db, keys }: { db: Reader; keys: KeyRing },
  { id, connection, messageId, type, happenedAt, receivedAt }: RecordedMessage,
): Promise<StoredWebhook> {
  const row = await db.read.selectFrom('processors.messages').select('body').where('id', '=', id).executeTakeFirst()
  if (!row?.body) throw new Error('its body was deleted, since it is old')
  return { id: messageId, type, at: happenedAt, receivedAt, body: openBody(keys, { connection, body: row.body }) }
}

export const sealBody = (
  keys: KeyRing,
  { connection, body }: { connection: ConnectorId; body: Secret<string> },
): Uint8Array => keys.seal('directory', body.reveal(), contextOf(connection))

/** Throws a sentence when the body was damaged, or sealed under a master key that is not there. */
export function openBody(
  keys: KeyRing,
  { connection, body }: { connection: ConnectorId; body: Uint8Array },
): Secret<string> {
  try {
    return new Secret(keys.open('directory', body, contextOf(connection)).toString('utf8'))
  } catch {
    throw new Error('its body does not open under the master keys of this program')
  }
}

const contextOf = (connection: ConnectorId): string => `webhook of connection ${connection}`

/** What of each connection's messages is not done, and when the last one came. */
export type MessageFigures = {
  connection: ConnectorId
  lastReceivedAt: Instant | undefined
  waiting: number
  oldestWaitingAt: Instant | undefined
  parked: number
}

/** By indexes: the newest of each connection, and those that are not done, which are few. */
export async function readMessageFigures(db: Reader): Promise<MessageFigures[]> {
  const { rows } = await sql<MessageFigures>`
    select c.name as connection,
           (select max(m.received_at) from processors.messages m where m.connection = c.name) as "lastReceivedAt",
           coalesce(u.waiting, 0)::integer as waiting, u.oldest as "oldestWaitingAt", coalesce(u.parked, 0)::integer as parked
      from processors.connections c
      left join (
        select connection, count(*) filter (where status = 'waiting') as waiting,
               min(received_at) filter (where status = 'waiting') as oldest,
               count(*) filter (where status = 'parked') as parked
          from processors.messages where status in ('waiting', 'parked') group by connection
      ) u on u.connection = c.name
     order by c.created_at, c.name`.execute(db.read)
  return rows.map((row) => ({
    ...row,
    lastReceivedAt: row.lastReceivedAt ?? undefined,
    oldestWaitingAt: row.oldestWaitingAt ?? undefined,
  }))
}
