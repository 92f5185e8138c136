import { expect, test } from 'vitest'
import { read, sources, withoutImports } from '../tidy/repository.ts'
import { keysNotNamed } from '../world/keys-not-named.ts'

/**
 * An insert says what a taken key means: another writer was quicker, a refusal, the row that is there. A key that is not
 * named makes the commit fail as a fault of ours (`DuplicateKey`), so each of those is listed, and a new one is decided about.
 */
type Key = { name: string; columns: readonly string[] }

const columnsIn = (text: string): string[] => text.split(',').map((column) => column.trim().replaceAll('"', ''))

/** The unique keys of each table, but those of ids that the database or chance makes, and of codes of rows. */
function keysIn(schema: string): ReadonlyMap<string, readonly Key[]> {
  const found = new Map<string, Key[]>()
  const add = (table: string, key: Key) => found.getOrInsertComputed(table, () => []).push(key)
  for (const [, table, body] of schema.matchAll(/create table ([\w.]+) \(\n([\s\S]*?)\n\)/g)) {
    const typeOf = (column: string) => new RegExp(`^  ${column} +(.*)$`, 'm').exec(body!)?.[1] ?? ''
    const isMade = (columns: readonly string[]) =>
      columns.length === 1 && /^uuid|generated always as identity/.test(typeOf(columns[0]!))
    for (const [, name, kind, list] of body!.matchAll(
      /constraint (\w+) (primary key|unique)(?: nulls not distinct)? \(([^)]*)\)/g,
    )) {
      const columns = columnsIn(list!)
      if (kind === 'unique' || !isMade(columns)) add(table!, { name: name!, columns })
    }
  }
  for (const [, name, table, list] of schema.matchAll(/create unique index (\w+) on ([\w.]+) \((.*?)\)/g))
    if (!/_mac$|_id_idx$/.test(name!)) add(table!, { name: name!, columns: columnsIn(list!) })
  return found
}

type Insert = {
  path: string
  text: string
  table: string
  call: string
  named: readonly string[]
  conflict: readonly string[]
}

/** Calls of `insert` with the name of a table, and what they say of taken keys. */
const insertsIn = (path: string, text: string): Insert[] =>
  [...text.matchAll(/\binsert\(\s*'([\w.]+)'/g)].map(({ 1: table, index }) => {
    const call = enclosedAt(text, text.indexOf('(', index))
    const [, conflict = ''] = /conflict: \[([^\]]*)\]/.exec(call) ?? []
    const [duplicates] = /onDuplicate: (?=\{)/.exec(call) ?? []
    const names = duplicates && enclosedAt(call, call.indexOf(duplicates) + duplicates.length)
    return {
      ...{ path, text, table: table! },
      call,
      named: names ? topLevelNames(names) : [],
      conflict: conflict ? columnsIn(conflict.replaceAll("'", '')) : [],
    }
  })

/** From a bracket to the one that closes it. */
function enclosedAt(text: string, from: number): string {
  let [depth, end] = [0, from]
  do {
    if ('({'.includes(text[end]!)) depth++
    if (')}'.includes(text[end]!)) depth--
    end++
  } while (depth > 0)
  return text.slice(from, end)
}

/** The names of an object as it is written, without those of objects inside. */
function topLevelNames(object: string): string[] {
  let inner = object.slice(1, -1)
  for (let before = ''; before !== inner; ) {
    before = inner
    inner = inner.replaceAll(/[({][^(){}]*[)}]/g, '')
  }
  return [...inner.matchAll(/(?:^|[\s,])(\w+):/g)].map(([, name]) => name!)
}

/** The caller says what a taken key means. */
const isNamedByCaller = ({ call }: Insert): boolean => /\bonDuplicate\b(?!: \{)/.test(call)

/** In the call, or in a constant of its file. */
const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

const notNamed = (inserts: readonly Insert[], keys: ReadonlyMap<string, readonly Key[]>): string[] => {
  const found = inserts
    .filter((one) => !isNamedByCaller(one))
    .flatMap(({ table, text, conflict }) =>
      (keys.get(table) ?? [])
        .filter(({ name, columns }) => !mentions(text, name) && !isSame(conflict, columns))
        .map(({ name }) => `${table} ${name}`),
    )
  return [...new Set(found)].toSorted()
}

const schema = read('server/schema.sql').text
const keys = keysIn(schema)
/** Of whichever kind: a key of a made id, and an exclusion, may be named too. */
const constraints = new Set(
  schema
    .matchAll(/create table ([\w.]+) \(\n([\s\S]*?)\n\)/g)
    .flatMap(([, table, body]) => [...body!.matchAll(/constraint (\w+) /g)].map(([, name]) => `${table} ${name}`))
    .toArray()
    .concat(
      [...schema.matchAll(/create unique index (\w+) on ([\w.]+) /g)].map(([, name, table]) => `${table} ${name}`),
    ),
)
const inserts = sources.flatMap((file) => insertsIn(file.path, withoutImports(file)))

test('each unique key that an insert can meet is named by it, or listed as one that is not', () => {
  expect(inserts.length).toBeGreaterThan(150)
  expect(notNamed(inserts, keys)).toEqual([...keysNotNamed].toSorted())
})

test('a name that is given for a taken key is that of a key of the table', () => {
  const unknown = inserts.flatMap(({ path, table, named }) =>
    named.filter((name) => !constraints.has(`${table} ${name}`)).map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('an insert that names no key, and one that names another, are found', () => {
  const planted = keysIn(`create table shop.loaves (
  id   bigint      generated always as identity,
  name text        not null,
  constraint loaves_pkey primary key (id),
  constraint one_of_a_name unique (name)
);
create unique index baked_once on shop.loaves (oven, day) where (day is not null);`)
  const found = (options: string) => notNamed(insertsIn('x.ts', `insert('shop.loaves', { name }, ${options})`), planted)
  expect(found('{}')).toEqual(['shop.loaves baked_once', 'shop.loaves one_of_a_name'])
  expect(found(`{ onDuplicate: { one_of_a_name: 'stale' } }`)).toEqual(['shop.loaves baked_once'])
  expect(
    found(`{ orElse: { conflict: ['day', 'oven'], set: [] }, onDuplicate: { one_of_a_name: () => refuse() } }`),
  ).toEqual([])
})
