import type { SelectQueryBuilder, Simplify } from 'kysely'

/** The number of a page, from 1, and how many rows it has. */
export type Page = { page: number; size: number }

/** One page of the rows of a query, in its order, and how many rows there are in all. */
export async function readPage<Schema, Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { page, size }: Page,
): Promise<{ data: Simplify<Row>[]; total: number }> {
  const counting = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
  const [data, counted] = await Promise.all([
    query
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    counting.executeTakeFirstOrThrow(),
  ])
  // Of a query of any tables the compiler does not see what was selected.
  return { data, total: Number((counted as { total: bigint }).total) }
}
