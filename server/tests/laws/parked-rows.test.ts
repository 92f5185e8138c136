import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { boundTables } from '../../src/app/bound-tables.ts'
import { openAttacker, putBack } from '../world/attacker.ts'
import { openPartner } from '../world/partner.ts'
import { newPassword, openStaffUnderAttack, setsPassword } from '../world/staff-under-attack.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }
const inTheFuture = {
  at: Temporal.Instant.from('2031-03-01T09:00:00Z'),
  environment: { FLORIN_APPROVALS: 'merchants:close' },
}

const columnsOf = async (world: World, table: string): Promise<string[]> =>
  (
    await world.query(`select attname from pg_attribute where attrelid = '${table}'::regclass
      and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`)
  ).map(({ attname }) => String(attname))

/**
 * A row that is changed by hand is none of the program's for a while, and what the program ends meanwhile is another row. It must
 * not come back as it was.
 */
async function parked() {
  const world = await createWorld(inTheFuture)
  const attacker = await openAttacker(world.databaseUrl)
  const at = await openStaffUnderAttack(world)
  const { id, token } = at.sessions.session
  const row = await attacker.row('access.staff_sessions', id)
  const columns = await columnsOf(world, 'access.staff_sessions')
  return {
    ...{ world, attacker, at, id },
    isOpen: async () => (await world.app.staff.ofSession(token, { isUse: false })) !== undefined,
    comesBack: () => attacker.does(putBack('access.staff_sessions', columns), [row]),
    isInsertedAgain: () =>
      attacker.does(
        `insert into access.staff_sessions overriding system value
         select (jsonb_populate_record(null::access.staff_sessions, $1)).*`,
        [row],
      ),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
    },
  }
}

const retired = 'has a code that was retired'

test.each([
  ['changed in what is of no use', `agent = 'x'`],
  ['hidden, as if it had ended', 'ended_at = now()'],
  ['given a code of the same chance', `agent = 'x', mac = set_byte(mac, 40, 1 - least(get_byte(mac, 40), 1))`],
])('a session that is %s while a new password ends all sessions does not come back', async (_how, set) => {
  await using session = await parked()
  await session.attacker.does(`update access.staff_sessions set ${set} where id = ${session.id}`)
  await setsPassword(session.world, session.at.sam.id, newPassword)
  await expect(session.comesBack()).rejects.toThrow(retired)
  expect(await session.isOpen()).toBe(false)
})

test('a session that is deleted, as if it were long over, and forgotten does not come back', async () => {
  await using session = await parked()
  const { id } = session
  await session.attacker.does(`update access.staff_sessions set created_at = '1999-01-01', expires_at = '2000-01-01' where id = ${id};
    delete from access.staff_sessions where id = ${id}; select florin.forget_retired_codes()`)
  await expect(session.isInsertedAgain()).rejects.toThrow(retired)
})

test('a code that is retired by a row of another table is retired in its own for good, when it is its turn', async () => {
  await using session = await parked()
  await session.attacker.does(`insert into access.token_keys (kid, public_key, sealed, created_at, signs_from, expires_at, mac)
      select 'borrowed', '', '\\x01', now(), now(), '2000-01-01', mac from access.staff_sessions where id = ${session.id};
    delete from access.token_keys where kid = 'borrowed'; select florin.forget_retired_codes()`)
  await setsPassword(session.world, session.at.sam.id, newPassword)
  await session.attacker.does('select florin.forget_retired_codes()')
  await expect(session.comesBack()).rejects.toThrow(retired)
  expect(await session.isOpen()).toBe(false)
})

test('the key of a partner that is out of reach while keys rotate does not come back', async () => {
  await using world = await createWorld(inTheFuture)
  const attacker = await openAttacker(world.databaseUrl)
  const { partner, apiKey } = await openPartner(world)
  const [{ id } = {}] = await world.query(`select id from partners.api_keys where partner_id = ${partner.id}`)
  const row = await attacker.row('partners.api_keys', id as bigint)
  await attacker.does(`update partners.api_keys set expires_at = '2000-01-01' where id = ${id}`)
  await world.app.partners.rotateApiKey({ by, partnerId: partner.id, overlap: Temporal.Duration.from('PT0S') })
  const columns = await columnsOf(world, 'partners.api_keys')
  await expect(attacker.does(putBack('partners.api_keys', columns), [row])).rejects.toThrow(retired)
  expect(await world.app.partners.partnerOfKey(new Secret(String(apiKey)).reveal())).toBeUndefined()
})

test('in every bound table a statement that names a covered column, and no other, takes the code of the row', async () => {
  await using world = await createWorld()
  const rows =
    await world.query(`select (select relnamespace::regnamespace || '.' || relname from pg_class where oid = t.tgrelid) as table,
      array(select a.attname::text from pg_attribute a where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr)) as named,
      array(select a.attname::text from pg_attribute a where a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as all
    from pg_trigger t where t.tgname in ('drop_code', 'append_only') and not t.tgisinternal`)
  const byTable = new Map(rows.map(({ table, ...row }) => [String(table), row as { named: string[]; all: string[] }]))
  for (const { table, free = {} } of boundTables) {
    const { named, all } = byTable.get(table)!
    const covered = all.filter((column) => column !== 'mac' && column !== 'version' && !(column in free))
    expect({ table, named: named.toSorted() }).toEqual({ table, named: covered.toSorted() })
  }
})

test('a moment that no program wrote keeps nobody else from logging in, and verify names its row', async () => {
  await using session = await parked()
  const { world, attacker, at } = session
  for (const moment of ['infinity', '-infinity', '4000-01-01 BC', '290000-01-01']) {
    await attacker.does(`update access.staff set created_at = '${moment}' where id = ${at.sam.id}`)
    expect(await session.isOpen()).toBe(false)
    const { differences } = await world.verify()
    expect(differences.map(({ about }) => about)).toContain(`member of staff ${at.sam.id}`)
  }
})

test('a notice that anybody may send ends no program', async () => {
  await using world = await createWorld({ ownTime: true })
  const attacker = await openAttacker(world.databaseUrl)
  for (const payload of ['x', '{}', '{"version":1}']) await attacker.run('select pg_notify($1, $2)', ['clock', payload])
  await attacker.run('select 1')
  expect(world.app.testClock!.now()).toBeDefined()
})
