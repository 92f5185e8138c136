import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ListedIds, listIds, type PageRequest } from '#acquiring/api'
import { type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Measured, RowCountIndex } from '#kernel/db/row-count-index.ts'
import type { SafeCursor } from '#kernel/db/safe-cursor.ts'

/**
 * The log of what happened at a site (wire fact 3.5), read from the events that the site owns: each that has a public
 * name is one entry, and its number is the event's. A follower misses nothing: an event is written by the commit that
 * made it true, and a page ends where no entry with a smaller number can appear any more.
 */
export type LogEntry = {
  id: bigint
  resourceId: bigint
  resourceType: ResourceType
  message: Message
  occurredAt: Instant
}
export const resourceTypes = ['order', 'transaction'] as const
export type ResourceType = (typeof resourceTypes)[number]

/** The public names, by what they are about (wire fact 2.3). */
export const messages = {
  order: ['orderNew', 'orderChange', 'orderExtend', 'orderRetrying', 'orderInProgress', 'orderCancel'],
  transaction: [
    'transactionNew',
    'transactionCapture',
    'transactionFail',
    'transactionRefund',
    'transactionCancel',
    'transactionVoid',
    'transactionChargeBack',
    'transactionCredit',
    'transaction3D',
    'receiptSend',
  ],
} as const
export type Message = (typeof messages)[ResourceType][number]

/** The public name of an event. Null: it has none. */
const message = sql`case name
  when 'orderOpened' then 'orderNew'
  when 'orderChanged' then 'orderChange'
  when 'orderExtended' then 'orderExtend'
  when 'orderStatusChanged' then case
    when body->>'to' = 'retrying' then 'orderRetrying'
    when body->>'to' = 'in-progress' then 'orderInProgress'
    when body->>'action' = 'end' or starts_with(body->>'reason', 'cancelled') then 'orderCancel'
  end
  when 'paymentStatusChanged' then case body->>'action'
    when 'approve' then 'transactionNew'
    when 'sell' then 'transactionNew'
    when 'verify' then 'transactionNew'
    when 'challenge' then 'transaction3D'
    when 'capture' then 'transactionCapture'
    when 'credit' then 'transactionCredit'
    when 'decline' then 'transactionFail'
    when 'abandon' then 'transactionFail'
    when 'reversed' then 'transactionFail'
    when 'void' then 'transactionVoid'
    when 'cancel' then 'transactionCancel'
    when 'refund' then 'transactionRefund'
    when 'chargeBack' then 'transactionChargeBack'
  end
  when 'receiptSent' then 'receiptSend'
end`

export type LogFilter = {
  idAbove?: bigint | undefined
  resourceId?: bigint | undefined
  messages?: readonly string[] | undefined
  from?: Instant | undefined
  to?: Instant | undefined
}

type Requested = { siteId: SiteId; about: ResourceType | undefined; filter: LogFilter; page: PageRequest }

export type LogParts = { db: Db; rowCounts(measured: Measured): RowCountIndex; safeCursor: SafeCursor }

/** One page of the log; `about` selects one type of resource. */
export async function listLog(
  { db, rowCounts, safeCursor }: LogParts,
  { siteId, about, filter, page }: Requested,
): Promise<Omit<ListedIds, 'ids'> & { entries: LogEntry[] }> {
  const table = 'outbox.events'
  const subjects = about === undefined ? ['order', 'payment'] : [subjectOf[about]]
  const owner = siteOwner(siteId)
  const mine = sql`owner_kind = ${owner.kind} and owner_id = ${owner.id}`
  const owned = sql<SqlBool>`${mine} and subject_type = any(${subjects}) and ${message} is not null`
  const followed = filter.idAbove === undefined ? [] : [sql<SqlBool>`id <= ${await safeCursor()}`]
  const wanted = [...conditionsOf(filter), ...followed]
  const list = about === undefined ? 'log' : `log of ${about}s`
  const { from, to } = filter
  const long = {
    rowCounts: rowCounts({ list, owner, table, owned, madeAt: 'occurred_at' }),
    isFiltered: wanted.length > 0,
    period: from || to ? { from, to, madeAt: sql`occurred_at` } : undefined,
  }
  const source = { from: sql.table(table), id: sql`id`, conditions: [owned, ...wanted], long }
  const { ids, ...rest } = await listIds(db, source, page)
  return { ...rest, entries: await entriesById(db, ids) }
}

const subjectOf = { order: 'order', transaction: 'payment' } as const

function conditionsOf({ idAbove, resourceId, messages }: LogFilter): RawBuilder<SqlBool>[] {
  return [
    ...(idAbove === undefined ? [] : [sql<SqlBool>`id > ${idAbove}`]),
    ...(resourceId === undefined ? [] : [sql<SqlBool>`subject_id = ${String(resourceId)}`]),
    ...(messages === undefined ? [] : [sql<SqlBool>`${message} = any(${messages})`]),
  ]
}

async function entriesById(db: Db, ids: readonly bigint[]): Promise<LogEntry[]> {
  const { rows } = await sql<Omit<LogEntry, 'resourceType'> & { subject: string }>`
    select id, subject_id::bigint as "resourceId", subject_type as subject, ${message} as message,
           occurred_at as "occurredAt"
    from outbox.events where id = any(${ids})`.execute(db.read)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { subject, ...entry } = row
    return [{ ...entry, resourceType: subject === 'order' ? ('order' as const) : ('transaction' as const) }]
  })
}
