import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { chosen, type Several, several, words } from '#kernel/http/filter.ts'
import { type EventStatus, eventStatuses } from './event.ts'

/** What a list of events can be narrowed by, beside when they were made. */
export const eventFilters = {
  status: several(eventStatuses),
  type: words({ max: 20, each: 60, what: 'a type of events such as card.created, or several' }),
}
type Asked = { status?: Several<EventStatus> | undefined; type?: readonly string[] | undefined }

/** What these filters select. `entry` is the row. */
export function eventsSelected({ status, type }: Asked): {
  statuses: readonly EventStatus[] | undefined
  conditions: RawBuilder<SqlBool>[]
} {
  const statuses = status && chosen(eventStatuses, status)
  return {
    statuses,
    conditions: [
      ...(statuses ? [sql<SqlBool>`entry.status = any(${statuses}::text[])`] : []),
      ...(type ? [sql<SqlBool>`entry.event_type = any(${type}::text[])`] : []),
    ],
  }
}
