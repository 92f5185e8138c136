import type { Instant } from '#kernel/base/clock.ts'
import type { Duty } from '#kernel/db/personal-data.ts'
import type { PersonsContext } from './context.ts'
import type { KeptUntil, PersonKind, Subject, Terms } from './erasure.ts'
import { countGoing, countKept, type FoundIds, findIds, idsOf, openThings, tablesOf } from './personal-rows.ts'
import { requirePerson } from './require-person.ts'
import { findErasureOf } from './store.ts'

/** What an erasure would do. */
export type ErasurePlan = {
  subject: Subject
  isErased: boolean
  /** What stands against it, in words; empty when it can be done. */
  open: readonly string[]
  /** What would be erased at once: a table, its columns, and how many rows have something in them. */
  goes: readonly { table: string; columns: readonly string[]; rows: number }[]
  /** What a duty keeps. `until` is undefined where it stays as long as the record, or another task deletes it. */
  stays: readonly {
    table: string
    columns: readonly string[]
    rows: number
    duty: Duty
    because: string
    until: Instant | undefined
  }[]
}

/** Reads what an erasure would do, and changes nothing. */
export async function planErasure(ctx: PersonsContext, subject: Subject): Promise<ErasurePlan> {
  const { kind, person } = await requirePerson(ctx, subject)
  const ids = await findIds(ctx.db, kind.data, idsOf(kind.kind, subject.id))
  const goes: ErasurePlan['goes'][number][] = []
  const stays: ErasurePlan['stays'][number][] = []
  const erasedAt = (await findErasureOf(ctx.db, subject))?.erasedAt ?? ctx.clock.now()
  for (const table of tablesOf(kind.data)) {
    const rows = await countGoing(ctx.db, table, ids)
    const columns = Object.entries(table.personal).flatMap(([column, { kept }]) => (kept === undefined ? [column] : []))
    if (rows > 0) goes.push({ table: table.table, columns, rows })
    for (const { newest, ...kept } of await countKept(ctx.db, table, ids)) {
      const term = ctx.persons.terms[kept.duty]
      stays.push({ table: table.table, ...kept, until: term && ended(newest ?? erasedAt, term) })
    }
  }
  return { subject, isErased: person.isErased, open: await openThings(ctx.db, kind.data, ids), goes, stays }
}

/** Until when each duty with a term keeps something, by its newest fact, or else by when the person was erased. */
export async function keptUntil(
  ctx: Pick<PersonsContext, 'db'> & { terms: Terms },
  kind: PersonKind,
  { ids, erasedAt }: { ids: FoundIds; erasedAt: Instant },
): Promise<KeptUntil> {
  const until = new Map<Duty, Instant>()
  for (const table of tablesOf(kind.data)) {
    for (const { duty, newest } of await countKept(ctx.db, table, ids)) {
      const term = ctx.terms[duty]
      if (!term) continue
      const end = ended(newest ?? erasedAt, term)
      const before = until.get(duty)
      if (!before || Temporal.Instant.compare(before, end) < 0) until.set(duty, end)
    }
  }
  return Object.fromEntries([...until].map(([duty, end]) => [duty, String(end)]))
}

const ended = (from: Instant, term: Temporal.Duration): Instant => from.toZonedDateTimeISO('UTC').add(term).toInstant()
