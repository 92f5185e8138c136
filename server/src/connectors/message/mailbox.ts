import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { inBatches } from '#kernel/db/load-in-batches.ts'
import type { Message, Messenger, SendResult } from './messenger.ts'

/** An email in the mailbox. */
export type Received = Message & { id: bigint; arrivals: number; receivedAt: Instant }

/**
 * The mailbox of staging: every email to any recipient arrives here and can be read. It has a schema of its own, since
 * it simulates an external system.
 */
export function mailboxMessenger({ db, clock }: { db: Db; clock: Clock }): Messenger {
  const send = inBatches((messages: readonly Message[]) => insertEmails(db, messages, clock.now()))
  return { atOnce: 200, send, close: async () => undefined }
}

async function insertEmails(db: Db, messages: readonly Message[], now: Instant): Promise<SendResult[]> {
  const byKey = [...Map.groupBy(messages, ({ key }) => key).values()]
  const column = (of: (message: Message) => string | undefined) => byKey.map(([message]) => of(message!) ?? null)
  await db.run(insertStatement, [
    column(({ key }) => key),
    column(({ from }) => from.name),
    column(({ from }) => from.address),
    column(({ to }) => to),
    column(({ replyTo }) => replyTo),
    column(({ subject }) => subject),
    column(({ text }) => text),
    column(({ html }) => html),
    byKey.map(({ length }) => length),
    now,
    byKey.map(([message]) => JSON.stringify(storedFiles(message!))),
  ])
  return messages.map(() => ({ outcome: 'sent', response: 'It is in the mailbox.' }))
}

/** One page of the mailbox, newest first. `search` is a part of an address; with `keys` only emails with one of them. */
export async function emailsIn(
  db: Db,
  {
    search = '',
    keys,
    before,
    limit,
  }: { search?: string; keys?: readonly string[] | undefined; before?: bigint; limit: number },
): Promise<Received[]> {
  const where =
    'where strpos(lower(recipient), lower($1)) > 0 and ($2::bigint is null or id < $2) and ($4::uuid[] is null or key = any($4))'
  const rows = await db.run(`${selectEmails} ${where} order by id desc limit $3`, [search, before, limit, keys ?? null])
  return rows.map((row) => toReceived(row as EmailRow))
}

/** One page of the mailbox, newest first: all of it, or the emails with these keys. `search` is a part of an address. */
export async function emailsOnPage(
  db: Db,
  { keys, search, page, size }: { keys: readonly string[] | undefined; search: string; page: number; size: number },
): Promise<{ data: Received[]; total: number }> {
  const where = 'where ($1::uuid[] is null or key = any($1)) and strpos(lower(recipient), lower($2)) > 0'
  const values = [keys ?? null, search]
  const [rows, [counted]] = await Promise.all([
    db.run(`${selectEmails} ${where} order by id desc limit $3 offset $4`, [...values, size, (page - 1) * size]),
    db.run(`select count(*)::integer as total from sandbox_mailbox.emails ${where}`, values),
  ])
  return { data: rows.map((row) => toReceived(row as EmailRow)), total: Number(counted!.total) }
}

export async function emailIn(db: Db, id: bigint): Promise<Received | undefined> {
  const [row] = await db.run(`${selectEmails} where id = $1`, [id])
  return row && toReceived(row as EmailRow)
}

const insertStatement = `
  insert into sandbox_mailbox.emails
    (key, sender_name, sender_address, recipient, reply_to, subject, text, html, arrivals, attachments, received_at)
  select e.*, $10::timestamptz
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $11::jsonb[]) as e
  on conflict (key) do update set arrivals = sandbox_mailbox.emails.arrivals + excluded.arrivals`

const selectEmails = `
  select id, key, sender_name, sender_address, recipient, reply_to, subject, text, html, arrivals, attachments, received_at
  from sandbox_mailbox.emails`

type EmailRow = {
  id: bigint
  key: string
  sender_name: string
  sender_address: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  arrivals: number
  attachments: readonly StoredFile[]
  received_at: Instant
}

type StoredFile = { name: string; type: string; base64: string }

const storedFiles = ({ attachments = [] }: Message): StoredFile[] =>
  attachments.map(({ name, type, content }) => ({ name, type, base64: content.toString('base64') }))

const toReceived = ({
  sender_name,
  sender_address,
  recipient,
  reply_to,
  received_at,
  attachments,
  ...same
}: EmailRow): Received => ({
  ...same,
  from: { name: sender_name, address: sender_address },
  to: recipient,
  replyTo: reply_to ?? undefined,
  receivedAt: received_at,
  ...(attachments.length > 0 && {
    attachments: attachments.map(({ name, type, base64 }) => ({ name, type, content: Buffer.from(base64, 'base64') })),
  }),
})
