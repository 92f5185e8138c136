import type { Updateable } from 'kysely'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'
import type { OwnerKind } from '#kernel/base/owner.ts'
import { commit, DuplicateKey, StaleWrite, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { claimFairly } from '#kernel/work/delivery-claim.ts'
import type { DeliverySchedule } from '#kernel/work/delivery-schedule.ts'
import { claimDue, type DueTable, type DueWork } from '#kernel/work/due-work.ts'
import { openGathering } from '#kernel/work/gathering.ts'

/**
 * One engine for every kind of outgoing message.
 *
 * A message is a row, inserted by the commit that makes its facts true (`newDelivery`). It is `waiting` for its next
 * attempt until it is delivered, or `parked` when it was rejected or its schedule is used up. A parked or delivered
 * message can be sent again (`redelivery.ts`).
 *
 * A worker claims a waiting row with a lease, sends it with no transaction open, and records the attempt. A worker that
 * dies between sending and recording leaves the row waiting, and it is sent again when the lease ends: every message is
 * delivered at least once, so its receiver must recognise a repeated one.
 */
export type Delivery<
  T extends DeliveryTable,
  Message extends DeliverableMessage,
  Result extends DeliveryResult = DeliveryResult,
> = DeliveryQueue<T> & {
  /** The name of the work, in logs. */
  name: string
  /** How long one claim lasts: longer than an attempt can take. */
  leaseMs: number
  /**
   * Attempts under way at once for one owner, over all processes, so that a destination that hangs fills its own places
   * and no others. Undefined: no limit, for messages that all go to one destination.
   */
  perOwnerMax?: number
  /** Claimed at once, and under way at once, in one process; the defaults of `DueWork` unless given. */
  batch?: number
  atOnce?: number
  find(id: bigint): Promise<Message | undefined>
  /** The columns of a message, in SQL, so that a fair claim returns what it claims and nothing has to be found. */
  columns?: string
  /** The schedule of one message, where not all have that of the queue. */
  scheduleOf?(message: Message): DeliverySchedule
  /** Makes one attempt. It is repeated when its result is lost, so it carries a key or may be received twice. */
  send(message: Message): Promise<Result>
  /** What is recorded of an attempt besides its outcome: more columns of the row, and more rows. */
  record(message: Message, attempt: Attempted<Result>): { set?: Updateable<Schema[T]>; writes?: readonly Write[] }
}

/** Where messages of one kind wait, and how often they are tried. */
export type DeliveryQueue<T extends DeliveryTable> = {
  table: T
  /**
   * The owner of the messages: its kind, and the column with its id. A delivery with `perOwnerMax` needs an index on
   * (owner, due_at, id) of the rows that are due.
   */
  ownerKind: OwnerKind
  ownerColumn: string
  schedule: DeliverySchedule
  /** The status of a delivered message, and the column with the time of its delivery. */
  delivered: { status: string; at: keyof Schema[T] & string }
}

/** Tables of messages: those of due work that also count attempts. */
export type DeliveryTable = {
  [T in DueTable]: Schema[T] extends { status: unknown; attempts: unknown; tries_left: unknown; version: unknown }
    ? T
    : never
}[DueTable]

export type DeliverableMessage = {
  id: bigint
  status: string
  /** Made so far, all schedules together. */
  attempts: number
  triesLeft: number
  version: number
}

/** `failed` is tried again by the schedule; `rejected` would fail every time, so the message is parked. */
export type DeliveryResult = {
  outcome: 'delivered' | 'failed' | 'rejected'
  /** What the receiver replied, or why there was no reply. */
  response: string
}

/** One attempt that was made: the first is number 1. `response` is cut to what can be stored. */
type Attempted<Result extends DeliveryResult> = Result & { number: number; at: Instant }

type DeliveryContext = Writer & { clock: Clock; log: Log }

/** The work of delivering what is due. */
export function deliveryWork<
  T extends DeliveryTable,
  Message extends DeliverableMessage,
  Result extends DeliveryResult,
>(ctx: DeliveryContext, delivery: Delivery<T, Message, Result>): DueWork {
  const { name, table, ownerKind, ownerColumn, leaseMs, perOwnerMax, batch, atOnce, columns } = delivery
  const claimed = new Map<bigint, Message>()
  const keep = (row: Record<string, unknown>) => {
    if (columns !== undefined) claimed.set(row.id as bigint, row as Message)
  }
  const claim =
    perOwnerMax === undefined
      ? claimDue(ctx, table, { leaseMs })
      : claimFairly(ctx, table, { leaseMs, ownerColumn, perOwnerMax, returning: columns ?? 'id', keep })
  const find = async (id: bigint) => {
    const message = claimed.get(id)
    claimed.delete(id)
    return message ?? (await delivery.find(id))
  }
  const together = openGathering(gatheringMs)
  return {
    name,
    owner: { kind: ownerKind, column: ownerColumn },
    ...claim,
    ...(batch !== undefined && { batch }),
    ...(atOnce !== undefined && { atOnce }),
    run: (id) => together.take(async (results) => deliver(ctx, delivery, await find(BigInt(id)), results)),
  }
}

/** Results of attempts that end close together are recorded at the same time, and so by one statement. */
const gatheringMs = 5

/** Makes one attempt for a waiting message and records it. The caller holds its lease. */
async function deliver<T extends DeliveryTable, Message extends DeliverableMessage, Result extends DeliveryResult>(
  ctx: DeliveryContext,
  delivery: Delivery<T, Message, Result>,
  message: Message | undefined,
  results: { allHere(): Promise<void> },
): Promise<void> {
  if (message?.status !== 'waiting') return
  const now = ctx.clock.now()
  const result = await delivery.send(message)
  await results.allHere()
  const response = storable(result.response)
  if (result.outcome === 'rejected')
    ctx.log.warn({ work: delivery.name, id: String(message.id), response }, 'a message was rejected and is not retried')
  try {
    await commit(
      ctx,
      now,
      recordOf(delivery, message, { ...result, response, number: message.attempts + 1, at: now }),
      'delivery',
    )
  } catch (error) {
    // The lease ended during the attempt, and another worker has sent the message and recorded that. Its record is
    // kept.
    if (!(error instanceof StaleWrite || error instanceof DuplicateKey)) throw error
  }
}

function recordOf<T extends DeliveryTable, Message extends DeliverableMessage, Result extends DeliveryResult>(
  delivery: Delivery<T, Message, Result>,
  message: Message,
  attempt: Attempted<Result>,
): Write[] {
  const { delivered } = delivery
  const schedule = delivery.scheduleOf?.(message) ?? delivery.schedule
  const triesLeft = message.triesLeft - 1
  const isDelivered = attempt.outcome === 'delivered'
  const dueAt = attempt.outcome === 'failed' ? schedule.nextTryAt(attempt.at, triesLeft) : undefined
  const { set, writes = [] } = delivery.record(message, attempt)
  const change = {
    ...set,
    status: isDelivered ? delivered.status : dueAt ? 'waiting' : 'parked',
    attempts: attempt.number,
    tries_left: triesLeft,
    [delivered.at]: isDelivered ? attempt.at : null,
    due_at: dueAt ?? null,
    leased_until: null,
    version: message.version + 1,
  }
  return [...writes, updateMessage(delivery, { set: change, where: { id: message.id, version: message.version } })]
}

/** The columns of a new message, which is due at once. */
export const newDelivery = ({ schedule }: Pick<DeliveryQueue<DeliveryTable>, 'schedule'>, now: Instant) =>
  ({ status: 'waiting', tries_left: schedule.triesMax, created_at: now, due_at: now }) as const

/** An update of a delivery's table; the columns that all those tables have are known here, and no others. */
export const updateMessage = <T extends DeliveryTable>(
  { table }: Pick<DeliveryQueue<T>, 'table'>,
  change: { set: object; where: object; expect?: number },
): Write => update(table, change as Parameters<typeof update<T>>[1])

/** The first 500 bytes, in whole characters, without card numbers. PostgreSQL stores no NUL in a text. */
function storable(response: string): string {
  const cut = Buffer.from(maskNumbersInText(response).replaceAll('\0', ' '))
    .subarray(0, responseBytesMax)
    .toString('utf8')
  return cut.replace(/\uFFFD+$/, '')
}
const responseBytesMax = 500
