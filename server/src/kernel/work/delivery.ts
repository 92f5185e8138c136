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
import { openPlaces } from '#kernel/work/places.ts'

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
  /** Undefined for messages that all go to one destination. */
  fair?: Fairness<Message>
  /** Claimed at once, and under way at once, in one process; the defaults of `DueWork` unless given. */
  batch?: number
  atOnce?: number
  find(id: bigint): Promise<Message | undefined>
  /** The schedule of one message, where not all have that of the queue. */
  scheduleOf?(message: Message): DeliverySchedule
  /** Makes one attempt. It is repeated when its result is lost, so it carries a key or may be received twice. */
  send(message: Message): Promise<Result>
  /** What is recorded of an attempt besides its outcome: more columns of the row, and more rows. */
  record(message: Message, attempt: Attempted<Result>): { set?: Updateable<Schema[T]>; writes?: readonly Write[] }
}

/**
 * Messages to many destinations, so that one that hangs fills its own places and no others. Several times as many are
 * claimed as there are places: while some are sent, others are recorded, and the next are there already.
 */
type Fairness<Message> = {
  /** Attempts under way at once for one owner, by one process. */
  perOwnerMax: number
  ownerOf(message: Message): unknown
  /** How long an attempt can take. One that waits for a place is not begun when its lease could end meanwhile. */
  attemptMs: number
  /** The columns of a message, in SQL: the claim returns what it claims, and nothing has to be found. */
  columns: string
}
/** Claimed for one owner, over all processes, for each place. */
const claimedPerPlace = 8
/** What an attempt may need besides waiting for its destination, until it is recorded. */
const attemptMarginMs = 10_000

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

/** One attempt that was made, and when it ended: the first is number 1. `response` is cut to what can be stored. */
type Attempted<Result extends DeliveryResult> = Result & { number: number; at: Instant }

type DeliveryContext = Writer & { clock: Clock; log: Log }

/** The work of delivering what is due. */
export function deliveryWork<
  T extends DeliveryTable,
  Message extends DeliverableMessage,
  Result extends DeliveryResult,
>(ctx: DeliveryContext, delivery: Delivery<T, Message, Result>): DueWork {
  const { name, table, ownerKind, ownerColumn, leaseMs, fair, batch, atOnce } = delivery
  const claimed = new Map<bigint, Claimed<Message>>()
  const claim = fair ? claimAhead(ctx, delivery, fair, claimed) : claimDue(ctx, table, { leaseMs })
  const take = async (id: bigint): Promise<Claimed<Message | undefined>> => {
    const found = claimed.get(id)
    claimed.delete(id)
    return found ?? { message: await delivery.find(id), beginBy: Number.POSITIVE_INFINITY }
  }
  const inPlace = placesOf(fair)
  const together = openGathering(gatheringMs)
  const run = (id: bigint) =>
    together.take(async (results) => {
      const { message, beginBy } = await take(id)
      if (message?.status !== 'waiting') return
      const attempted = await inPlace(message, () => makeAttempt(ctx, delivery, { message, beginBy }))
      if (!attempted) return
      await results.allHere()
      await recordAttempt(ctx, delivery, message, attempted)
    })
  return {
    name,
    owner: { kind: ownerKind, column: ownerColumn },
    ...claim,
    ...(batch !== undefined && { batch }),
    ...(atOnce !== undefined && { atOnce }),
    run: (id) => run(BigInt(id)),
  }
}

/** A message under a lease, and until when, by the machine's time, its attempt may begin. */
type Claimed<Message> = { message: Message; beginBy: number }

const claimAhead = <T extends DeliveryTable, Message extends DeliverableMessage>(
  ctx: DeliveryContext,
  { table, leaseMs, ownerColumn }: Pick<Delivery<T, Message>, 'table' | 'leaseMs' | 'ownerColumn'>,
  { perOwnerMax, attemptMs, columns }: Fairness<Message>,
  claimed: Map<bigint, Claimed<Message>>,
) =>
  claimFairly(ctx, table, {
    leaseMs,
    ownerColumn,
    perOwnerMax: claimedPerPlace * perOwnerMax,
    returning: columns,
    keep: (row, leasedUntil) => {
      const beginBy = leasedUntil.epochMilliseconds - attemptMs - attemptMarginMs
      claimed.set(row.id as bigint, { message: row as Message, beginBy })
    },
  })

/** Results of attempts that end close together are recorded at the same time, and so by one statement. */
const gatheringMs = 5

/** Each attempt in a place of its owner, where there are places. */
function placesOf<Message>(
  fair: Fairness<Message> | undefined,
): <T>(message: Message, attempt: () => Promise<T>) => Promise<T> {
  if (!fair) return (_, attempt) => attempt()
  const inPlace = openPlaces(fair.perOwnerMax)
  return (message, attempt) => inPlace(fair.ownerOf(message), attempt)
}

/** Makes one attempt for a waiting message, whose lease the caller holds; undefined when that would end too soon. */
async function makeAttempt<T extends DeliveryTable, Message extends DeliverableMessage, Result extends DeliveryResult>(
  { clock }: DeliveryContext,
  delivery: Delivery<T, Message, Result>,
  { message, beginBy }: Claimed<Message>,
): Promise<Attempted<Result> | undefined> {
  if (clock.wall().epochMilliseconds > beginBy) return undefined
  const result = await delivery.send(message)
  return { ...result, response: storable(result.response), number: message.attempts + 1, at: clock.now() }
}

async function recordAttempt<
  T extends DeliveryTable,
  Message extends DeliverableMessage,
  Result extends DeliveryResult,
>(
  ctx: DeliveryContext,
  delivery: Delivery<T, Message, Result>,
  message: Message,
  attempt: Attempted<Result>,
): Promise<void> {
  const { outcome, response, at } = attempt
  if (outcome === 'rejected')
    ctx.log.warn({ work: delivery.name, id: String(message.id), response }, 'a message was rejected and is not retried')
  try {
    await commit(ctx, at, recordOf(delivery, message, attempt), 'delivery')
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
  const where = { id: message.id, version: message.version }
  return [...writes, updateMessage(delivery, { set: change, where, isLeased: true })]
}

/** The columns of a new message, which is due at once. */
export const newDelivery = ({ schedule }: Pick<DeliveryQueue<DeliveryTable>, 'schedule'>, now: Instant) =>
  ({ status: 'waiting', tries_left: schedule.triesMax, created_at: now, due_at: now }) as const

/** An update of a delivery's table; the columns that all those tables have are known here, and no others. */
export const updateMessage = <T extends DeliveryTable>(
  { table }: Pick<DeliveryQueue<T>, 'table'>,
  change: { set: object; where: object; expect?: number; isLeased?: true },
): Write => update(table, change as Parameters<typeof update<T>>[1])

/** The first 500 bytes, in whole characters, without card numbers. PostgreSQL stores no NUL in a text. */
function storable(response: string): string {
  const cut = Buffer.from(maskNumbersInText(response).replaceAll('\0', ' '))
    .subarray(0, responseBytesMax)
    .toString('utf8')
  return cut.replace(/\uFFFD+$/, '')
}
const responseBytesMax = 500
