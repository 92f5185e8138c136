import type { Updateable } from 'kysely'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { anyOf, commit, decide, increase, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { type DeliveryQueue, type DeliveryTable, updateMessage } from '#kernel/work/delivery.ts'

/** Sends a message again, from the beginning of its schedule. `set` changes more of it, such as its destination. */
export const redeliver = <T extends DeliveryTable>(
  queue: DeliveryQueue<T>,
  { id, version }: { id: bigint; version: number },
  { now, set }: { now: Instant; set?: Updateable<Schema[T]> },
): Write =>
  updateMessage(queue, { set: { ...set, ...restarted(queue, now), version: version + 1 }, where: { id, version } })

/**
 * Sends again all messages that `parkedAfter` finds, by ascending id: parked ones, or those in `statuses`. Returns their
 * number. Messages that another caller is sending again at the same time are skipped.
 */
export async function redeliverParked<T extends DeliveryTable, Id extends bigint>(
  ctx: Writer & { clock: Clock },
  queue: DeliveryQueue<T>,
  {
    parkedAfter,
    statuses = ['parked'],
    set,
    alongside = [],
  }: {
    parkedAfter(after: Id, limit: number): Promise<readonly Id[]>
    statuses?: readonly string[]
    set?: Updateable<Schema[T]>
    /** What becomes true with the first of them, or alone where there are none. */
    alongside?: readonly Write[]
  },
): Promise<number> {
  const now = ctx.clock.now()
  let redelivered = 0
  for (let after = 0n as Id; ; ) {
    const ids = await decide(async () => {
      const parked = await parkedAfter(after, batchMax)
      const all = updateMessage(queue, {
        set: { ...set, ...restarted(queue, now), version: increase(1n) },
        where: { id: anyOf(parked), status: anyOf(statuses) },
        expect: parked.length,
      })
      const writes = [...(parked.length > 0 ? [all] : []), ...(after === 0n ? alongside : [])]
      if (writes.length > 0) await commit(ctx, now, writes, 'redelivery')
      return parked
    })
    redelivered += ids.length
    if (ids.length < batchMax) return redelivered
    after = ids.at(-1)!
  }
}
const batchMax = 500

const restarted = <T extends DeliveryTable>({ schedule, delivered }: DeliveryQueue<T>, now: Instant) => ({
  status: 'waiting',
  tries_left: schedule.triesMax,
  [delivered.at]: null,
  due_at: now,
})
