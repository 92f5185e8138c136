import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from './embedded.ts'
import { migrate } from './migrate.ts'
import { queries, type SchemaQuery } from './schema-queries.ts'

/** Where the description of the schema is kept for people to read. `npm run docs` writes it, a law compares. */
export const schemaFile = join(import.meta.dirname, '../../schema.sql')

/** What all migrations together make, found out on a database that exists for this question only. Takes a second. */
export async function schemaOfMigrations(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-schema-'))
  const log = () => {}
  try {
    const database = await startEmbeddedDatabase({ dataDir, log, settings: { fsync: 'off', shared_buffers: '32MB' } })
    try {
      await migrate(database.url, { log })
      return await describeSchema(database.url)
    } finally {
      await database.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Describes the schema of a database as SQL, for reading and comparing: the same schema always yields the same text.
 * Ordered by schema and table; everything that belongs to a table follows it. Rows, and objects internal to PostgreSQL
 * or the migrations, are left out.
 */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'florin docs' })
  client.on('error', () => {})
  await client.connect()
  try {
    // With nothing on the path, PostgreSQL writes every name in full. One snapshot for all questions.
    await client.query('begin isolation level repeatable read read only; set local search_path = pg_catalog')
    const schemas = await select(client, queries.schemas)
    const parts = {
      grants: await select(client, queries.schemaGrants),
      types: await select(client, queries.types),
      sequences: await select(client, queries.sequences),
      functions: await select(client, queries.functions),
      functionGrants: await select(client, queries.functionGrants),
      views: await select(client, queries.views),
    }
    const tables = await describeTables(client)
    const sections = schemas.map(({ schema, text }) => {
      const of = (facts: readonly Fact[]) => facts.filter((fact) => fact.schema === schema).map((fact) => fact.text)
      const head = [text, ...of(parts.grants)].join('\n')
      const functions = [...of(parts.functions), of(parts.functionGrants).join('\n')]
      const rest = [...of(parts.types), ...of(parts.sequences), ...functions, ...of(tables), ...of(parts.views)]
      return [head, ...rest].filter(Boolean).join('\n\n')
    })
    return `${[title, ...sections].join('\n\n\n')}\n`
  } finally {
    await client.end()
  }
}

const title = [
  '-- The database as all migrations leave it. Made by `npm run docs`: change the schema with a new migration, not here.',
  '-- Read the tables of a schema together with the module of that name.',
].join('\n')

/** One thing found in the catalog, as SQL text. `owner` is the table it belongs to. */
type Fact = { schema: string; owner: string; text: string }

async function select(client: pg.Client, query: SchemaQuery): Promise<Fact[]> {
  const { rows } = await client.query<Fact>(query)
  return rows.map((fact) => ({ ...fact, text: plain(fact.text) }))
}

/**
 * PostgreSQL prints for machines: keywords in capitals, the long names of types, the obvious spelled out. Only changes
 * how things are written; quoted text, comments and the bodies of functions are left as they are.
 */
function plain(sql: string): string {
  const body = sql.search(/^AS \$/m)
  const head = body < 0 ? sql : sql.slice(0, body)
  return (
    head
      .replaceAll(/--.*|"[^"]*"|('(?:[^']|'')*')(?:::text\b(?!\[))?|\b[A-Z]{2,}\b/g, (token, literal?: string) => {
        return literal ?? (/^["-]/.test(token) ? token : token.toLowerCase())
      })
      .replaceAll(' using btree ', ' ')
      .replaceAll('timestamp with time zone', 'timestamptz')
      .replaceAll('time without time zone', 'time') + (body < 0 ? '' : sql.slice(body).replace(/^AS/, 'as'))
  )
}

async function describeTables(client: pg.Client): Promise<Fact[]> {
  const { rows: tables } = await client.query<Fact & { tail: string }>(queries.tables)
  const { rows } = await client.query<Column>(queries.columns)
  const columns = rows.map((column) => ({ ...column, type: plain(column.type), rest: plain(column.rest) }))
  const constraints = await select(client, queries.constraints)
  const belongings = [
    await select(client, queries.indexes),
    await select(client, queries.triggers),
    await select(client, queries.policies),
    await select(client, queries.tableGrants),
    await select(client, queries.comments),
  ]
  return tables.map(({ schema, owner, text, tail }) => {
    const mine = (fact: { schema: string; owner: string }) => fact.schema === schema && fact.owner === owner
    const lines = [...alignColumns(columns.filter(mine)), ...constraints.filter(mine).map((fact) => fact.text)]
    const body = lines.map((line) => `  ${line}`).join(',\n')
    const table = `${text} (\n${body}\n)${plain(tail)};`
    const below = belongings.flatMap((facts) => facts.filter(mine).map((fact) => fact.text))
    return { schema, owner, text: [table, ...below].join('\n') }
  })
}

type Column = { schema: string; owner: string; name: string; type: string; rest: string }

/** Names, types and the rest each begin in one column, so that a table can be read down. */
function alignColumns(columns: readonly Column[]): string[] {
  const nameWidth = Math.max(0, ...columns.map(({ name }) => name.length))
  const typeWidth = Math.max(0, ...columns.map(({ type }) => type.length))
  return columns.map(({ name, type, rest }) => `${name.padEnd(nameWidth)} ${type.padEnd(typeWidth)} ${rest}`.trimEnd())
}
