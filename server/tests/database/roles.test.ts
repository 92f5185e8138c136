import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#database/embedded.ts'
import { ensureRoles } from '#database/roles.ts'
import { scratchFolder } from '../world/scratch.ts'

// Roles belong to a whole server, so these tests have one of their own.
let server: EmbeddedDatabase
let dataDir: string
beforeAll(async () => {
  dataDir = await scratchFolder('florin-roles-')
  server = await startEmbeddedDatabase({ dataDir, log: () => {}, settings: { fsync: 'off', shared_buffers: '16MB' } })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true })
})

test('a user who may not create roles reads which statements an administrator has to run, and they are enough', async () => {
  await dropRoles()
  const visitor = await connectAs('visitor', 'login')
  const advice = await ensureRoles(visitor).then(
    () => '',
    (error: Error) => error.message,
  )
  const statements = advice.split('\n').slice(1)
  expect(statements.map((statement) => statement.trim())).toEqual([
    'create role florin_app nologin;',
    'create role florin_vault nologin;',
    'create role florin_issuer nologin;',
    'grant florin_app, florin_vault, florin_issuer to visitor;',
  ])
  const administrator = await connectAs('florin')
  for (const statement of statements) await administrator.query(statement)
  await ensureRoles(visitor)
  expect(await rolesOpenTo(visitor)).toEqual(['florin_app', 'florin_vault', 'florin_issuer'])
})

test('a user who may create roles needs no administrator', async () => {
  await dropRoles()
  const builder = await connectAs('builder', 'login createrole')
  await ensureRoles(builder)
  expect(await rolesOpenTo(builder)).toEqual(['florin_app', 'florin_vault', 'florin_issuer'])
})

test('ten programs that start at once on a new server all find the roles', async () => {
  await dropRoles()
  const clients = await Promise.all(Array.from({ length: 10 }, () => connectAs('builder', 'login createrole')))
  await Promise.all(clients.map((client) => ensureRoles(client)))
  for (const client of clients)
    expect(await rolesOpenTo(client)).toEqual(['florin_app', 'florin_vault', 'florin_issuer'])
})

test('the roles cannot log in themselves', async () => {
  const administrator = await connectAs('florin')
  await ensureRoles(administrator)
  const { rows } = await administrator.query(
    `select rolname, rolcanlogin, rolsuper, rolcreaterole from pg_roles where rolname in ('florin_app', 'florin_vault', 'florin_issuer')`,
  )
  const powerless = { rolcanlogin: false, rolsuper: false, rolcreaterole: false }
  expect(rows.sort((a, b) => (a.rolname < b.rolname ? -1 : 1))).toEqual([
    { rolname: 'florin_app', ...powerless },
    { rolname: 'florin_issuer', ...powerless },
    { rolname: 'florin_vault', ...powerless },
  ])
})

/** Those that `set role` admits. */
async function rolesOpenTo(client: pg.Client): Promise<string[]> {
  const open: string[] = []
  for (const role of ['florin_app', 'florin_vault', 'florin_issuer']) {
    await client.query(`set role ${role}`).then(
      () => open.push(role),
      () => {},
    )
    await client.query('reset role')
  }
  return open
}

async function dropRoles(): Promise<void> {
  const client = await connectAs('florin')
  await client.query('drop role if exists florin_app, florin_vault, florin_issuer, builder, visitor')
}

async function connectAs(user: string, attributes?: string): Promise<pg.Client> {
  if (attributes) {
    const administrator = await connectAs('florin')
    const make = `create role ${user} ${attributes} password 'test'`
    await administrator.query(
      `do $$ begin ${make}; exception when duplicate_object or unique_violation then null; end $$`,
    )
  }
  const url = new URL(server.url)
  if (attributes) [url.username, url.password] = [user, 'test']
  const client = new pg.Client(url.href)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
