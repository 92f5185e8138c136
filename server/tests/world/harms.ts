import { checkBound } from '#kernel/audit/check-bound.ts'
import { Findings } from '#kernel/audit/findings.ts'
import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import type { CoveredColumns } from '#kernel/db/bound/covered-columns.ts'
import { type Bound, textOf } from '#kernel/db/bound/open-bound.ts'
import type { Reader } from '#kernel/db/db.ts'
import { otherValue } from './random-cells.ts'
import type { RolledBack } from './rolled-back.ts'

type Row = Readonly<Record<string, unknown>>
type Column = { name: string; type: string; keys: readonly string[]; listed: readonly string[] | null }

/** A bound table with some of its rows. */
export type Harmed = {
  of: BoundTable
  columns: readonly Column[]
  rows: readonly Row[]
  /** What its codes cover; a change of anything else is none. */
  covered: readonly string[]
  onlyGrows: boolean
}

/**
 * What somebody does to a row. `first` happens with all triggers, as if the program did it. The row
 * that `verify` is to name, by its key in SQL; undefined: no such row may be there at all.
 */
export type Harm = { what: string; first?: string; harm: string; about: string }

export async function harmedTable(moment: Reader, bound: Bound, of: BoundTable): Promise<Harmed> {
  const columns = (await moment.run(columnsOf, [of.table])) as Column[]
  const rows = await moment.run(
    `select * from ${of.table} where mac is not null order by ${of.key.join(', ')} limit 2`,
    [],
  )
  const [{ exists }] = (await moment.run(
    `select exists (select from pg_trigger where tgrelid = $1::regclass and tgname = 'append_only')`,
    [of.table],
  )) as [{ exists: boolean }]
  const covered = ((await bound.covered(moment)).get(of.table) ?? []).map(({ name }) => name)
  return { of, columns, rows, covered, onlyGrows: exists }
}

const columnsOf = `
  select a.attname as name, t.typname as type,
    (select coalesce(array_agg(i.indexrelid::regclass::text), '{}') from pg_index i
      where i.indrelid = a.attrelid and (i.indisunique or i.indisexclusion) and a.attnum = any(i.indkey)) as keys,
    (select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::', 'g') m)
       from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1) as listed
    from pg_attribute a join pg_type t on t.oid = a.atttypid
   where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}
const isRow = ({ key }: BoundTable, row: Row): string =>
  key.map((name) => `r.${name} = ${literal(row[name])}`).join(' and ')
const keyOf = ({ key }: BoundTable, row: Row): string => key.map((name) => textOfKey(row[name])).join(' ')
const textOfKey = (value: unknown): string =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)

/** A copy of a row with other values in some columns. */
function copyOf(
  { of, columns }: Pick<Harmed, 'of' | 'columns'>,
  row: Row,
  values: Readonly<Record<string, string>>,
  from: string = of.table,
): string {
  const names = columns.map(({ name }) => `"${name}"`)
  const selected = columns.map(({ name }) => values[name] ?? `r."${name}"`)
  return `insert into ${of.table} (${names.join(', ')}) overriding system value select ${selected.join(', ')} from ${from} r where ${isRow(of, row)}`
}

const freshByType: Readonly<Record<string, string>> = {
  uuid: `'00000000-0000-4000-8000-00000000c0de'`,
  bytea: `sha256('copy')`,
  int4: '1900000000',
  int8: '1900000000',
  int8range: 'int8range(1, 2)',
  timestamptz: `'2099-01-01T00:00:00Z'`,
}
/** Another value in each unique key, so that nothing but its code says that a row is a copy. */
function fresh({ columns }: Harmed): Record<string, string> {
  const others = columns.filter(({ name }) => name !== 'mac')
  const keys = new Set(others.flatMap(({ keys }) => keys))
  return Object.fromEntries(
    [...keys].map((key) => {
      const of = others.filter((column) => column.keys.includes(key))
      const { name, type } = of.find((column) => column.type in freshByType) ?? of[0]!
      return [name, freshByType[type] ?? `coalesce(r."${name}", '') || 'x'`]
    }),
  )
}

/** What may be done to the first row, and to the second where there is one. */
export function harmsOf(harmed: Harmed, bound: Bound, columnsOfCodes: CoveredColumns): Harm[] {
  const { of, covered, onlyGrows, rows } = harmed
  const { table } = of
  const [row, other] = rows as [Row, Row?]
  const about = `${of.what} ${keyOf(of, row)}`
  const copied = `${of.what} `
  const harms: Harm[] = [
    { what: 'a copy without a code', harm: copyOf(harmed, row, { ...fresh(harmed), mac: 'null' }), about: copied },
    { what: 'a copy with its code', harm: copyOf(harmed, row, fresh(harmed)), about: copied },
    {
      what: 'a copy with a code that was made up',
      harm: copyOf(harmed, row, { ...fresh(harmed), mac: `'\\x01' || sha256('a') || substring(sha256('b') for 16)` }),
      about: copied,
    },
    ...columnHarms(harmed, row, about),
  ]
  if (other)
    harms.push({
      what: 'the code of another row that is gone',
      harm: `delete from ${table} r where ${isRow(of, other)}; update ${table} r set mac = ${literal(other.mac)} where ${isRow(of, row)}`,
      about,
    })
  if (other && of.key.some((name) => covered.includes(name)))
    harms.push({ what: 'what another row has', harm: exchanged(harmed, row, other), about })
  return onlyGrows ? harms : [...harms, ...putBack(harmed, bound, columnsOfCodes)]
}

/** What ends by itself is not kept from coming back after that, so it does not end yet. */
function putBack({ of, columns, rows }: Harmed, bound: Bound, columnsOfCodes: CoveredColumns): Harm[] {
  const { table } = of
  const isLonger = columns.some(({ name }) => name === 'expires_at')
  const row = isLonger ? { ...rows[0], expires_at: Temporal.Instant.from('2099-01-01T00:00:00Z') } : rows[0]!
  const [older, newer] = [1, 2].map(() => literal(bound.codes.make(textOf(columnsOfCodes, table, row))))
  const change = (to: string) => `update ${table} r set mac = ${to} where ${isRow(of, row)}`
  const begins = isLonger ? change(`${older}, expires_at = '2099-01-01T00:00:00Z'`) : change(older!)
  const kept = `create temporary table kept on commit drop as select * from ${table} r where ${isRow(of, row)}`
  const about = `${of.what} ${keyOf(of, row)}`
  return [
    { what: 'an older state, put back', first: `${begins}; ${change(newer!)}`, harm: change(older!), about },
    {
      what: 'a deleted row, put back',
      first: `${begins}; ${kept}; grant select on kept to florin_app; delete from ${table} r where ${isRow(of, row)}`,
      harm: copyOf({ of, columns }, row, {}, 'kept'),
      about,
    },
  ]
}

const columnHarms = ({ of, columns, covered }: Harmed, row: Row, about: string): Harm[] =>
  columns
    .filter(({ name }) => covered.includes(name) && !of.key.includes(name))
    .map(({ name, type, listed }) => {
      const another = listed?.find((value) => value !== row[name])
      const value = another === undefined ? otherValue(type, `"${name}"`, 7) : literal(another)
      return {
        what: `another ${name}`,
        harm: `update ${of.table} r set "${name}" = ${value} where ${isRow(of, row)}`,
        about,
      }
    })

/** Each row has everything of the other one but its key. */
function exchanged({ of, columns }: Harmed, row: Row, other: Row): string {
  const either = `(${isRow(of, row)}) or (${isRow(of, other)})`
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map(({ name }) =>
    of.key.includes(name)
      ? `case when ${isRow(of, row)} then ${literal(other[name])} else ${literal(row[name])} end::text::${typeNamed(columns, name)}`
      : `r."${name}"`,
  )
  return [
    `create temporary table before on commit drop as select * from ${of.table} r where ${either}`,
    `delete from ${of.table} r where ${either}`,
    `insert into ${of.table} (${names.join(', ')}) overriding system value select ${values.join(', ')} from before r`,
  ].join('; ')
}
const typeNamed = (columns: readonly Column[], name: string): string => columns.find((one) => one.name === name)!.type

/** With whose rights, and which triggers: what one is refused for a reason that is not its code, the next may do. */
const levels: readonly ((table: string) => { first: string; harm: string })[] = [
  () => ({ first: origin, harm: 'set local role florin_app' }),
  (table) => ({ first: `${origin}; ${withoutForeignKeys(table)}`, harm: 'select' }),
  (table) => ({
    first: `${origin}; ${withoutForeignKeys(table)}`,
    harm: 'set local session_replication_role = replica',
  }),
]
const origin = 'set local session_replication_role = origin'
const withoutForeignKeys = (table: string) =>
  `alter table ${table} disable trigger all; alter table ${table} enable trigger user`

type Refusal = { code?: string; constraint?: string; message: string }
/** The database itself says that this code cannot be there, or that no row of the table changes. */
const isRefused = ({ code, constraint = '', message }: Refusal): boolean =>
  (code === '23505' && constraint.includes('mac')) || /code that was retired|append.only|only grows/i.test(message)
const isOfValues = ({ code = '' }: Refusal): boolean => /^(?:23|22|42)/.test(code) || code === 'P0001'

/**
 * What becomes of a harm with each of the rights that let it be done: refused, found, neither, or that the values cannot be.
 * `whole`: with each of the rights, and not only with the first that has an answer.
 */
export async function outcomesOf(
  database: RolledBack,
  bound: Bound,
  { of, harm, whole }: { of: BoundTable; harm: Harm; whole: boolean },
): Promise<string[]> {
  const alone: Bound = { ...bound, tables: new Map([[of.table, of]]) }
  const outcomes: string[] = []
  for (const levelOf of levels) {
    const level = levelOf(of.table)
    const before = harm.first ? [level.first, harm.first] : [level.first]
    const statement = [...before, level.harm, harm.harm, 'reset role'].join('; ')
    const outcome = await database
      .after(statement, (moment) => found(moment, alone, harm.about))
      .catch((error: Refusal) => {
        if (isRefused(error)) return 'refused'
        if (isOfValues(error)) return `cannot be: ${error.message}`
        throw error
      })
    outcomes.push(outcome)
    if (!whole && !outcome.startsWith('cannot be')) break
  }
  return outcomes
}

/** The key of a copy is fresh: a name that ends with a space is of any row. */
async function found(moment: Reader, bound: Bound, about: string): Promise<string> {
  const findings = new Findings()
  await checkBound(moment, findings, bound)
  const named = findings.report().differences.map((one) => one.about)
  if (named.some((one) => (about.endsWith(' ') ? one.startsWith(about) : one === about))) return 'found'
  return `not found, but ${named.join(', ') || 'nothing'}`
}
