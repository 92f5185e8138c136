import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { enablePartitions } from '#database/partitions/enable.ts'
import { growingTable } from '#database/partitions/growing-tables.ts'
import { asOwner } from '#database/partitions/owner.ts'
import { openDb } from '#kernel/db/db.ts'
import { olderPrograms } from '#kernel/db/program-names.ts'
import { bindOlderRows, startBinding } from '../../src/app/bind-rows.ts'
import { boundTables } from '../../src/app/bound-tables.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { openAttacker } from '../world/attacker.ts'
import { openPartner } from '../world/partner.ts'
import { openPeople } from '../world/staff.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { createWorld, type World, type WorldParts } from '../world/world.ts'

const by = { actor: 'ana', fromWhere: 'test' }

/** An installation in use: a merchant with a site, staff with a token and an invitation, and a customer who is logged in. */
async function inUse(parts: Pick<WorldParts, 'leavesDatabase'> = {}) {
  const world = await createWorld(parts)
  onTestFinished(() => world[Symbol.asyncDispose]())
  await world.merchant()
  const people = await openPeople(world)
  const ana = await people.person()
  await world.app.staff.invite({ by, staffId: ana.staff.id, link: 'shown' })
  const customer = await (await openPartner(world)).customer()
  return { world, ana, customer }
}

/** As a version left them that knew of no codes. */
async function withoutCodes({ databaseUrl }: World, tables = boundTables.map(({ table }) => table)) {
  const superuser = await connectAsSuperuser(databaseUrl, { unruled: true })
  for (const table of tables) await superuser.query(`update ${table} set mac = null`)
  await superuser.query('insert into florin.tables_to_bind select unnest($1::text[])', [tables])
  return superuser
}

const rowsOf = async (world: World, where: string): Promise<number> => {
  const parts = boundTables.map(({ table }) => `select from ${table} where ${where}`)
  const [row] = await world.query(`select count(*)::integer as n from (${parts.join(' union all ')}) as rows`)
  return Number(row!.n)
}
const waiting = async (world: World) => (await world.query('select name from florin.tables_to_bind')).length
const entries = (world: World) =>
  world.query(`select subject_id as "table", after from directory.audit where action = 'rowsBound' order by id`)

async function connectedAs(world: World, name: string) {
  const client = new pg.Client({ connectionString: world.databaseUrl, application_name: name })
  await client.connect()
  return client
}

test('rows of an older version get their codes once no program of it is connected', async () => {
  const { world, ana } = await inUse()
  await withoutCodes(world)
  expect(await rowsOf(world, 'mac is not null')).toBe(0)
  const older = await connectedAs(world, 'florin_vault')
  expect(await bindOlderRows(world.app, world.databaseUrl)).toEqual({
    older: [expect.stringMatching(/^florin_vault \(pid \d+\)$/)],
  })
  expect(await rowsOf(world, 'mac is not null')).toBe(0)
  expect((await ana.call('GET', '/me')).status).toBe(200)
  await older.end()

  expect(await bindOlderRows(world.app, world.databaseUrl)).toBe('done')
  expect([await rowsOf(world, 'mac is null'), await waiting(world)]).toEqual([0, 0])
  expect((await world.verify()).differences).toEqual([])
  expect(await entries(world)).toContainEqual({
    table: 'access.staff',
    after: { rows: 1, became: 'bound', keys: [String(ana.staff.id)] },
  })
  expect((await ana.call('GET', '/me')).status).toBe(200)
})

test('sessions and invitations of an older version end, and what lives for minutes is deleted', async () => {
  const { world, customer } = await inUse()
  await withoutCodes(world)
  await bindOlderRows(world.app, world.databaseUrl)
  expect(await world.query('select from access.staff_invitations where used_at is null')).toEqual([])
  expect(await world.query('select from holders.sessions where ended_at is null')).toEqual([])
  expect(await world.query('select from holders.refresh_tokens')).toEqual([])
  expect((await customer.call('GET', '/accounts')).status).toBe(401)
  const announced = `select body ->> 'reason' as reason from outbox.events where name = 'sessionEnded'`
  expect(await world.query(announced)).toEqual([{ reason: 'revoked' }])
  const became = new Map(
    (await entries(world)).map(({ table, after }) => [table, (after as { became: string }).became]),
  )
  expect(became.get('access.staff_invitations')).toBe('ended')
  expect(became.get('holders.refresh_tokens')).toBe('deleted')
  expect((await world.verify()).differences).toEqual([])
})

test('a row that is written by hand after it is found, and a table is bound once', async () => {
  const { world } = await inUse()
  await withoutCodes(world)
  await bindOlderRows(world.app, world.databaseUrl)
  const before = await entries(world)
  await world.app.db.run(
    `insert into access.staff (scope_kind, scope_id, email, name, role, created_at)
     values ('platform', 'platform', 'eve@example.com', 'Eve', 'owner', now())`,
    [],
  )
  expect(await bindOlderRows(world.app, world.databaseUrl)).toBe('done')
  expect(await entries(world)).toEqual(before)
  expect((await world.verify()).differences.map(({ about }) => about)).toContainEqual(
    expect.stringMatching(/^member of staff \d+$/),
  )
})

test('entries of the audit get codes in every partition, where nobody changes them', async () => {
  const { world } = await inUse({ leavesDatabase: true })
  await asOwner(world.databaseUrl, (client) =>
    enablePartitions(client, growingTable('directory.audit'), { now: world.clock.now() }),
  )
  world.clock.set(world.clock.now().add({ hours: 24 * 62 }))
  await world.merchant()
  const places = await world.query('select distinct tableoid::regclass::text as place from directory.audit order by 1')
  expect(places).toHaveLength(2)
  await withoutCodes(world, ['directory.audit'])
  expect(await bindOlderRows(world.app, world.databaseUrl)).toBe('done')
  expect(await world.query('select from directory.audit where mac is null')).toEqual([])
  expect((await world.verify()).differences).toEqual([])
  const attacker = await openAttacker(world.databaseUrl)
  const forges = `update directory.audit set reason = 'x'`
  await expect(attacker.run(forges)).rejects.toThrow('permission denied')
  for (const { place } of places)
    await expect(attacker.run(`update ${place} set mac = null`)).rejects.toThrow('permission denied')
  const sql = await connectAsSuperuser(world.databaseUrl)
  for (const { place } of [{ place: 'directory.audit' }, ...places])
    await expect(sql.query(`update ${place} set reason = 'x'`)).rejects.toThrow('append-only')
  const copied = `actor, action, owner_kind, owner_id, subject_type, subject_id, after, from_where, occurred_at`
  const forged = await attacker.run(`insert into directory.audit (${copied})
    select ${copied} from directory.audit where id in (select min(id) from directory.audit union select max(id) from directory.audit) returning id`)
  const named = (await world.verify()).differences.map(({ about }) => about)
  for (const { id } of forged) expect(named).toContain(`audit entry ${id}`)
})

test('two processes that bind at once settle each row once', async () => {
  const { world } = await inUse()
  for (const name of ['Tea', 'Oil', 'Salt']) await world.app.directory.createMerchant({ by, name })
  await withoutCodes(world)
  const expected = await rowsOf(world, 'true')
  await Promise.all([1, 2, 3].map(() => bindOlderRows(world.app, world.databaseUrl)))
  const counted = (await entries(world)).reduce((sum, { after }) => sum + (after as { rows: number }).rows, 0)
  // Entries of tables that were settled before that of the audit are counted as its rows, unless they have codes.
  expect(counted).toBe(expected)
  expect((await world.verify()).differences).toEqual([])
})

test.each([['before'], ['after']])('a row that changes %s it is bound has a code of what it is', async (when) => {
  const { world, ana } = await inUse()
  await withoutCodes(world, ['access.staff'])
  const row = await world.holdRow('access.staff', ana.staff.id)
  const bind = () => bindOlderRows(world.app, world.databaseUrl)
  const change = () => world.app.staff.change({ by, id: ana.staff.id, changes: { name: 'Ana Maria' } })
  const first = when === 'before' ? change() : bind()
  await world.untilWaiting(1)
  const second = when === 'before' ? bind() : change()
  await world.untilWaiting(2)
  await row.release()
  await Promise.all([first, second])
  const stored = await world.query('select name, mac is null as bare from access.staff')
  expect(stored).toEqual([{ name: 'Ana Maria', bare: false }])
  expect((await world.verify()).differences).toEqual([])
})

test('a process binds as soon as the last program of an older version has gone', async () => {
  const { world } = await inUse()
  await withoutCodes(world, ['access.staff', 'directory.sites'])
  const older = await connectedAs(world, 'florin_app')
  const binding = startBinding(world.app, { url: world.databaseUrl, everyMs: 5 })
  onTestFinished(() => binding.stop())
  await expect.poll(() => world.logged.join('')).toContain('wait until no program of it is connected')
  expect(await waiting(world)).toBe(2)
  await older.end()
  await expect.poll(() => waiting(world)).toBe(0)
})

test('once a day retired codes are forgotten that would count for nothing', async () => {
  const { world } = await inUse()
  const sql = await connectAsSuperuser(world.databaseUrl)
  await sql.query(`insert into florin.retired_codes (place, chance, until) values
    ('here', '\\xaa', now() - interval '2 days'), ('here', '\\xbb', now() + interval '2 days'), ('here', '\\xcc', null)`)
  await world.pass({ hours: 25 })
  const kept = `select encode(chance, 'hex') as chance from florin.retired_codes where length(chance) = 1 order by 1`
  expect(await world.query(kept)).toEqual([{ chance: 'bb' }, { chance: 'cc' }])
})

test('connections carry a name that says what their version knows, also where the url has one', async () => {
  const { world } = await inUse()
  const url = new URL(world.databaseUrl)
  url.searchParams.set('application_name', "ana's desk")
  const db = openDb(url.href, { role: 'florin_app', connectionsMax: 1 })
  onTestFinished(() => db.close())
  expect(await db.run(`select current_setting('application_name') as name`, [])).toEqual([{ name: 'ana_s desk/3' }])
  expect(await olderPrograms(db, url.href)).toEqual([])
  const older = await connectedAs(world, "ana's desk")
  onTestFinished(() => older.end())
  expect(await olderPrograms(db, url.href)).toHaveLength(1)
})

test('a program of an older version seals nothing: it would take the codes of rows for facts of them', async () => {
  const { world } = await inUse()
  const older = await connectedAs(world, 'florin_app')
  onTestFinished(() => older.end())
  const seal = `insert into seals.seals (id, previous, hash, positions, sealed_at) values (1, '', '', '{}', now())`
  await expect(older.query(seal)).rejects.toThrow('rows are sealed by the newer version')
  expect(await sealAll(world.app)).toBeGreaterThan(0)
})
