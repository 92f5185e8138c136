import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import { coveredText } from '#kernel/db/bound/covered-text.ts'
import type { Reader } from '#kernel/db/db.ts'

/** A column that codes cover. */
export type CoveredColumn = {
  name: string
  type: string
  /** The text of its value in a row that does not name it; undefined when each row has another. */
  byDefault: string | null | undefined
}
export type CoveredColumns = ReadonlyMap<string, readonly CoveredColumn[]>

/**
 * The columns that the codes of each table cover, by name. A value that is the default of its column is left out of the
 * text, so that a column which a later version adds changes no code of before.
 */
export async function loadCoveredColumns(run: Reader['run'], tables: readonly BoundTable[]): Promise<CoveredColumns> {
  const found = (await run(columnsOfTables, [tables.map(({ table }) => table)])) as Found[]
  const defaults = await valuesOf(run, found)
  const byTable = Map.groupBy(found, ({ table }) => table)
  return new Map(
    tables.map((bound) => {
      const columns = (byTable.get(bound.table) ?? []).filter((column) => isCovered(bound, column))
      return [
        bound.table,
        columns.map(({ name, type, expression }) => ({ name, type, byDefault: of(expression, type) })),
      ]
    }),
  )
  function of(expression: string | null, type: string): string | null | undefined {
    if (expression === null) return null
    return defaults.has(expression) ? coveredText(type, defaults.get(expression)) : undefined
  }
}

type Found = { table: string; name: string; type: string; expression: string | null; isIdentity: boolean }

const isCovered = ({ free = {}, coversId }: BoundTable, { name, isIdentity }: Found): boolean =>
  !(name in free) && name !== 'mac' && name !== 'version' && (!isIdentity || coversId === true)

/** Without those that the database computes from others. */
const columnsOfTables = `
  select asked.name as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         pg_get_expr(d.adbin, d.adrelid) as expression, a.attidentity <> '' as "isIdentity"
    from unnest($1::text[]) as asked (name)
    join pg_attribute a on a.attrelid = to_regclass(asked.name) and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attgenerated = '' order by asked.name, a.attname collate "C"`

/** The values of the defaults that are the same in each row, by their expressions. */
async function valuesOf(run: Reader['run'], found: readonly Found[]): Promise<ReadonlyMap<string, unknown>> {
  const expressions = [...new Set(found.flatMap(({ expression }) => (expression === null ? [] : [expression])))]
  const constant = expressions.filter((expression) => !/\w\(/.test(expression.replaceAll(/'(?:[^']|'')*'/g, '')))
  if (constant.length === 0) return new Map()
  const [row] = await run(`select ${constant.map((expression, nth) => `(${expression}) as c${nth}`).join(', ')}`, [])
  return new Map(constant.map((expression, nth) => [expression, row![`c${nth}`]]))
}
