import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describeSchema } from '#database/describe-schema.ts'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { historyTable, migrate, migrationsFolder } from '#database/migrate.ts'
import { renderReport, verify } from '../src/audit/verify.ts'
import { dumpData } from './dump-data.ts'
import { openShopForRelease } from './release-shop.ts'

/**
 * Writes `server/migrations/released/<version>`: a database as this version leaves it, so that later versions can prove
 * that they migrate it. Run it once, when a version is released: `node server/tools/release-fixture.ts 0.1`. The keys are
 * made for this and seal nothing else.
 *
 * `schema.sql` is what the migrations of the version run; `data.sql` the rows of a small shop and the history of
 * migrations; `keys.json` the master keys that open them. Before it writes, it loads both files into an empty database
 * and throws unless that has the same schema and rows, needs no migration, and its books verify.
 */
async function makeFixture(version: string): Promise<void> {
  const folder = join(migrationsFolder, 'released', version)
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-release-'))
  const database = await startEmbeddedDatabase({ dataDir, log: () => {}, settings: { fsync: 'off' } })
  try {
    await migrate(database.url, { log: () => {} })
    const initial = await connected(database.url, filledTables)
    const keysFile = join(dataDir, 'keys.json')
    await using shop = await openShopForRelease({ databaseUrl: database.url, keysFile })
    await shop.trade()
    const report = await verify(shop.app)
    if (report.differences.length > 0) throw new Error(renderReport(report))
    await connected(database.url, async (client) => {
      await client.query('update florin.migrations set applied_at = $1', [shop.app.clock.now().toString()])
      // The layout of an email is long; two are enough.
      await client.query('delete from sandbox_mailbox.emails where id > 2')
    })
    const schema = await schemaText()
    const data = await dataText(database.url, initial)
    await proveLoads({ url: database.url, schema, data, keysFile })
    await mkdir(folder, { recursive: true })
    await copyFile(keysFile, join(folder, 'keys.json'))
    await writeFile(join(folder, 'schema.sql'), schema)
    await writeFile(join(folder, 'data.sql'), data)
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The migrations one after the other, as they were run. The roles florin_app and florin_vault must exist. */
async function schemaText(): Promise<string> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(
    names.map(async (name) => `-- ${name}\n${await readFile(join(migrationsFolder, name), 'utf8')}`),
  )
  const head = '-- The schema of a released version, as its migrations made it. Never edited.\n'
  return [head, ...files, `-- The history of migrations.${historyTable};\n`].join('\n')
}

/** `initial` are the tables that the migrations themselves put rows into; the dump has those rows as they are now. */
async function dataText(url: string, initial: readonly string[]): Promise<string> {
  const head = `-- The rows of a small shop of this version, with test keys (keys.json) and test cards. Never edited.
-- In one transaction: the lines of the ledger come with their entries.
begin;
${initial.map((table) => `delete from ${table};\n`).join('')}`
  return `${head}\n${await connected(url, dumpData)}\ncommit;\n`
}

type Loaded = { url: string; schema: string; data: string; keysFile: string }

async function proveLoads({ url, schema, data, keysFile }: Loaded): Promise<void> {
  await connected(url, (client) => client.query('create database loaded'))
  const copy = new URL(url)
  copy.pathname = '/loaded'
  await connected(copy.href, async (client) => {
    await client.query(schema)
    await client.query(data)
  })
  const applied = await migrate(copy.href, { log: () => {} })
  if (applied.length > 0) throw new Error(`The loaded database was migrated: ${applied.join(', ')}.`)
  if ((await describeSchema(copy.href)) !== (await describeSchema(url))) throw new Error('The loaded schema differs.')
  if ((await connected(copy.href, dumpData)) !== (await connected(url, dumpData)))
    throw new Error('Loaded rows differ.')
  await using shop = await openShopForRelease({ databaseUrl: copy.href, keysFile })
  const report = await verify(shop.app)
  if (report.differences.length > 0) throw new Error(renderReport(report))
}

async function filledTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')
       and (schemaname, tablename) <> ('florin', 'migrations') order by 1`)
  const filled: string[] = []
  for (const { name } of rows)
    if ((await client.query(`select from ${name} limit 1`)).rows.length > 0) filled.push(name)
  return filled
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+$/.test(version)) throw new Error('Name the version: node server/tools/release-fixture.ts 0.1')
await makeFixture(version)
