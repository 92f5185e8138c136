import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { anyOf, commit, decide, increase, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { type DeliveryQueue, type DeliveryTable, updateMessage } from '#kernel/work/delivery.ts'

/** Sends a message again, from the beginning of its schedule. `set` changes more of it, such as its destination. */
export const redeliver = <T extends DeliveryTable>(
  queue: DeliveryQueue<T>,
  { id, version }: { id: bigint; version: number },
  { now, set }: { now: Instant; set?: Updateable<Schema[T]> },
): Write =>
  updateMessage(queue, { set: { ...set, ...restarted(queue, now), version: version + 1 }, where: { id, version } })

type Redelivery<T extends DeliveryTable, Id extends bigint> = {
  parkedAfter(after: Id, limit: number): Promise<readonly Id[]>
  statuses?: readonly string[]
  set?: Updateable<Schema[T]> | undefined
  /** What becomes true with the first of them, so many of them, or alone where there are none. */
  alongside?: ((first: number, now: Instant) => readonly Write[]) | undefined
}

/**
 * Sends again all messages that `parkedAfter` finds, by ascending id: parked ones, or those in `statuses`. Returns their
 * number. Messages that another caller is sending again at the same time are skipped.
 */
export async function redeliverParked<T extends DeliveryTable, Id extends bigint>(
  ctx: Writer & { clock: Clock },
  queue: DeliveryQueue<T>,
  { parkedAfter, statuses = ['parked'], set, alongside = () => [] }: Redelivery<T, Id>,
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
      const writes = [...(parked.length > 0 ? [all] : []), ...(after === 0n ? alongside(parked.length, now) : [])]
      if (writes.length > 0) await commit(ctx, now, writes, 'redelivery')
      return parked
    })
    redelivered += ids.length
    if (ids.length < batchMax) return redelivered
    after = ids.at(-1)!
  }
}
const batchMax = 500

/** Messages that filters select, as of a moment: what was made or delivered later is left alone. */
export type Matching = {
  /** Of these statuses, and still when they are sent again. */
  statuses: readonly string[]
  /** What the filters select; `entry` is the row. */
  conditions: readonly RawBuilder<SqlBool>[]
  asOf: Instant
}

/** So many that match are sent again by one call; of more, the filters are to be narrowed. */
export const matchingMax = 10_000

/** How many match of each of these owners, by id; undefined: more than `matchingMax` in all. */
export async function countMatching<T extends DeliveryTable, Owner extends number>(
  db: Db,
  queue: DeliveryQueue<T>,
  matching: Matching & { owners: readonly Owner[] },
): Promise<{ owner: Owner; count: number }[] | undefined> {
  const column = sql.ref(`entry.${queue.ownerColumn}`)
  const { rows } = await sql<{ owner: Owner; count: number }>`
    select few.owner, count(*)::int as count
      from (select ${column} as owner
              from ${sql.table(queue.table)} entry
             where ${column} = any(${[...matching.owners]}::int[]) and ${matches(queue, matching)}
             limit ${matchingMax + 1}) few
     group by few.owner
     order by few.owner`.execute(db.read)
  return rows.reduce((sum, { count }) => sum + count, 0) > matchingMax ? undefined : rows
}

/**
 * Sends again all messages of an owner that match, five hundred at a time, as `redeliverParked` does. What is delivered
 * after `asOf` is left alone, so a repeated call sends nothing twice. Returns their number.
 */
export const redeliverMatching = <T extends DeliveryTable>(
  ctx: Writer & { clock: Clock },
  queue: DeliveryQueue<T>,
  {
    owner,
    set,
    alongside,
    ...matching
  }: Matching & Pick<Redelivery<T, bigint>, 'set' | 'alongside'> & { owner: number },
): Promise<number> =>
  redeliverParked(ctx, queue, {
    parkedAfter: async (after: bigint, limit) => {
      const { rows } = await sql<{ id: bigint }>`
        select entry.id
          from ${sql.table(queue.table)} entry
         where ${sql.ref(`entry.${queue.ownerColumn}`)} = ${owner} and entry.id > ${after}
           and ${matches(queue, matching)}
         order by entry.id
         limit ${limit}`.execute(ctx.db.read)
      return rows.map(({ id }) => id)
    },
    ...{ statuses: matching.statuses, set, alongside },
  })

function matches<T extends DeliveryTable>(
  { delivered }: DeliveryQueue<T>,
  { statuses, conditions, asOf }: Matching,
): RawBuilder<SqlBool> {
  const deliveredAt = sql.ref(`entry.${delivered.at}`)
  return sql<SqlBool>`${sql.join(
    [
      sql`entry.status = any(${[...statuses]}::text[])`,
      sql`entry.created_at <= ${asOf}`,
      sql`(${deliveredAt} is null or ${deliveredAt} <= ${asOf})`,
      ...conditions,
    ],
    sql` and `,
  )}`
}

const restarted = <T extends DeliveryTable>({ schedule, delivered }: DeliveryQueue<T>, now: Instant) => ({
  status: 'waiting',
  tries_left: schedule.triesMax,
  [delivered.at]: null,
  due_at: now,
})
