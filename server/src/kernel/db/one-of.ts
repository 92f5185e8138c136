import { type RawBuilder, sql } from 'kysely'

/**
 * The rows with these keys. The keys come out of a sub-select, so that PostgreSQL plans the statement once per
 * connection: a bare `= any($1)` looks cheaper to it for the few keys of this call than for the ten that it assumes of
 * any call, so it would plan each call anew, which takes longer than the reading.
 */
export const oneOf = (
  column: string,
  type: 'bigint' | 'uuid',
  keys: readonly (bigint | string)[],
): RawBuilder<boolean> => {
  const array = sql.raw(`${type}[]`)
  return sql<boolean>`${sql.ref(column)} = any((select ${keys}::${array})::${array})`
}
