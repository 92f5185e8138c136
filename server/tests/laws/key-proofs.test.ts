import { expect, onTestFinished, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { generateKeys, readKeyRing, sealPurposes, withFreshKey } from '#kernel/crypto/keys.ts'
import { openLog, silentLog } from '#kernel/telemetry/log.ts'
import { openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { rewrapAll } from '../../src/app/rewrap-all.ts'
import { startServer } from '../../src/app/server.ts'
import { sealedColumns } from '../../src/app/wrapped-by-key.ts'
import { by } from '../directory/context.ts'
import { longTest, sampled } from '../world/length.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { warmDatabase } from '../world/warm-database.ts'

const strangers = /The master keys do not belong to this database \(key "(\w+)"\)/

async function open(databaseUrl: string, keyFile: string, FLORIN_LOST_KEYS = '', log = silentLog) {
  const pool = { FLORIN_DATABASE_CONNECTIONS: '2' }
  const config = readConfig({ DATABASE_URL: databaseUrl, FLORIN_KEYS: keyFile, FLORIN_LOST_KEYS, ...pool })
  const app = await openApp({ config, log, databaseUrl, publicUrl: 'http://127.0.0.1:1' })
  await app.close()
}

/** The same file with one key replaced. */
function withOther(keyFile: string, kind: 'seal' | 'fingerprint', purpose: string): string {
  const [file, other] = [JSON.parse(keyFile), JSON.parse(generateKeys())]
  file[kind][purpose] = other[kind][purpose]
  return JSON.stringify(file)
}

test.each(
  sampled([
    ['seal', 'vault'],
    ['seal', 'directory'],
    ['fingerprint', 'cardNumber'],
    ['fingerprint', 'siteKey'],
  ] as const),
)('nothing starts with another %s key %s than the database was used with', async (kind, purpose) => {
  const [databaseUrl, keyFile] = [await warmDatabase(), generateKeys()]
  await open(databaseUrl, keyFile)

  await expect(open(databaseUrl, withOther(keyFile, kind, purpose))).rejects.toThrow(strangers)

  await open(databaseUrl, keyFile)
})

test('the key of open pages may be changed', async () => {
  const [databaseUrl, keyFile] = [await warmDatabase(), generateKeys()]
  await open(databaseUrl, keyFile)
  expect(await open(databaseUrl, withOther(keyFile, 'fingerprint', 'page'))).toBeUndefined()
})

test('a rotation goes on: old and new files start side by side, and the old key may leave the file after it', async () => {
  const [databaseUrl, old] = [await warmDatabase(), generateKeys()]
  const both = withFreshKey(withFreshKey(old, 'vault'), 'directory')
  const alone = JSON.parse(both)
  for (const purpose of ['vault', 'directory']) delete alone.seal[purpose]['1']
  for (const file of [old, both, old, both, JSON.stringify(alone)]) await open(databaseUrl, file)
  // What never met the database is refused as before.
  await expect(open(databaseUrl, generateKeys())).rejects.toThrow(strangers)
})

test('nothing starts without a key that still seals something, and a rewrap lets it go', async () => {
  const [databaseUrl, old] = [await warmDatabase(), generateKeys()]
  const opened = (keys: string) =>
    openApp({
      config: readConfig({ DATABASE_URL: databaseUrl, FLORIN_KEYS: keys, FLORIN_DATABASE_CONNECTIONS: '2' }),
      log: silentLog,
      databaseUrl,
      publicUrl: 'http://127.0.0.1:1',
    })
  const first = await opened(old)
  const { id: merchantId } = await first.directory.createMerchant({ by, name: 'Bakery' })
  await first.directory.createSite({ by, merchantId, name: 'Shop', live: false, currencies: ['EUR'] })
  const { token } = await first.vault.tokenize({ merchantId, pan: new Secret('4111111111111111') })
  await first.close()
  const every = sealPurposes.reduce((file, purpose) => withFreshKey(file, purpose), old)
  const alone = JSON.parse(every)
  for (const purpose of sealPurposes) delete alone.seal[purpose]['1']
  await open(databaseUrl, every)

  const refusal = await open(databaseUrl, JSON.stringify(alone)).catch(String)
  expect(refusal).toContain('The vault key 1 still seals card numbers.')
  expect(refusal).toMatch(/The directory key 1 still seals (keys of access tokens, )?codes of rows, site keys\./)
  expect(refusal).toContain('Put them back under their numbers, into the key file of every process')
  expect(refusal).not.toMatch(/(issuing|documents) key/)

  const both = await opened(every)
  expect((await rewrapAll(both, by, () => {})).left).toEqual([])
  await both.close()
  const after = await opened(JSON.stringify(alone))
  onTestFinished(() => after.close())
  expect((await after.vault.detokenize({ merchantId, token })).reveal()).toBe('4111111111111111')
})

test('a key that is lost for good is given up by its name: everything else goes on, and the log says what cannot be read', async () => {
  const [databaseUrl, old] = [await warmDatabase(), generateKeys()]
  const opened = (keys: string, FLORIN_LOST_KEYS = '', log = silentLog) => {
    const pool = { FLORIN_DATABASE_CONNECTIONS: '2' }
    const config = readConfig({ DATABASE_URL: databaseUrl, FLORIN_KEYS: keys, FLORIN_LOST_KEYS, ...pool })
    return openApp({ config, log, databaseUrl, publicUrl: 'http://127.0.0.1:1' })
  }
  const first = await opened(old)
  const { id: merchantId } = await first.directory.createMerchant({ by, name: 'Bakery' })
  const lost = await first.vault.tokenize({ merchantId, pan: new Secret('4111111111111111') })
  const terms = { audience: 'staff', subject: '1', lifetime: Temporal.Duration.from({ hours: 1 }) }
  await first.tokens.sign(terms)
  await first.close()
  const both = withFreshKey(withFreshKey(old, 'vault'), 'directory')
  const alone = JSON.parse(both)
  for (const purpose of ['vault', 'directory']) delete alone.seal[purpose]['1']
  const file = JSON.stringify(alone)
  await open(databaseUrl, both)

  await expect(open(databaseUrl, file, 'vault:1')).rejects.toThrow(
    'The directory key 1 still seals keys of access tokens, codes of rows',
  )
  for (const stray of ['vault:1,directory:1,vault:2', 'vault:1,directory:1,documents:1', 'vault:1,directory:1,vault:7'])
    await expect(open(databaseUrl, file, stray)).rejects.toThrow(/^FLORIN_LOST_KEYS: the key \w+:\d is not lost\./)
  await expect(open(databaseUrl, file, 'vault 1')).rejects.toThrow('FLORIN_LOST_KEYS: "vault 1" is no key')

  const lines: string[] = []
  const app = await opened(
    file,
    'vault:1, directory:1',
    openLog({ level: 'warn', to: { write: (line) => void lines.push(line) } }),
  )
  onTestFinished(() => app.close())
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { key: 'vault:1', unreadable: ['card numbers'] },
    // It is not known which of them the program made: the keys of access tokens were deleted, and rows have new codes.
    { key: 'directory:1', unreadable: [] },
  ])
  await expect(app.vault.detokenize({ merchantId, token: lost.token })).rejects.toThrow('vault key number 1')
  const { token } = await app.vault.tokenize({ merchantId, pan: new Secret('5555555555554444') })
  expect((await app.vault.detokenize({ merchantId, token })).reveal()).toBe('5555555555554444')
  const signed = await app.tokens.sign(terms)
  expect(await app.tokens.read(signed, 'staff')).toMatchObject({ sub: '1' })
  const { kinds, left, givenUp } = await rewrapAll(app, by, () => {})
  expect(left).toEqual([])
  expect(givenUp).toEqual([{ what: 'card numbers', purpose: 'vault', key: 1, count: 1 }])
  expect(kinds.filter(({ unreadableCount }) => unreadableCount > 0)).toMatchObject([
    { kind: 'card numbers', unreadable: [lost.token] },
  ])
})

// In small: a key that is lost for good is given up by its name: everything else goes on, and the log says what cannot be read
longTest('where the newest key is lost, a new one takes a number that was never used', async () => {
  const [databaseUrl, old] = [await warmDatabase(), generateKeys()]
  for (const file of [old, withFreshKey(old, 'vault')]) await open(databaseUrl, file)
  await open(databaseUrl, old)
  await expect(open(databaseUrl, withFreshKey(old, 'vault'))).rejects.toThrow(strangers)
  await open(databaseUrl, withFreshKey(old, 'vault', 3), 'vault:2')
  expect(() => withFreshKey(old, 'vault', 1)).toThrow('A new vault key has a number from 2 to 99.')
})

test('which keys still seal something is found by an index, of everything that grows', async () => {
  const superuser = await connectAsSuperuser(await warmDatabase())
  onTestFinished(() => superuser.end())
  await superuser.query('set enable_seqscan = off')
  for (const [table, column] of sealedColumns) {
    const { rows } = await superuser.query(
      `explain (format json) select from ${table} where get_byte(${column}, 0) = 1`,
    )
    expect([table, JSON.stringify(rows)]).toEqual([table, expect.stringMatching(/"Index Name":/)])
  }
  expect(sealedColumns.length).toBeGreaterThan(10)
})

test('of two processes that start at once on a new database with different keys, at most one does', async () => {
  const databaseUrl = await warmDatabase()
  const started = await Promise.allSettled([open(databaseUrl, generateKeys()), open(databaseUrl, generateKeys())])
  expect(started.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1)
})

// In small: nothing starts without a key that still seals something, and a rewrap lets it go
longTest('a database that was used before there were proofs knows its keys by the keys of its sites', async () => {
  const [databaseUrl, keyFile] = [await warmDatabase(), generateKeys()]
  const config = readConfig({ DATABASE_URL: databaseUrl, FLORIN_KEYS: keyFile })
  const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl: 'http://127.0.0.1:1' })
  const { id: merchantId } = await app.directory.createMerchant({ by, name: 'Bakery' })
  await app.directory.createSite({ by, merchantId, name: 'Shop', live: false, currencies: ['EUR'] })
  await app.close()
  const sql = await connectAsSuperuser(databaseUrl, { unruled: true })
  await sql.query('delete from directory.key_proofs')

  await expect(open(databaseUrl, generateKeys())).rejects.toThrow(strangers)
  expect(await open(databaseUrl, keyFile)).toBeUndefined()
})

test('one key of a site that cannot be read stops this site; the program and all other sites work', async () => {
  const [databaseUrl, keyFile] = [await warmDatabase(), generateKeys()]
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    FLORIN_KEYS: keyFile,
    FLORIN_PORT: '0',
    FLORIN_ROLES: 'api,pages',
  })
  const first = await startServer(config, silentLog)
  const damaged = first.shop!.site.id
  const { id: merchantId } = await first.app.directory.createMerchant({ by, name: 'Tea' })
  const healthy = await first.app.directory.createSite({
    by,
    merchantId,
    name: 'Tea',
    live: false,
    currencies: ['EUR'],
  })
  await first.stop()
  const sql = await connectAsSuperuser(databaseUrl)
  await sql.query(`update directory.site_keys set sealed = '\\x01020304' where site_id = $1`, [damaged])

  const server = await startServer(config, silentLog)
  onTestFinished(() => server.stop())
  expect(server.shop).toBeUndefined()
  const { directory } = server.app
  await expect(directory.siteKeys(damaged)).rejects.toThrow('The private key of site')
  expect(await directory.siteKeys(healthy.site.id)).toHaveLength(1)
  const listed = await fetch(`${server.publicUrl}/customer`, {
    headers: { authorization: `Bearer ${healthy.privateKey.reveal()}` },
  })
  expect(listed.status).toBe(200)

  // A rotation of the master keys goes on for the others, and names it.
  const newer = withFreshKey(keyFile, 'directory')
  const after = await openApp({
    config: readConfig({ DATABASE_URL: databaseUrl, FLORIN_KEYS: newer }),
    log: silentLog,
    databaseUrl,
    publicUrl: server.publicUrl,
  })
  onTestFinished(() => after.close())
  const { rows } = await sql.query<{ others: number }>(
    `select count(*)::int as others from directory.site_keys where site_id <> $1`,
    [damaged],
  )
  expect(await after.directory.resealSiteKeys({ by, limit: 500 })).toEqual({
    resealed: rows[0]!.others,
    left: 1,
    unreadable: [damaged],
  })
  expect(readKeyRing(newer).newestVersion('directory')).toBe(2)
  await after.directory.rotateSiteKey({ by, siteId: damaged })
  expect(await after.directory.siteKeys(damaged)).toHaveLength(1)
})
