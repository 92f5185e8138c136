import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Message, Messenger } from './messenger.ts'

/** An email in the mailbox. */
export type Received = Message & { id: bigint; arrivals: number; receivedAt: Instant }

/**
 * The mailbox of staging: every email to any recipient arrives here and can be read. It has a schema of its own, since
 * it simulates an external system.
 */
export const mailboxMessenger = ({ db, clock }: { db: Db; clock: Clock }): Messenger => ({
  send: async ({ key, from, to, replyTo, subject, text, html }) => {
    const values = [key, from.name, from.address, to, replyTo, subject, text, html, clock.now()]
    await db.run(insertEmail, values)
    return { outcome: 'sent', response: 'It is in the mailbox.' }
  },
  close: async () => undefined,
})

/** One page of the mailbox, newest first. `search` is a part of an address. */
export async function emailsIn(
  db: Db,
  { search = '', before, limit }: { search?: string; before?: bigint; limit: number },
): Promise<Received[]> {
  const where = 'where strpos(lower(recipient), lower($1)) > 0 and ($2::bigint is null or id < $2)'
  const rows = await db.run(`${selectEmails} ${where} order by id desc limit $3`, [search, before, limit])
  return rows.map((row) => toReceived(row as EmailRow))
}

export async function emailIn(db: Db, id: bigint): Promise<Received | undefined> {
  const [row] = await db.run(`${selectEmails} where id = $1`, [id])
  return row && toReceived(row as EmailRow)
}

const insertEmail = `
  insert into sandbox_mailbox.emails
    (key, sender_name, sender_address, recipient, reply_to, subject, text, html, received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (key) do update set arrivals = sandbox_mailbox.emails.arrivals + 1`

const selectEmails = `
  select id, key, sender_name, sender_address, recipient, reply_to, subject, text, html, arrivals, received_at
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
  received_at: Instant
}

const toReceived = ({
  sender_name,
  sender_address,
  recipient,
  reply_to,
  received_at,
  ...same
}: EmailRow): Received => ({
  ...same,
  from: { name: sender_name, address: sender_address },
  to: recipient,
  replyTo: reply_to ?? undefined,
  receivedAt: received_at,
})
