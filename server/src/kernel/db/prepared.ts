import type { Compilable, Kysely } from 'kysely'
import type { Reader } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'

/**
 * A query whose text does not depend on its values, put together once: to do it each time costs as much as to send it. The
 * values of `build` are only places, in their order; for a list write `= any(...)`.
 */
export function preparedQuery<Row>(
  build: (read: Kysely<Schema>) => Compilable<Row>,
): (db: Reader, values: readonly unknown[]) => Promise<Row[]> {
  let text: string | undefined
  return async (db, values) => {
    text ??= build(db.read).compile().sql
    return (await db.run(text, values)) as Row[]
  }
}
