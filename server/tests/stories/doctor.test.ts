import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateKeys, readKeyRing } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import type { Finding } from '../../src/app/doctor/finding.ts'
import { seenPath, seenQuery } from '../../src/app/seen-address.ts'
import { florinVersion } from '../../src/app/version.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { runCommand } from '../recordings/command-line.ts'
import { scriptedAcquirer } from '../simulation/scripted-acquirer.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate } from '../world/database.ts'
import { longTest } from '../world/length.ts'
import { connectionsTo, query } from '../world/shop.ts'
import { openTransactionPooler } from '../world/transaction-pooler.ts'

freshDatabases({ atMost: 5, because: 'each is another installation, from before its first start to one in use' })

/** Everything but an acquirer, which no installation has yet. Nothing replies at these addresses. */
const complete = {
  FLORIN_ENVIRONMENT: 'production',
  FLORIN_KEYS: generateKeys(),
  FLORIN_PUBLIC_URL: 'https://localhost:1',
  FLORIN_SMTP_URL: 'smtp://127.0.0.1:1',
  FLORIN_MAIL_FROM: 'payments@pay.example',
}

async function doctor(environment: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { printed } = await runCommand(['doctor', '--json'])
  vi.unstubAllEnvs()
  const exitCode = process.exitCode
  process.exitCode = undefined
  const { findings } = JSON.parse(printed) as { findings: Finding[] }
  const of = (about: string) => {
    const found = findings.find((finding) => finding.about === about)
    return found && `${found.state}: ${found.says}`
  }
  return { of, exitCode, findings }
}

test('on an empty machine, doctor lists everything that production lacks, at once', async () => {
  const { of, exitCode, findings } = await doctor({ FLORIN_ENVIRONMENT: 'production', FLORIN_PROT: '80' })

  expect(exitCode).toBe(1)
  const lacking = findings.filter(({ state }) => state === 'wrong').map(({ about }) => about)
  expect(lacking).toEqual([
    ...['DATABASE_URL', 'FLORIN_KEYS or FLORIN_KEYS_FILE', 'FLORIN_PUBLIC_URL', 'FLORIN_SMTP_URL', 'FLORIN_PROT'],
  ])
  expect(of('FLORIN_PROT')).toBe('wrong: is no setting of Florin, so it does nothing; FLORIN_PORT is one')
})

test('an installation that lacks an acquirer and a mail server: doctor says so, and changes nothing', async () => {
  const databaseUrl = await copyOfTemplate()
  const untouched = await doctor({ ...complete, DATABASE_URL: databaseUrl })
  expect(untouched.of('Keys and database')).toBe('unknown: no process has used this database with any keys yet')
  expect(await query(databaseUrl, 'select from directory.key_proofs')).toEqual([])
  await withCommands(databaseUrl, ['merchant', 'add', 'Real Bread'])

  const { of, findings, exitCode } = await doctor({ ...complete, DATABASE_URL: databaseUrl })

  expect(exitCode).toBe(1)
  // The database of these tests waits for no disk.
  const lacking = findings.filter(({ state }) => state === 'wrong').map(({ about }) => about)
  expect(lacking).toEqual(['Disk of the database', 'Mail', 'Acquirer'])
  expect(of('Schema')).toMatch(/^ok: has all \d+ migrations$/)
  expect(of('Keys and database')).toBe('ok: belong together')
  expect(of('People')).toBe('warning: the operator has no owner yet')
  expect(of('Address localhost:1')).toMatch(/^unknown: nobody accepts connections yet: .*ECONNREFUSED/)
  expect(of('Mail')).toMatch(/^wrong: is not taken: .*ECONNREFUSED/)
  expect(of('Codes of rows')).toBe('ok: are asked for in every table')
  expect(await connectionsTo(databaseUrl)).toBe(0)

  await query(databaseUrl, `insert into florin.tables_to_bind values ('access.staff')`)
  const older = new pg.Client({ connectionString: databaseUrl, application_name: 'florin_app' })
  await older.connect()
  const codes = async () => (await doctor({ ...complete, DATABASE_URL: databaseUrl })).of('Codes of rows')
  const waits = 'warning: 1 tables wait for the codes of rows of an older version'
  expect(await codes()).toMatch(/^warning: 1 tables wait .*, which is still connected: florin_app \(pid \d+\)$/)
  await older.end()
  expect(await codes()).toBe(waits)
})

async function withCommands(databaseUrl: string, words: readonly string[]): Promise<void> {
  for (const [name, value] of Object.entries({ ...complete, DATABASE_URL: databaseUrl })) vi.stubEnv(name, value)
  expect((await runCommand(words)).error).toBeUndefined()
  vi.unstubAllEnvs()
}

test('a database that does not reply does not keep the rest from being looked at', async () => {
  const { of } = await doctor({ ...complete, DATABASE_URL: 'postgres://florin@127.0.0.1:1/florin' })

  expect(of('Database')).toMatch(/^wrong: .*ECONNREFUSED/)
  expect(of('Master keys')).toMatch(/^ok: can be read/)
  expect(of('Mail')).toMatch(/^wrong/)
})

// In small: an installation that lacks an acquirer and a mail server: doctor says so, and changes nothing
longTest('the keys of another installation, and a database behind or ahead of the program, are seen', async () => {
  const databaseUrl = await copyOfTemplate()
  await query(databaseUrl, 'delete from florin.migrations where number = (select max(number) from florin.migrations)')
  expect((await doctor({ ...complete, DATABASE_URL: databaseUrl })).of('Schema')).toMatch(
    /^warning: lacks 1 migrations of this program: \d{4}-/,
  )
  await query(databaseUrl, "insert into florin.migrations values (9999, '9999-of-tomorrow.sql', 'x')")
  expect((await doctor({ ...complete, DATABASE_URL: databaseUrl })).of('Schema')).toMatch(
    /^wrong: The database is newer than this program/,
  )

  const other = await copyOfTemplate()
  await openProduction({ DATABASE_URL: other })
  const aged = async () => (await doctor({ ...complete, DATABASE_URL: other })).of('Age of keys')
  expect(await aged()).toBe('ok: none is older than P1Y')
  await query(other, 'alter table directory.key_proofs disable trigger append_only')
  await query(other, "update directory.key_proofs set made_at = made_at - interval '2 years' where purpose = 'vault'")
  expect(await aged()).toMatch(/^warning: older than P1Y, as your policy says: vault 1 since \d{4}-\d\d-\d\d$/)
  const { of } = await doctor({ ...complete, DATABASE_URL: other, FLORIN_KEYS: generateKeys() })
  expect(of('Keys and database')).toMatch(/^wrong: The master keys do not belong to this database/)
})

test('a process says how it sees a request to who has its keys, and to nobody else', async () => {
  const databaseUrl = await copyOfTemplate()
  const { app, http } = await openProduction({ DATABASE_URL: databaseUrl, FLORIN_TRUST_PROXY: '10.0.0.1' })
  const asks = (query: string) =>
    http.inject({
      url: `${seenPath}${query}`,
      remoteAddress: '10.0.0.1',
      headers: { host: 'pay.example', 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' },
    })

  const now = app.clock.wall()
  const strangers = readKeyRing(generateKeys())
  for (const query of [
    '',
    '?at=1&proof=00',
    '?at=1&at=2&proof[]=1',
    seenQuery(strangers, now),
    seenQuery(app.keys, now.subtract({ minutes: 3 })),
  ])
    expect((await asks(query)).statusCode, query).toBe(404)
  expect((await asks(seenQuery(app.keys, now))).json()).toEqual({
    address: '198.51.100.7',
    scheme: 'https',
    host: 'pay.example',
    peer: '10.0.0.1',
    isPeerTrusted: true,
    isForwarded: true,
    version: florinVersion,
  })
})

test('a pooler that gives each transaction another connection: doctor says so, and a command refuses it', async () => {
  const pooler = await openTransactionPooler(await copyOfTemplate())
  onTestFinished(() => pooler.close())

  const { of } = await doctor({ ...complete, DATABASE_URL: pooler.url })

  expect(of('Pooler')).toBe('wrong: gives each transaction another connection')
  await expect(withCommands(pooler.url, ['merchant', 'list'])).rejects.toThrow('a pooler there')
})

async function openProduction(settings: Readonly<Record<string, string>>) {
  const config = readConfig({ ...complete, ...settings })
  const databaseUrl = settings.DATABASE_URL!
  const acquirer = () => scriptedAcquirer(() => ({ says: 'declined_by_bank' }))
  const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl: 'https://pay.example', acquirer })
  onTestFinished(() => app.close())
  const http = await openHttp(app, undefined)
  onTestFinished(() => http.close())
  return { app, http }
}
