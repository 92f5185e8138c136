import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'

export type MessageId = Brand<bigint, 'MessageId'>

/**
 * `waiting`: it is stored and not applied yet. `ignored`: it says nothing that is needed. `parked`: every try has failed,
 * and an operator decides.
 */
export const messageStatuses = ['waiting', 'applied', 'ignored', 'parked'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** A webhook of a processor, as it is recorded; without its body. */
export type RecordedMessage = {
  id: MessageId
  connection: ConnectorId
  /** As the processor calls it. */
  messageId: string
  type: string
  happenedAt: Instant
  receivedAt: Instant
  status: MessageStatus
  version: number
  /** How often it was tried. */
  tries: number
  /** Why it was ignored, or what the last try met. */
  note: string | undefined
  endedAt: Instant | undefined
  /** When it is tried next. */
  dueAt: Instant | undefined
  /** Whether its body is still there, so that it can be replayed. */
  hasBody: boolean
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** Eight tries within 18 hours: longer than a processor or a worker of ours is out of order on most bad days. */
export const applySchedule = deliverySchedule([
  10 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  4 * hour,
  12 * hour,
])
