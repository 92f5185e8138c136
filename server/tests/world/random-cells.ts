import type { Random } from '../simulation/random.ts'
import type { RolledBack } from './rolled-back.ts'

/** One cell of one row, and another value for it. */
export type AlteredCell = { table: string; column: string; row: string; statement: string }
export type Column = { table: string; column: string; type: string; nullable: boolean; only?: string | undefined }

/**
 * Another value of a column in a row that chance picks; undefined where the table has no row for it. `only` says of which
 * rows a change need not be found, and those are not picked.
 */
export async function alteredCell(
  { value }: Pick<RolledBack, 'value'>,
  random: Random,
  { table, column, type, nullable, only }: Column,
): Promise<AlteredCell | undefined> {
  const seed = random.between(1, 1_000_000)
  const empties = nullable && random.chance(20)
  const row = await value(
    `select r.ctid::text as key from ${table} r where not coalesce(${only ?? 'false'}, false) ${empties ? `and r.${column} is not null` : ''}
     order by md5(r::text || '${seed}') limit 1`,
  )
  if (row === 'undefined') return undefined
  const other = empties ? 'null' : otherValue(type, column, random.between(1, 9))
  const statement = `update ${table} r set ${column} = ${other} where ctid = '${row}'`
  return { table, column, row, statement }
}

/** SQL for another value of a column of the row `r`, of a type by its short name (`int8`). */
export const otherValue = (type: string, column: string, by: number): string => {
  const name = `r.${column}`
  switch (type) {
    case 'int2':
    case 'int4':
    case 'int8':
    case 'numeric':
      return `coalesce(${name}, 0) + ${by}`
    case 'int8range':
      return `int8range(lower(${name}) - ${by}, upper(${name}))`
    case 'bool':
      return `not coalesce(${name}, false)`
    case 'timestamptz':
      return `coalesce(${name}, now()) + interval '${by} seconds'`
    case 'date':
      return `coalesce(${name}, current_date) + ${by}`
    case 'time':
      return `${name} + interval '${by} minutes'`
    case 'uuid':
      return `'00000000-0000-4000-8000-00000000000${by}'`
    case 'bytea':
      return `sha256('${by}')`
    case 'jsonb':
      return `case jsonb_typeof(${name}) when 'object' then ${name} || '{"by": ${by}}' when 'array' then ${name} || '[${by}]' else '{"by": ${by}}' end`
    case '_text':
      return `${name} || array['${by}']`
    case '_int4':
      return `${name} || array[${by}]`
    default:
      return `coalesce(${name}, '') || '${by}'`
  }
}
