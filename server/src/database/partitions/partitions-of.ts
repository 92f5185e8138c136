import type pg from 'pg'
import type { GrowingTable } from './growing-tables.ts'

/** Milliseconds since 1970 of the beginning of a month, or the id of an entry. */
export type Bound = bigint

export type Partition = {
  /** With its schema. */
  name: string
  /** Its first value, and the first one beyond it; undefined: without an end on that side. */
  from: Bound | undefined
  to: Bound | undefined
  isDefault: boolean
}

type Growing = Pick<GrowingTable, 'table' | 'by'>

/** The partitions of a table in their order, the default one last; undefined: it is not partitioned. */
export async function partitionsOf(client: pg.ClientBase, { table, by }: Growing): Promise<Partition[] | undefined> {
  const { rows: kinds } = await client.query(`select from pg_class where oid = $1::regclass and relkind = 'p'`, [table])
  if (kinds.length === 0) return undefined
  const { rows } = await client.query<{ name: string; bound: string }>(
    `select n.nspname || '.' || c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
      where i.inhparent = $1::regclass and not i.inhdetachpending`,
    [table],
  )
  return rows.map(({ name, bound }) => partitionFrom(name, bound, by)).toSorted(byBound)
}

const byBound = (one: Partition, other: Partition): number => {
  if (one.isDefault !== other.isDefault) return one.isDefault ? 1 : -1
  return (one.from ?? lowest) < (other.from ?? lowest) ? -1 : 1
}
const lowest = -(2n ** 63n)

function partitionFrom(name: string, bound: string, by: GrowingTable['by']): Partition {
  if (bound === 'DEFAULT') return { name, from: undefined, to: undefined, isDefault: true }
  const [, from, to] = /^FOR VALUES FROM \((.*)\) TO \((.*)\)$/.exec(bound) ?? []
  if (from === undefined || to === undefined) throw new Error(`${name} has bounds that Florin has not made: ${bound}`)
  return { name, from: readBound(from, by), to: readBound(to, by), isDefault: false }
}

function readBound(text: string, by: GrowingTable['by']): Bound | undefined {
  if (text === 'MINVALUE' || text === 'MAXVALUE') return undefined
  const value = text.replaceAll("'", '')
  return by === 'entry' ? BigInt(value) : BigInt(Temporal.Instant.from(value.replace(' ', 'T')).epochMilliseconds)
}

/** A bound as a value of SQL. */
export const boundText = (bound: Bound, { by }: Pick<GrowingTable, 'by'>): string =>
  by === 'entry' ? String(bound) : `'${instantOf(bound)}'`

export const instantOf = (bound: Bound): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(Number(bound))

/** The beginning of the month, in UTC, so many months after that of a moment. */
export const monthStart = (at: Temporal.Instant, monthsLater = 0): Bound =>
  BigInt(
    at.toZonedDateTimeISO('UTC').with({ day: 1 }).startOfDay().add({ months: monthsLater }).toInstant()
      .epochMilliseconds,
  )

/** `2026-12` of a bound that begins a month; an id as it is. */
export const boundName = (bound: Bound, { by }: Pick<GrowingTable, 'by'>): string =>
  by === 'entry' ? String(bound) : instantOf(bound).toString().slice(0, 7)

/** The name, with its schema, of the partition of a table that begins there. */
export const partitionName = (growing: Growing, from: Bound): string =>
  `${growing.table}_${growing.by === 'entry' ? 'from_' : ''}${boundName(from, growing).replace('-', '_')}`

/** Whether a partition holds a value. */
export const holds = ({ from, to, isDefault }: Partition, value: Bound): boolean =>
  !isDefault && (from === undefined || from <= value) && (to === undefined || value < to)
