import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { KeysetList, Position, Split } from './keyset.ts'

/**
 * How one stream of a list is read: the condition of its entries behind a place, and their order.
 *
 * The order names all columns of the index, and the entries are between two rows of it: `(site_id, id) < (10001, 4711)`.
 * With `site_id = 10001 order by id desc` PostgreSQL may read the whole table by its ids and drop what is of other sites,
 * since it knows how many entries a site has on average, and not how many this one has, nor where they are.
 */
export function streamOf(
  list: KeysetList,
  position: Position | undefined,
  falling: boolean,
): { where: RawBuilder<SqlBool>; order: RawBuilder<unknown> } {
  const { splits, idType } = list
  const by = sortOf(list)
  const led = splits.flatMap((split) => split.led ?? [])
  const parts = splits.flatMap((split) => split.part ?? [])
  const own = by ? [by.column, sql`entry.id`] : [sql`entry.id`]
  const id = position && sql`${position.id}::${sql.raw(idType)}`
  const place = id && (by ? [by.valueOf(position.by ?? 0n), id] : [id])
  if (!isLed(splits) || (by && parts.length > 0)) {
    const beyond = place ? [between(own, falling ? sql`<` : sql`>`, place)] : []
    return { where: allOf([...splits.map(({ is }) => is), ...beyond]), order: inOrderOf(own, falling) }
  }
  const columns = [...led.map(({ column }) => column), ...own]
  const values = led.map(({ value }) => value)
  const [{ above, through } = { above: undefined, through: undefined }] = parts
  const [first, last] = ends[idType]
  const [least, most] = [
    by ? [by.least, first] : [above ?? first],
    by ? [by.most, last] : [through ? sql`least(${through}, ${largest - 1n}::bigint) + 1` : last],
  ]
  const low = !place || falling ? least : above ? [sql`greatest(${above}, ${id})`] : place
  const high = !place || !falling ? most : through ? [sql`least(${most[0]}, ${id})`] : place
  const bounds = [between(columns, sql`>`, [...values, ...low]), between(columns, sql`<`, [...values, ...high])]
  return {
    where: allOf([...bounds, ...led.flatMap(({ also }) => also ?? []), ...conditionsIn(splits)]),
    order: inOrderOf(columns, falling),
  }
}

/** The column before the id by which a list is sorted; undefined where it is sorted by the id alone. */
type Sort = {
  column: RawBuilder<unknown>
  /** As a place says it. */
  number: RawBuilder<unknown>
  valueOf(number: bigint): RawBuilder<unknown>
  /** Between which its entries are. */
  least: RawBuilder<unknown>
  most: RawBuilder<unknown>
}

export function sortOf({ by, byMoment }: Pick<KeysetList, 'by' | 'byMoment'>): Sort | undefined {
  if (by)
    return {
      ...{ column: by, number: sql`${by}::bigint`, valueOf: (number) => sql`${number}::bigint` },
      ...{ least: sql`${smallest}::bigint`, most: sql`${largest}::bigint` },
    }
  if (!byMoment) return undefined
  const { column, from, to } = byMoment
  return {
    column,
    number: sql`(extract(epoch from ${column}) * 1000000)::bigint`,
    valueOf: (number) => sql`(timestamptz 'epoch' + ${number}::bigint * interval '1 microsecond')`,
    least: from ? sql`${from}::timestamptz` : sql`'-infinity'::timestamptz`,
    most: to ? sql`${to}::timestamptz` : sql`'infinity'::timestamptz`,
  }
}

const conditionsIn = (splits: readonly Split[]) => splits.filter(({ isCondition }) => isCondition).map(({ is }) => is)

/**
 * One split is the column of the index before the id, and the others are its condition or a part of the ids. With two
 * columns their values select the index by themselves, and between two rows PostgreSQL would rather read a whole site and
 * sort it, since it cannot tell how few they are.
 */
const isLed = (splits: readonly Split[]): boolean =>
  splits.filter(({ led }) => led).length === 1 &&
  splits.every(({ led, part, isCondition }) => led || part || isCondition)

const [smallest, largest] = [-(2n ** 63n), 2n ** 63n - 1n]
/** Below and above all ids of a type. Ids of text are of letters, digits and a few signs. */
const ends = {
  bigint: [sql`0::bigint`, sql`${largest}::bigint`],
  uuid: [sql`'00000000-0000-0000-0000-000000000000'::uuid`, sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`],
  text: [sql`''::text`, sql`'~'::text`],
} as const

const between = (
  columns: readonly RawBuilder<unknown>[],
  than: RawBuilder<unknown>,
  values: readonly RawBuilder<unknown>[],
): RawBuilder<SqlBool> => sql`(${sql.join(columns)}) ${than} (${sql.join(values)})`

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

export const inOrderOf = (columns: readonly RawBuilder<unknown>[], falling: boolean): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${column} ${falling ? sql`desc` : sql`asc`}`))

/** All streams of a list beside each other, for a lateral query that reads each. */
export const streams = ({ splits }: KeysetList): RawBuilder<unknown> =>
  splits.length === 0
    ? sql``
    : sql`${sql.join(
        splits.map(({ values }) => values),
        sql` cross join `,
      )} cross join lateral`

/** Whether an entry fits; one that cannot be compared does not. */
export const fitsAll = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql`coalesce(${sql.join(conditions, sql` and `)}, false)`
