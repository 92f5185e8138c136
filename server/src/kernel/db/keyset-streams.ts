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
  const { splits, by, idType } = list
  const led = splits.flatMap((split) => split.led ?? [])
  const parts = splits.flatMap((split) => split.part ?? [])
  const own = by ? [by, sql`entry.id`] : [sql`entry.id`]
  const id = position && sql`${position.id}::${sql.raw(idType)}`
  const place = id && (by ? [sql`${position.by ?? 0n}::bigint`, id] : [id])
  if (!isLed(splits) || (by && parts.length > 0)) {
    const beyond = place ? [between(own, falling ? sql`<` : sql`>`, place)] : []
    return { where: allOf([...splits.map(({ is }) => is), ...beyond]), order: inOrderOf(own, falling) }
  }
  const columns = [...led.map(({ column }) => column), ...own]
  const values = led.map(({ value }) => value)
  const [{ above, through } = { above: undefined, through: undefined }] = parts
  const [first, last] = ends[idType]
  const [least, most] = [
    by ? [sql`${smallest}::bigint`, first] : [above ?? first],
    by ? [sql`${largest}::bigint`, last] : [through ? sql`least(${through}, ${largest - 1n}::bigint) + 1` : last],
  ]
  const low = !place || falling ? least : above ? [sql`greatest(${above}, ${id})`] : place
  const high = !place || !falling ? most : through ? [sql`least(${most[0]}, ${id})`] : place
  const bounds = [between(columns, sql`>`, [...values, ...low]), between(columns, sql`<`, [...values, ...high])]
  return {
    where: allOf([...bounds, ...led.flatMap(({ also }) => also ?? []), ...conditionsIn(splits)]),
    order: inOrderOf(columns, falling),
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
