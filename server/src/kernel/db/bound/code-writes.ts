import assert from 'node:assert/strict'
import type { CoveredColumns } from '#kernel/db/bound/covered-columns.ts'
import { type Bound, hasFittingCode, textOf } from '#kernel/db/bound/open-bound.ts'
import { typeOf } from '#kernel/db/commit/column-types.ts'
import { conditionsOf } from '#kernel/db/commit/statement.ts'
import { AnyOf, Increase, type InsertWrite, Ref, type UpdateWrite, type Write } from '#kernel/db/commit/writes.ts'
import type { Db } from '#kernel/db/db.ts'

type Row = Readonly<Record<string, unknown>>
type Id = bigint | number
/** `isLocking`: in a transaction, where rows stay as they are read. */
type Writing = Pick<Db, 'run' | 'columnTypes'> & { bound: Bound; isLocking: boolean }

/** The code of a row was another one when it was to be changed: it is read again. Nothing was written. */
export class CodeChanged extends Error {
  override readonly name = 'CodeChanged'
}

/** Whether any of these writes makes or changes what a code covers. */
export const needsCodes = (bound: Bound | undefined, writes: readonly Write[]): bound is Bound =>
  bound !== undefined &&
  writes.some((write) => (write.write === 'insert' || write.write === 'update') && bound.tables.has(write.table))

/**
 * Whether a code covers an id that the commit is yet to take. Then it is taken first, in a transaction that has locked the
 * table, so that a reader who follows the ids of the table waits for the row.
 */
export const coversNewId = (bound: Bound, writes: readonly Write[]): boolean => newIdsOf(bound, writes).length > 0

/** The writes as they are sent: with codes, and with the ids that were taken first. */
export type CodedWrites = { writes: Write[]; ids: ReadonlyMap<Ref, Id> }

/** Inserted and replaced rows get codes; of changed rows those that the program made, if they are still as read. */
export async function codedWrites(db: Writing, all: readonly Write[]): Promise<CodedWrites> {
  const columns = await db.bound.covered(db)
  const { writes, ids } = await withNewIds(db, all)
  const coded: Write[] = []
  for (const write of writes) {
    if (write.write === 'insert' && db.bound.tables.has(write.table)) coded.push(insertWithCodes(db, columns, write))
    else if (write.write === 'update' && changesCovered(columns, write))
      coded.push(await updateWithCodes(db, columns, write))
    else coded.push(write)
  }
  return { writes: coded, ids }
}

function insertWithCodes({ bound }: Writing, columns: CoveredColumns, write: InsertWrite): InsertWrite {
  const rows = write.rows.map((row) => ({ ...row, mac: bound.codes.make(textOf(columns, write.table, row)) }))
  const { orElse, table } = write
  if (!orElse || orElse.set.length === 0) return { ...write, rows }
  // Nothing of the row that is there already stays, so it is the program's.
  const named = new Set([...orElse.conflict, ...orElse.set])
  for (const { name } of columns.get(table) ?? [])
    assert(named.has(name), `${table}.${name} of a row that is there already would not be as its code says`)
  return { ...write, rows, orElse: { ...orElse, set: [...orElse.set, 'mac'] } }
}

const changesCovered = (columns: CoveredColumns, { table, set }: UpdateWrite): boolean =>
  (columns.get(table) ?? []).some(({ name }) => name in set)

/**
 * Each row has a code of its own. A row that the program did not make gets none by being changed, and loses the one it has, so
 * that it cannot be put back as it was.
 */
async function updateWithCodes(db: Writing, columns: CoveredColumns, write: UpdateWrite): Promise<UpdateWrite> {
  const { table, set, where, expect } = write
  const read = await readRows(db, columns, write)
  // It misses, whatever another writer does meanwhile.
  if (read.rows.length !== expect) return { ...write, where: { ...where, mac: nobodys } }
  const { key } = db.bound.tables.get(table)!
  const codes = read.rows.map((row) => {
    const isGenuine = hasFittingCode(db.bound, read.columns, table, row)
    const code = isGenuine ? db.bound.codes.make(textOf(read.columns, table, { ...row, ...set })) : null
    return { key: key.map((name) => row[name]), old: row.mac, new: code }
  })
  const onMiss = db.isLocking ? write.onMiss : () => new CodeChanged(`a row of ${table} has another code than was read`)
  const [only] = codes
  if (codes.length === 1) {
    const byKey = Object.fromEntries(key.map((name, nth) => [name, only!.key[nth]]))
    return { ...write, onMiss, set: { ...set, mac: only!.new }, where: { ...where, ...byKey, mac: only!.old } }
  }
  const types = await db.columnTypes()
  return { ...write, onMiss, codes: { key: key.map((name) => [name, typeOf(types, table, name)]), rows: codes } }
}
const nobodys = Buffer.of(0)

/** The rows that are to be changed, with the columns that their codes cover: of a later version there may be more by now. */
async function readRows(db: Writing, columns: CoveredColumns, { table, set, where, wholeRow }: UpdateWrite) {
  const read = async (now: CoveredColumns): Promise<Row[]> => {
    const names = (now.get(table) ?? []).map(({ name }) => name)
    for (const name of names)
      assert(!(set[name] instanceof Increase), `${table}.${name} is covered, and cannot be counted`)
    return rowsOf(db, table, [...new Set([...names, ...db.bound.tables.get(table)!.key])], where)
  }
  const isUnknown = (row: Row) => row.mac !== null && !hasFittingCode(db.bound, columns, table, row)
  const rows = wholeRow && !isUnknown(wholeRow) ? [wholeRow] : await read(columns)
  const later = rows.some(isUnknown) ? await db.bound.changed(db, columns) : undefined
  return later ? { rows: await read(later), columns: later } : { rows, columns }
}

async function rowsOf(
  { run, isLocking }: Writing,
  table: string,
  names: readonly string[],
  where: Row,
): Promise<Row[]> {
  const values: unknown[] = []
  const conditions = conditionsOf(where, (value) => `$${values.push(value)}`)
  const columns = names.map((name) => `"${name}"`).join(', ')
  return run(`select ${columns}, mac from ${table} where ${conditions}${isLocking ? ' for no key update' : ''}`, values)
}

/** The inserted rows of which a code covers the generated id: their own code, or that of a row which refers to them. */
function newIdsOf(bound: Bound, writes: readonly Write[]): InsertWrite[] {
  const referredTo = new Set<unknown>()
  for (const write of writes) {
    if (write.write !== 'insert' && write.write !== 'update') continue
    if (!bound.tables.has(write.table)) continue
    const free = bound.tables.get(write.table)!.free ?? {}
    for (const values of write.write === 'insert' ? write.rows : [write.set])
      for (const name in values) if (!(name in free) && values[name] instanceof Ref) referredTo.add(values[name])
  }
  return writes.filter(
    (write): write is InsertWrite =>
      write.write === 'insert' &&
      ((write.as !== undefined && referredTo.has(write.as)) ||
        (bound.tables.get(write.table)?.coversId === true && !write.rows.every((row) => 'id' in row))),
  )
}

async function withNewIds(db: Writing, writes: readonly Write[]): Promise<CodedWrites> {
  const [ids, named] = [new Map<Ref, Id>(), new Map<Write, InsertWrite>()]
  for (const write of newIdsOf(db.bound, writes)) {
    const { table, as } = write
    assert(write.rows.length === 1 && !write.orElse, `the code of one row of ${table} covers its id`)
    await db.run(`lock table ${table} in row exclusive mode`, [])
    const [{ id }] = (await db.run('select florin.next_id($1) as id', [table])) as [{ id: bigint }]
    const own = typeOf(await db.columnTypes(), table, 'id') === 'integer' ? Number(id) : id
    if (as) ids.set(as, own)
    named.set(write, { ...write, as: undefined, hasTakenId: true, rows: [{ id: own, ...write.rows[0] }] })
  }
  if (named.size === 0) return { writes: [...writes], ids }
  return { writes: writes.map((write) => withIds(named.get(write) ?? write, ids)), ids }
}

/** The write with known ids in place of what refers to them. */
function withIds(write: Write, ids: ReadonlyMap<Ref, Id>): Write {
  const known = (value: unknown): unknown => {
    if (value instanceof Ref) return ids.get(value) ?? value
    return value instanceof AnyOf ? new AnyOf(value.values.map(known)) : value
  }
  const knownIn = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, known(value)]))
  switch (write.write) {
    case 'insert':
      return { ...write, rows: write.rows.map(knownIn) }
    case 'update':
      return { ...write, set: knownIn(write.set), where: knownIn(write.where) }
    case 'guard':
      return { ...write, where: knownIn(write.where) }
    case 'announce': {
      const ownerId = known(write.owner.id)
      const subjectId = known(write.subjectId)
      return {
        ...write,
        owner: { ...write.owner, id: ownerId instanceof Ref ? ownerId : String(ownerId) },
        subjectId: subjectId instanceof Ref ? subjectId : String(subjectId),
      } as Write
    }
  }
}
