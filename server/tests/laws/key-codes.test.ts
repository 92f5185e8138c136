import { expect, onTestFinished, test } from 'vitest'
import { generateKeys, withFreshKey } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { boundTables } from '../../src/app/bound-tables.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { rewrapAll } from '../../src/app/rewrap-all.ts'
import { verify } from '../../src/audit/verify.ts'
import { by } from '../directory/context.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { warmDatabase } from '../world/warm-database.ts'

const platform = { kind: 'platform', id: 'platform' } as const

/** A database, the programs that use it one after the other with different keys, and its rows. */
async function installation() {
  const [databaseUrl, first] = [await warmDatabase(), generateKeys()]
  const superuser = await connectAsSuperuser(databaseUrl)
  const rows = async (text: string): Promise<Record<string, unknown>[]> => (await superuser.query(text)).rows
  const opened = async (keys: string, FLORIN_LOST_KEYS = ''): Promise<App> => {
    const pool = { FLORIN_DATABASE_CONNECTIONS: '2' }
    const config = readConfig({ DATABASE_URL: databaseUrl, FLORIN_KEYS: keys, FLORIN_LOST_KEYS, ...pool })
    const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl: 'http://127.0.0.1:1' })
    onTestFinished(() => app.close())
    return app
  }
  const used = await opened(first)
  const { id: merchantId } = await used.directory.createMerchant({ by, name: 'Bakery' })
  await used.directory.createSite({ by, merchantId, name: 'Shop', live: false, currencies: ['EUR'] })
  const ana = await used.staff.add({ by, scope: platform, email: 'ana@example.com', name: 'Ana', role: 'owner' })
  await used.staff.invite({ by, staffId: ana.id, link: 'shown' })
  const both = withFreshKey(first, 'directory')
  const alone = JSON.parse(both)
  delete alone.seal.directory['1']
  return { superuser, rows, opened, first, both, alone: JSON.stringify(alone), ana }
}

const differences = async (app: App) => (await verify(app)).differences.map(({ about }) => about)

const chances = `select encode(substring(mac from 2 for 16), 'hex') as chance, get_byte(mac, 0) as key from access.staff
  union all select encode(substring(mac from 2 for 16), 'hex'), get_byte(mac, 0) from directory.sites order by 1`

test('a rewrap gives rows codes under the newest key with the same chance, so that none is retired', async () => {
  const { rows, opened, both, alone } = await installation()
  const before = await rows(chances)
  expect(before.map(({ key }) => key)).toEqual(before.map(() => 1))
  const retired = await rows('select from florin.retired_codes')
  const rotating = await opened(both)

  await expect(opened(alone)).rejects.toThrow('The directory key 1 still seals codes of rows')
  const { kinds, left } = await rewrapAll(rotating, by, () => {})

  expect(left).toEqual([])
  expect(kinds.find(({ kind }) => kind === 'codes of rows')).toMatchObject({ unreadable: [] })
  expect(await rows(chances)).toEqual(before.map(({ chance }) => ({ chance, key: 2 })))
  // The key of the site was sealed anew, which is a change of its row.
  expect((await rows('select from florin.retired_codes')).length).toBeLessThanOrEqual(retired.length + 3)
  expect(await differences(await opened(alone))).toEqual([])
})

test('a rewrap names rows whose codes do not fit, and gives them none', async () => {
  const { superuser, rows, opened, both } = await installation()
  // Where no rule of the database holds: otherwise the row has no code any more.
  await superuser.query(`set session_replication_role = replica; update access.staff set role = 'developer'`)
  const before = await rows('select mac from access.staff')
  const rotating = await opened(both)
  const { kinds, left } = await rewrapAll(rotating, by, () => {})
  const [codes] = kinds.filter(({ kind }) => kind === 'codes of rows')
  expect(codes!.unreadable).toEqual([expect.stringMatching(/^access\.staff \d+$/)])
  expect(left).toEqual([{ what: 'codes of rows', purpose: 'directory', key: 1, count: 1 }])
  expect(await rows('select mac from access.staff')).toEqual(before)
  expect(await differences(rotating)).toContainEqual(expect.stringMatching(/^member of staff/))
})

const again = `select subject_type as type, subject_id as id, after from directory.audit
  where action = 'rowsBoundAgain' order by id`

test('rows whose codes were made with a lost key get new ones, once, and invitations end', async () => {
  const { superuser, rows, opened, both, alone, ana } = await installation()
  await opened(both)
  const after = await opened(alone, 'directory:1')

  const entries = await rows(again)
  expect(entries.at(-1)).toMatchObject({ type: 'masterKey', id: 'directory:1', after: { rows: expect.any(Number) } })
  expect(entries).toContainEqual(
    expect.objectContaining({
      id: 'access.staff',
      after: { key: 'directory:1', rows: 1, became: 'bound', keys: [String(ana.id)] },
    }),
  )
  expect(await rows('select from access.staff_invitations where used_at is null')).toEqual([])
  expect(await rows('select from access.token_keys where get_byte(mac, 0) = 1')).toEqual([])
  const codesOfLost = (await differences(after)).filter((about) => !/^key \d+ of site/.test(about))
  expect(codesOfLost).toEqual([])

  // An attacker can write this number into a code.
  await superuser.query('set session_replication_role = replica')
  await superuser.query(`update access.staff set role = 'developer', mac = set_byte(mac, 0, 1)`)
  const later = await opened(alone, 'directory:1')
  expect(await rows(again)).toEqual(entries)
  expect(await differences(later)).toContainEqual(expect.stringMatching(/^member of staff/))
})

test('an entry about a lost key counts by its own code alone', async () => {
  const { superuser, rows, opened, both, alone } = await installation()
  await opened(both)
  await superuser.query(`insert into directory.audit (actor, action, owner_kind, owner_id, subject_type, subject_id, from_where, occurred_at)
    values ('codes of rows', 'rowsBoundAgain', 'platform', 'platform', 'masterKey', 'directory:1', 'worker', now())`)
  await opened(alone, 'directory:1')
  expect((await rows(again)).length).toBeGreaterThan(2)
  expect(await rows('select from access.staff where get_byte(mac, 0) <> 2')).toEqual([])
})

test('which keys made the codes of rows is found by an index, in every table', async () => {
  const superuser = await connectAsSuperuser(await warmDatabase())
  await superuser.query('set enable_seqscan = off')
  for (const { table } of boundTables) {
    const { rows } = await superuser.query(
      `explain (format json) select from ${table} where mac >= '\\x01' and mac < '\\x02'`,
    )
    expect([table, JSON.stringify(rows)]).toEqual([table, expect.stringMatching(/"Index Name":"\w+_mac(_idx)?"/)])
  }
})
