import { expect, onTestFinished, test, vi } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../../src/app/config.ts'
import { describeInstallation } from '../../src/app/environment/describe-installation.ts'
import { startServer } from '../../src/app/server.ts'
import { runCommand } from '../recordings/command-line.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate, emptyDatabase } from '../world/database.ts'
import { query } from '../world/shop.ts'
import { createWorld } from '../world/world.ts'

freshDatabases({ atMost: 9, because: 'each is another installation' })

const keys = generateKeys()
const production = {
  FLORIN_ENVIRONMENT: 'production',
  FLORIN_PUBLIC_URL: 'https://pay.example',
  FLORIN_MESSAGES: 'off',
  FLORIN_LOG_LEVEL: 'silent',
}
/** What is left of that when one name is mistyped, or not exported. */
const mistaken = { FLORIN_PUBLIC_URL: 'https://pay.example', FLORIN_MESSAGES: 'off', FLORIN_LOG_LEVEL: 'silent' }

async function run(databaseUrl: string, environment: Readonly<Record<string, string>>, ...words: string[]) {
  for (const [name, value] of Object.entries({ FLORIN_KEYS: keys, DATABASE_URL: databaseUrl, ...environment }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { printed, error } = await runCommand(words)
  vi.unstubAllEnvs()
  return error?.message ?? printed
}

async function start(databaseUrl: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const settings = { FLORIN_PORT: '0', FLORIN_KEYS: keys, DATABASE_URL: databaseUrl, ...environment }
  const config = readConfig({ ...settings, FLORIN_STORY: 'off', FLORIN_ISO8583: 'off' })
  try {
    const server = await startServer(config, silentLog)
    await server.stop()
    return 'started'
  } catch (error) {
    return (error as Error).message
  }
}

/** How many rows each table has that has any. */
async function rowsOf(databaseUrl: string) {
  const tables = await query(
    databaseUrl,
    `select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  return query(databaseUrl, `${counts.join(' union all ')} order by 1`)
}

const isStaging =
  /^The database that DATABASE_URL names is production, and FLORIN_ENVIRONMENT is not set, which says staging\. Nothing was changed\./

test('a process or a command that takes production for staging ends before it writes anything', async () => {
  const url = await emptyDatabase()
  await run(url, production, 'migrate')
  await run(url, production, 'merchant', 'add', 'Real Bread')
  await run(url, production, 'site', 'add', '101', 'Shop', '--live', '--currencies', 'EUR')
  const before = await rowsOf(url)

  expect(await start(url, mistaken)).toMatch(isStaging)
  expect(await run(url, mistaken, 'clock', 'advance', 'P30D')).toMatch(isStaging)
  expect(await run(url, mistaken, 'seed')).toMatch(isStaging)
  expect(await run(url, mistaken, 'migrate')).toMatch(isStaging)
  expect(await run(url, mistaken, 'staff', 'list')).toMatch(isStaging)
  expect(await rowsOf(url)).toEqual(before)
  expect(await run(url, production, 'staff', 'list')).toContain('Nobody yet')
})

test('an older program, whose mistake would migrate first, changes no schema either', async () => {
  const url = await emptyDatabase()
  await run(url, production, 'migrate')
  await query(url, 'delete from florin.migrations where number = (select max(number) from florin.migrations)')
  const before = await rowsOf(url)
  expect(await start(url, mistaken)).toMatch(isStaging)
  expect(await rowsOf(url)).toEqual(before)
})

test('an empty database becomes staging by its first start, and production by migrate alone', async () => {
  const url = await emptyDatabase()
  expect(await start(url, production)).toBe(
    'The database that DATABASE_URL names has no tables of Florin. In production they are made first, by florin migrate.',
  )
  expect(await query(url, "select from pg_namespace where nspname = 'florin'")).toEqual([])
  expect(await start(url, { FLORIN_LOG_LEVEL: 'silent' })).toBe('started')
  expect(await query(url, 'select environment from florin.installation')).toEqual([{ environment: 'staging' }])
  expect(await run(url, production, 'staff', 'list')).toMatch(
    /^The database that DATABASE_URL names is staging, and FLORIN_ENVIRONMENT says production\. Nothing was changed\./,
  )
  expect(await start(url, { FLORIN_LOG_LEVEL: 'silent' })).toBe('started')
})

/** As an update finds a database of an older version. */
const undescribed = (url: string) => query(url, 'delete from florin.installation')

test('a database that does not say what it is: live keys make it production, and doubt asks for a name', async () => {
  const url = await copyOfTemplate()
  await run(url, {}, 'merchant', 'add', 'Real Bread')
  await undescribed(url)
  const doubtful =
    /^The database that DATABASE_URL names does not say whether it is staging or production, .* florin setup --environment staging/
  expect(await start(url, mistaken)).toMatch(doubtful)
  expect(await run(url, {}, 'site', 'list')).toMatch(doubtful)
  expect(await run(url, {}, 'setup', '--environment', 'production')).toContain('FLORIN_ENVIRONMENT says staging.')
  expect(await run(url, {}, 'setup', '--environment', 'staging')).toContain('This installation is staging.')
  await run(url, {}, 'site', 'add', '101', 'Shop')

  await undescribed(url)
  expect(await run(url, production, 'migrate')).toMatch(doubtful)
  expect(await run(url, {}, 'site', 'list')).toContain('Shop')
  expect(await run(url, production, 'setup', '--environment', 'production')).toMatch(
    /is staging and in use, and stays so/,
  )

  await undescribed(url)
  expect(await run(url, production, 'setup', '--environment', 'production')).toContain(
    'This installation is production.',
  )
  await run(url, production, 'site', 'add', '101', 'Live shop', '--live')
  await undescribed(url)
  expect(await start(url, mistaken)).toMatch(isStaging)
  expect(await run(url, {}, 'setup', '--environment', 'staging')).toMatch(
    /has live keys or live connections, so it is production/,
  )
  expect(await run(url, production, 'migrate')).toContain('newest schema')
  expect(await query(url, 'select environment from florin.installation')).toEqual([{ environment: 'production' }])
})

test('what somebody says by hand counts for nothing, and is said again by name', async () => {
  const url = await copyOfTemplate()
  await run(url, production, 'migrate')
  await query(url, `update florin.installation set environment = 'staging'`)
  const byHand = /^The database that DATABASE_URL names says what it is in a row that Florin did not make/
  expect(await start(url, mistaken)).toMatch(byHand)
  expect(await run(url, {}, 'staff', 'list')).toMatch(byHand)
  expect(await query(url, 'select from directory.sites')).toEqual([])
  expect(await run(url, production, 'setup', '--environment', 'production')).toContain(
    'This installation is production.',
  )
  expect(await run(url, production, 'staff', 'list')).toContain('Nobody yet')
})

test('production whose row was changed by hand is held when somebody says by name what it is, until it is resumed', async () => {
  const url = await copyOfTemplate()
  await run(url, production, 'migrate')
  const held = () => query(url, 'select held_at is not null as held, held_because as because from florin.installation')
  const byHand = { held: true, because: 'florin.installation was changed by hand' }
  for (const set of [`held_at = now(), held_because = 'a restore'`, 'held_at = null, held_because = null']) {
    await query(url, `update florin.installation set ${set}`)
    expect(await run(url, production, 'setup', '--environment', 'production')).toContain('is production.')
    expect(await held()).toEqual([byHand])
    expect(await run(url, production, 'setup', '--environment', 'production')).toContain('is production.')
    expect(await held()).toEqual([byHand])
  }
  expect(await run(url, production, '--reason', 'compared with the acquirer', 'resume')).toContain('within ten minutes')
  expect(await held()).toEqual([{ held: false, because: null }])
})

test('verify finds an installation that says something else than the audit', async () => {
  await using world = await createWorld()
  const { db } = world.app
  const now = world.clock.now()
  const ctx = { db, react: async () => [], now, by: { actor: 'test', fromWhere: 'test' } }
  await describeInstallation(ctx, world.app.config)
  expect((await world.verify()).differences).toEqual([])
  await commit(ctx, now, [update('florin.installation', { set: { environment: 'production' }, where: { id: 1 } })])
  expect((await world.verify()).differences).toEqual([
    expect.objectContaining({ about: 'installation', actual: 'production', should: 'staging' }),
  ])
})

test('a start with another setting that decides for all is in the audit, and one that names nothing ends', async () => {
  const url = await copyOfTemplate()
  const started = () =>
    query(url, `select action, before, after from directory.audit where subject_type = 'installation' order by id`)
  expect(await start(url, { FLORIN_LOG_LEVEL: 'silent' })).toBe('started')
  expect(await start(url, { FLORIN_LOG_LEVEL: 'silent' })).toBe('started')
  expect((await started()).map(({ action }) => action)).toEqual(['installationDescribed'])
  expect(await start(url, { FLORIN_LOG_LEVEL: 'silent', FLORIN_APPROVALS: 'kyc:decide' })).toBe('started')
  const misnamed = {
    FLORIN_APPROVALS: 'kyc:decide@999',
    FLORIN_ACQUIRER_FEES: 'acmee=1%,sandbox=1%',
    FLORIN_REPORTS_WITHIN: 'P7D,acmee=P9D',
  }
  expect(await start(url, { FLORIN_LOG_LEVEL: 'silent', ...misnamed })).toBe(
    `The configuration is not usable:
  FLORIN_ACQUIRER_FEES: names the connector acmee, and there is none
  FLORIN_REPORTS_WITHIN: names the connector acmee, and there is none
  FLORIN_APPROVALS: names the partner 999, and there is none`,
  )
  expect((await started()).at(-2)).toEqual({
    action: 'installationStarted',
    before: { FLORIN_APPROVALS: 'none' },
    after: { FLORIN_APPROVALS: 'kyc:decide' },
  })
})
