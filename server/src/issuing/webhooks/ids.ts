import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { ulidAt } from '#kernel/base/id.ts'

/** The number of an event's row. Events of one partner are read in its order. */
export type EventNumber = Brand<bigint, 'EventNumber'>
/** What receivers recognize an event by: the same in every delivery. */
export type EventId = Brand<string, 'EventId'>

export const newEventId = (now: Instant): EventId => `evt_${ulidAt(now)}` as EventId

export const readEventId = (unchecked: string): EventId | undefined =>
  /^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(unchecked) ? (unchecked as EventId) : undefined
