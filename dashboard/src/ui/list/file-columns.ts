import type { Column } from './spec.ts'

type Named = Pick<Column<never>, 'name' | 'inFile'>

/**
 * What a file calls the columns of a list, in their order; undefined where it does not have one of them. The first cell of a row is
 * the link to its thing: the id comes first.
 */
export function fileColumnsOf(columns: readonly Named[], known: readonly string[]): string[] | undefined {
  const names = columns.flatMap(({ name, inFile }) => inFile ?? namesOf(name, known))
  if (!names.every((name) => known.includes(name))) return undefined
  return [...new Set(known.includes('id') ? ['id', ...names] : names)]
}

/** Ids and moments end as they do in the interface, and an amount is nothing without its currency. */
function namesOf(name: string, known: readonly string[]): readonly string[] {
  const own = name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
  const found = [own, `${own}_at`, `${own}_id`].find((one) => known.includes(one)) ?? own
  return found === 'amount' && known.includes('currency') ? [found, 'currency'] : [found]
}
