import type { Db } from '#kernel/db/db.ts'
import { type TableWriters, writersOfAny } from '#kernel/db/table-writers.ts'

/**
 * What changes is written down anyway: in the outbox, in the audit, and as notifications and webhooks. Rows of these are
 * never numbered anew, so all that is new in them is found by their numbers, and no commit writes a row more for it.
 */
const logs = {
  events: 'outbox.events',
  audit: 'directory.audit',
  notifications: 'notifications.notifications',
  webhooks: 'webhooks.events',
} as const
export type LogName = keyof typeof logs
export const logNames = Object.keys(logs) as LogName[]

/** How far each of the logs was read: a number of a row. */
export type Cursor = Readonly<Record<LogName, bigint>>

export type Row = {
  log: LogName
  id: bigint
  ownerKind: string
  ownerId: string
  subject: string
  /** What the audit says was done. */
  action: string | null
  /** Of what is delivered. */
  attempts: number | null
}

/** The newest row of each log that is visible. */
export async function newestOf(db: Db): Promise<Cursor> {
  const columns = logNames.map((log) => `coalesce((select max(id) from ${logs[log]}), 0) as ${log}`)
  const [row] = await db.run(`select ${columns.join(', ')}`, [])
  return row as Cursor
}

/** Who is writing to the logs, so that rows with smaller numbers than the newest may appear yet. */
export const writersNow = (db: Db): Promise<TableWriters> => writersOfAny(db, Object.values(logs))

/** At most so many rows of each log are read at once; more is as good as everything. */
export const rowsMax = 2_000

const withPartner = (table: string, action: string) => `(
  select t.id, case when h.id is null then t.owner_kind else 'partner' end as owner_kind,
    coalesce(h.partner_id::text, t.owner_id) as owner_id, t.subject_type, ${action} as action, null::integer as attempts
  from ${table} t left join holders.holders h on t.owner_kind = 'holder' and h.id = t.owner_id`
const selects: Readonly<Record<LogName, string>> = {
  events: withPartner(logs.events, 'null::text'),
  audit: withPartner(logs.audit, 't.action'),
  notifications: `(select t.id, 'site' as owner_kind, t.site_id::text as owner_id, 'notification' as subject_type,
    null::text as action, t.attempts from ${logs.notifications} t`,
  webhooks: `(select t.id, 'partner' as owner_kind, t.partner_id::text as owner_id, 'webhook' as subject_type,
    null::text as action, t.attempts from ${logs.webhooks} t`,
}
const rowsText = logNames
  .map((log, index) => {
    const part = `${selects[log]} where t.id > $${index + 1}::bigint order by t.id limit ${rowsMax})`
    return `select '${log}' as log, part.* from ${part} as part`
  })
  .join(' union all ')

/** The rows behind a cursor that are visible. What belongs to a customer of a partner is the partner's. */
export async function rowsAfter(db: Db, cursor: Cursor): Promise<Row[]> {
  const rows = await db.run(
    rowsText,
    logNames.map((log) => cursor[log]),
  )
  return rows.map(rowOf)
}

const rowOf = (row: Record<string, unknown>): Row => ({
  log: row.log as LogName,
  id: row.id as bigint,
  ownerKind: String(row.owner_kind),
  ownerId: String(row.owner_id),
  subject: String(row.subject_type),
  action: row.action as string | null,
  attempts: row.attempts as number | null,
})

const waitingMax = 300
const waitingText = (['notifications', 'webhooks'] as const)
  .map((log) => {
    const [kind, column, subject] =
      log === 'notifications' ? ['site', 'site_id', 'notification'] : ['partner', 'partner_id', 'webhook']
    return `(select '${log}' as log, id, '${kind}' as owner_kind, ${column}::text as owner_id, '${subject}' as subject_type,
      null::text as action, attempts from ${logs[log]} where due_at is not null order by due_at limit ${waitingMax})`
  })
  .join(' union all ')

/**
 * What waits to be delivered next. Deliveries change their rows where they
 * are, so no log has them: one that was made is not here any more, or has more attempts.
 */
export const waitingRows = async (db: Db): Promise<Row[]> => (await db.run(waitingText, [])).map(rowOf)
