import { randomUUID } from 'node:crypto'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { anyOf, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { DueId, DueTable, DueWork } from '#kernel/work/due-work.ts'
import { isFree } from './lease-ends.ts'

/**
 * Due work of which everything that waits for one subject is one piece: the invoices of a site, whose numbers have no gaps,
 * the reserves of a merchant, the dispute events of a payment. A claim leases subjects, and one worker at a time does all
 * that is due of one, in any number of processes. Items that each did all that waits would do it side by side, and all but
 * one in vain.
 */
export type ExclusiveWork<T extends DueTable> = Pick<DueWork, 'name' | 'owner'> & {
  table: T
  /** The column with the subject. The rows that are due have an index by it and `id`. */
  subject: keyof Schema[T] & string
  /** How long a claim lasts, and each commit of the work renews it: longer than from one commit to the next. */
  leaseMs: number
  /** Does all that is due of a subject, until nothing is. Each commit has `lease.kept()` among its writes. */
  run(subject: string, lease: Lease): Promise<void>
}

/** That a worker has a subject for itself. */
export type Lease = {
  /** Renews the lease, in a commit that happens only if no other worker has taken the subject; else throws `LeaseLost`. */
  kept(): Write
}

/** The lease had ended, and another worker has taken the subject. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * The work, whose items are rows: of each subject the first that is due stands for all. An item that was not claimed, such
 * as one that a person retries, is done unless a worker has its subject; its first commit takes the lease. Of an item that
 * fails the lease stays until it ends.
 */
export function exclusiveWork<T extends DueTable>(
  { db, clock }: { db: Db; clock: Clock },
  work: ExclusiveWork<T>,
): DueWork {
  const { name, table, owner } = work
  const texts = statementsOf(work)
  const until = (): Instant => clock.wall().add({ milliseconds: work.leaseMs })
  const claimed = new Map<DueId, Taken>()
  const claim = async (limit: number): Promise<DueId[]> => {
    const heldBy = randomUUID()
    const values = [until(), clock.now(), clock.wall(), limit, name, heldBy]
    const rows = (await db.runByKeys(texts.claim, values)) as { id: DueId; subject: string }[]
    for (const { id, subject } of rows) claimed.set(id, { subject, heldBy, before: heldBy })
    return rows.map(({ id }) => id)
  }
  const take = async (id: DueId): Promise<Taken | undefined> => {
    const [found] = (await db.run(texts.find, [id, name, clock.wall()])) as Found[]
    return found?.isFree ? { ...found, heldBy: randomUUID() } : undefined
  }
  const run = async (id: DueId): Promise<void> => {
    const taken = claimed.get(id) ?? (await take(id))
    claimed.delete(id)
    if (!taken) return
    try {
      await work.run(taken.subject, { kept: () => keptBy(name, taken, until()) })
    } catch (error) {
      if (error instanceof LeaseLost) return
      throw error
    }
    await db.run(release, [name, taken.subject, taken.heldBy])
  }
  return { name, table, ...(owner && { owner }), claim, run }
}

/** A lease: by what it is held, and was before; null: there was none. */
type Taken = { subject: string; heldBy: string; before: string | null }
type Found = { subject: string; before: string | null; isFree: boolean }

function keptBy(work: string, { subject, heldBy, before }: Taken, leasedUntil: Instant): Write {
  const set = { held_by: heldBy, leased_until: leasedUntil }
  if (before === null)
    return insert(
      'florin.work_leases',
      { work, subject, ...set },
      { orElse: { conflict: ['work', 'subject'], set: ['held_by', 'leased_until'] } },
    )
  const holder = before === heldBy ? heldBy : anyOf([before, heldBy])
  return update('florin.work_leases', {
    set,
    where: { work, subject, held_by: holder },
    onMiss: () => new LeaseLost(`another worker has taken ${work} of ${subject}`),
  })
}

const release = `update florin.work_leases set leased_until = null where work = $1 and subject = $2 and held_by = $3`

/** Whose names come from code, and are no values. */
const statementsOf = ({ table, subject, leaseMs }: { table: string; subject: string; leaseMs: number }) => ({
  claim: `
    with recursive subject (id) as ( -- those with anything due, found by jumping along the index
      (select ${subject} from ${table} where due_at is not null order by ${subject} limit 1)
      union all
      select (select ${subject} from ${table} where due_at is not null and ${subject} > subject.id
              order by ${subject} limit 1)
      from subject where subject.id is not null
    ), due as materialized (
      select first.id, first.due_at, subject.id::text as subject, lease.held_by
      from subject cross join lateral (
        select id, due_at from ${table} where ${subject} = subject.id and due_at is not null and due_at <= $2
        order by id limit 1
      ) as first left join florin.work_leases as lease on lease.work = $5 and lease.subject = subject.id::text
      where ${isFree('$3', leaseMs, 'lease.leased_until')}
      order by first.due_at limit $4
    ), taken as (
      update florin.work_leases set leased_until = $1, held_by = $6
      where work = $5 and subject = any (array(
        select subject from florin.work_leases
        where work = $5 and subject = any (array(select subject from due))
          and ${isFree('$3', leaseMs)}
        for update skip locked -- two workers never wait for each other
      )) returning subject
    ), made as (
      insert into florin.work_leases (work, subject, held_by, leased_until)
      select $5, subject, $6, $1 from due where held_by is null order by subject
      on conflict do nothing returning subject
    )
    select id, subject from due where subject in (select subject from taken union all select subject from made)`,
  find: `
    select row.${subject}::text as subject, lease.held_by as before,
      ${isFree('$3', leaseMs, 'lease.leased_until')} as "isFree"
    from ${table} as row left join florin.work_leases as lease on lease.work = $2 and lease.subject = row.${subject}::text
    where row.id = $1 and row.due_at is not null`,
})
