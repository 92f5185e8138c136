import assert from 'node:assert/strict'
import { textOfEach } from '#kernel/db/commit/array-text.ts'
import { conditionsOf, lockPart, quote, type Source, takenPart } from '#kernel/db/commit/batch-checks.ts'
import { commentOf, type RowWrite } from '#kernel/db/commit/batch-shape.ts'
import { type ColumnTypes, typeOf } from '#kernel/db/commit/column-types.ts'
import type { UniqueKeys } from '#kernel/db/commit/unique-keys.ts'
import { type GuardWrite, Increase, type InsertWrite, Ref, type UpdateWrite } from '#kernel/db/commit/writes.ts'

/**
 * Many commits of one shape as one statement. It first finds out which of them can be carried out: whether each row is
 * still as it was read, and no key is taken. It locks those rows (but for leased ones), and does not wait for a row that
 * another transaction has locked. Then it makes the writes of those commits, and of no other: so each commit is all or nothing,
 * and one that cannot be carried out now does not keep back the others.
 *
 * The rows of all travel as one array for each column, with the number of the commit that each belongs to, so that the
 * text depends on the shape alone.
 */
export type BatchText = { text: string; columns: readonly Column[] }

/** One parameter: what of which write it has. Of a list the number of the commit of each row travels as well. */
export type Column = { write: number; of: 'commit' | 'row' | 'set' | 'where'; name: string }

type Known = { types: ColumnTypes; keys: UniqueKeys }

export function batchText(useCase: string | undefined, writes: readonly RowWrite[], { types, keys }: Known): BatchText {
  const columns = writes.flatMap(columnsOf)
  const sources = writes.map((write, index) => sourceOf(write, index, { columns, types }))
  const ids = new Map<Ref, number>()
  for (const [index, write] of writes.entries()) if (write.write === 'insert' && write.as) ids.set(write.as, index)
  const made = leasedUpdate(writes, sources)
  const checks = made ? [made] : writes.flatMap((write, index) => checksOf(write, index, sources[index]!, keys))
  const passed = checks.length > 0 ? checks.map(({ condition }) => condition).join(' and ') : 'true'
  const parts = [
    ...checks.flatMap(({ parts }) => parts),
    `good as materialized (select array_agg(${passed} order by n) as of from generate_series(1, $1::int) as n)`,
  ]
  let eventBefore: string | undefined
  for (const [index, write] of writes.entries()) {
    if (write.write === 'guard' || index === made?.index) continue
    const making = { index, source: sources[index]!, ids, eventBefore }
    parts.push(...(write.write === 'insert' ? insertParts(write, making) : [updatePart(write, making, isGood)]))
    if (write.write === 'insert' && write.table === eventTable) eventBefore = `w${index}`
  }
  const results = writes.flatMap((write, index) => resultsOf(write, index))
  const text = `${commentOf(useCase)}with ${parts.join(',\n')}\nselect ${['(select of from good) as good', ...results].join(', ')}`
  return { text, columns }
}
const eventTable = 'outbox.events'

/** The parameters after the first, which is the number of commits. */
export const batchValues = (columns: readonly Column[], commits: readonly (readonly RowWrite[])[]): string[] =>
  columns.map((column) => textOfEach((take) => eachValue(column, commits, take)))

function eachValue(
  { write: index, of, name }: Column,
  commits: readonly (readonly RowWrite[])[],
  take: (value: unknown) => void,
): void {
  for (let commit = 0; commit < commits.length; commit++) {
    const write = commits[commit]![index]!
    if (write.write === 'insert') for (const row of write.rows) take(of === 'commit' ? commit + 1 : row[name])
    else take(of === 'set' && 'set' in write ? write.set[name] : write.where[name])
  }
}

function columnsOf(write: RowWrite, index: number): Column[] {
  const column = (of: Column['of']) => (name: string) => ({ write: index, of, name })
  if (write.write === 'insert') {
    const row = write.rows[0]!
    const names = Object.keys(row).filter((name) => !(row[name] instanceof Ref))
    return [...(write.isList ? [column('commit')('')] : []), ...names.map(column('row'))]
  }
  const conditions = Object.keys(write.where).filter((name) => write.where[name] !== null)
  const sets = write.write === 'update' ? Object.keys(write.set) : []
  return [...sets.map(column('set')), ...conditions.map(column('where'))]
}

function sourceOf(
  write: RowWrite,
  index: number,
  { columns, types }: { columns: readonly Column[]; types: ColumnTypes },
): Source {
  const own = columns.flatMap((column, nth) => (column.write === index ? [{ ...column, parameter: nth + 2 }] : []))
  if (own.length === 0)
    return { from: 'generate_series(1, $1::int) as r(n)', commit: 'r.n', value: () => assert.fail('it has no values') }
  const typeOfColumn = ({ of, name }: Column) => (of === 'commit' ? 'integer' : typeOf(types, write.table, name))
  const arrays = own.map((column) => `$${column.parameter}::${elementType(typeOfColumn(column))}[]`)
  const names = own.map((_, nth) => `c${nth}`)
  return {
    from: `unnest(${arrays.join(', ')}) with ordinality as r(${[...names, 'n'].join(', ')})`,
    commit: write.write === 'insert' && write.isList ? 'r.c0' : 'r.n::int',
    value: (of, name) => {
      const nth = own.findIndex((column) => column.of === of && column.name === name)
      assert(nth >= 0, `${name} of ${write.table} is not among the values`)
      const type = typeOfColumn(own[nth]!)
      return elementType(type) === type ? `r.c${nth}` : `r.c${nth}::${type}`
    },
  }
}

const elementType = (type: string): string => (type.endsWith('[]') ? 'text' : type)

type Check = { parts: string[]; condition: string }

/**
 * Where a commit has nothing to check but one row under a lease of its writer, its update is made first, and finds out by
 * itself whether the row is still as it was read.
 */
function leasedUpdate(
  writes: readonly RowWrite[],
  sources: readonly Source[],
): (Check & { index: number }) | undefined {
  const index = writes.findIndex((write) => write.write === 'update' && write.isLeased)
  const write = writes[index]
  const isOnly = writes.every(
    (other) => other === write || (other.write === 'insert' && !other.orElse && isEmpty(other.onDuplicate)),
  )
  if (write?.write !== 'update' || !isOnly) return undefined
  const part = updatePart(write, { index, source: sources[index]! }, () => 'true')
  return { index, parts: [part], condition: `n in (select n from w${index})` }
}
const isEmpty = (row: object): boolean => Object.keys(row).length === 0

/** What must be so before anything of the commit is written. */
function checksOf(write: RowWrite, index: number, source: Source, keys: UniqueKeys): Check[] {
  if (write.write !== 'insert') {
    const lock = lockPart(write.table, conditionsOf(write.where, source), source, write.write === 'guard')
    return [{ parts: [`k${index} as materialized (${lock})`], condition: `n in (select n from k${index})` }]
  }
  const taken = takenPart(write, source, keys)
  const checks: Check[] = taken
    ? [{ parts: [`t${index} as materialized (${taken})`], condition: `n not in (select n from t${index})` }]
    : []
  if (write.orElse && write.orElse.set.length > 0) {
    const same = write.orElse.conflict.map((name) => `t.${quote(name)} = ${source.value('row', name)}`).join(' and ')
    const [there, lock] = [
      `select ${source.commit} as n from ${write.table} as t, ${source.from} where ${same}`,
      lockPart(write.table, same, source, false),
    ]
    checks.push({
      parts: [`h${index} as materialized (${there})`, `k${index} as materialized (${lock})`],
      condition: `(n not in (select n from h${index}) or n in (select n from k${index}))`,
    })
  }
  return checks
}

type Making = { index: number; source: Source; ids: ReadonlyMap<Ref, number>; eventBefore: string | undefined }

const isGood = ({ commit }: Source): string => `(select of from good)[${commit}]`

function insertParts(write: InsertWrite, { index, source, ids, eventBefore }: Making): string[] {
  const { table, rows, as, orElse } = write
  const isUpsert = orElse !== undefined && orElse.set.length > 0
  const newId = as && !isUpsert
  const values = Object.entries(rows[0]!).map(([column, value]) => {
    if (!(value instanceof Ref)) return source.value('row', column)
    const from = ids.get(value)
    assert(from !== undefined, `nothing in this commit inserts ${value.label}`)
    return `(select ids from i${from})[${source.commit}]`
  })
  const names = Object.keys(rows[0]!).map(quote)
  // An event selects from the events before it, so it is written after them and has a higher id.
  const after = table === eventTable && eventBefore ? ` cross join (select count(*) from ${eventBefore}) as after` : ''
  const insert = `insert into ${table} (${[...(newId ? ['id'] : []), ...names].join(', ')})${newId ? ' overriding system value' : ''}
    select ${[...(newId ? [`(select ids from i${index})[${source.commit}]`] : []), ...values].join(', ')}
    from ${source.from}${after} where ${isGood(source)} order by r.n${conflictPart(orElse)}
    returning ${isUpsert ? ['id', ...orElse.conflict.map(quote)].join(', ') : '1'}`
  const part = `w${index} as (${insert})`
  if (newId) return [`i${index} as materialized (select florin.next_ids('${table}', $1::int) as ids)`, part]
  if (!isUpsert) return [part]
  const same = orElse.conflict.map((name) => `w.${quote(name)} = ${source.value('row', name)}`).join(' and ')
  const found = `select array_agg(w.id order by r.n) as ids from ${source.from} left join w${index} as w on ${same}`
  return [part, `i${index} as materialized (${found})`]
}

function conflictPart(orElse: InsertWrite['orElse']): string {
  if (!orElse) return ''
  const target = ` on conflict (${orElse.conflict.map(quote).join(', ')}) do`
  if (orElse.set.length === 0) return `${target} nothing`
  return `${target} update set ${orElse.set.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')}`
}

function updatePart(
  { table, set, where }: UpdateWrite,
  { index, source }: Pick<Making, 'index' | 'source'>,
  isMade: (source: Source) => string,
): string {
  const sets = Object.entries(set).map(([name, value]) => {
    const given = source.value('set', name)
    return `${quote(name)} = ${value instanceof Increase ? `t.${quote(name)} + ` : ''}${given}`
  })
  return `w${index} as (update ${table} as t set ${sets.join(', ')} from ${source.from}
    where ${conditionsOf(where, source)} and ${isMade(source)} returning ${source.commit} as n)`
}

/** The parts are selected so that they are carried out in the order of the list, which is easier to follow. */
function resultsOf(write: RowWrite | GuardWrite, index: number): string[] {
  if (write.write === 'guard') return []
  const count = `(select count(*) from w${index})`
  if (write.write === 'update')
    return [
      `florin.expect(${index}, '${write.table}', ${count}, cardinality(array_positions((select of from good), true)))`,
    ]
  return write.as ? [count, `(select ids::text[] from i${index}) as w${index}`] : [count]
}
