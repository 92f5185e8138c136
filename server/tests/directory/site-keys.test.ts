import { expect, test } from 'vitest'
import type { Secret } from '#kernel/base/secret.ts'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { auditOf, by, openBenchContext, openSite } from './context.ts'

const plain = (keys: readonly Secret<string>[]) => keys.map((key) => key.reveal())

test('a site is found by its key, bare or with the prefix of its own environment', async () => {
  const { directory } = await openBenchContext()
  const { site, privateKey } = await openSite(directory)
  const hex = privateKey.reveal()
  expect(await directory.siteOfKey(hex)).toMatchObject({ site })
  expect(await directory.siteOfKey(`sk_test_${hex}`)).toMatchObject({ site })
  expect(await directory.siteOfKey(`sk_live_${hex}`)).toBe(undefined)
  expect(await directory.siteOfKey(`Bearer ${hex}`)).toBe(undefined)
  expect(await directory.siteOfKey('0'.repeat(32))).toBe(undefined)
  expect(await directory.siteOfKey('')).toBe(undefined)
})

test('after a rotation both keys are good for a day, the newest first, and then only the new one', async () => {
  const { directory, passTime } = await openBenchContext()
  const { site, siteId, privateKey: first } = await openSite(directory)
  passTime({ hours: 1 })
  const { privateKey: second, displayKey, previousUntil } = await directory.rotateSiteKey({ by, siteId })
  expect(previousUntil.toString()).toBe('2026-11-21T13:00:00Z')
  expect(displayKey.reveal()).toBe(`sk_test_${second.reveal()}`)
  expect(plain(await directory.siteKeys(siteId))).toEqual(plain([second, first]))
  expect(await directory.siteOfKey(first.reveal())).toMatchObject({ site })
  passTime({ hours: 23, minutes: 59, seconds: 59 })
  expect(plain(await directory.siteKeys(siteId))).toEqual(plain([second, first]))
  passTime({ seconds: 1 })
  expect(plain(await directory.siteKeys(siteId))).toEqual(plain([second]))
  expect(await directory.siteOfKey(first.reveal())).toBe(undefined)
  expect(await directory.siteOfKey(second.reveal())).toMatchObject({ site })
})

test('a key that is remembered still ends on time', async () => {
  const past = await openBenchContext()
  const { siteId, privateKey: first } = await openSite(past.directory)
  await past.directory.rotateSiteKey({ by, siteId, overlap: Temporal.Duration.from({ seconds: 2 }) })
  // Opened after the changes, so that no word of them is still on its way to it.
  const { directory, passTime, counted } = await openBenchContext(past)
  expect(await directory.siteKeys(siteId)).toHaveLength(2)
  expect(await directory.siteOfKey(first.reveal())).toBeDefined()
  const before = counted.queries
  passTime({ seconds: 2 })
  expect(await directory.siteKeys(siteId)).toHaveLength(1)
  expect(await directory.siteOfKey(first.reveal())).toBe(undefined)
  expect(counted.queries).toBe(before)
})

test('never more than two keys are valid, even when rotations race', async () => {
  const { directory, raceNext } = await openBenchContext()
  const { siteId } = await openSite(directory)
  raceNext(4)
  const made = await Promise.all([1, 2, 3, 4].map(() => directory.rotateSiteKey({ by, siteId })))
  const valid = plain(await directory.siteKeys(siteId))
  expect(valid).toHaveLength(2)
  expect(plain(made.map(({ privateKey }) => privateKey))).toEqual(expect.arrayContaining(valid))
  expect(await directory.listSiteKeys(siteId)).toHaveLength(5)
})

test('with no overlap the old key ends at once', async () => {
  const { directory } = await openBenchContext()
  const { siteId, privateKey } = await openSite(directory)
  const { privateKey: second } = await directory.rotateSiteKey({ by, siteId, overlap: new Temporal.Duration() })
  expect(plain(await directory.siteKeys(siteId))).toEqual(plain([second]))
  expect(await directory.siteOfKey(privateKey.reveal())).toBe(undefined)
})

test('an overlap that ends before it begins, or lasts longer than 30 days, is refused', async () => {
  const { directory } = await openBenchContext()
  const { siteId } = await openSite(directory)
  for (const wrong of [{ hours: -1 }, { days: 31 }, { years: 1 }]) {
    const overlap = Temporal.Duration.from(wrong)
    const refused = { code: 'invalid_overlap', field: 'overlap' }
    await expect(directory.rotateSiteKey({ by, siteId, overlap })).rejects.toMatchObject(refused)
  }
  expect(await directory.siteKeys(siteId)).toHaveLength(1)
})

test('the older key can be ended early, the newest cannot, and another site’s key is not there', async () => {
  const { directory } = await openBenchContext()
  const { siteId, privateKey: first } = await openSite(directory)
  const other = await openSite(directory)
  const { privateKey: second } = await directory.rotateSiteKey({ by, siteId })
  const [newest, older] = await directory.listSiteKeys(siteId)
  const [others] = await directory.listSiteKeys(other.siteId)
  const revoke = (keyId: bigint) => directory.revokeSiteKey({ by, siteId, keyId })
  await expect(revoke(newest!.id)).rejects.toMatchObject({ code: 'key_is_current' })
  await expect(revoke(others!.id)).rejects.toMatchObject({ code: 'key_not_found' })
  await revoke(older!.id)
  expect(await directory.siteOfKey(first.reveal())).toBe(undefined)
  expect(plain(await directory.siteKeys(siteId))).toEqual(plain([second]))
  await expect(revoke(older!.id)).rejects.toMatchObject({ code: 'key_not_found' })
})

test('the audit has an entry for each key and shows none', async () => {
  const { directory, db } = await openBenchContext({ alone: true })
  const { siteId, privateKey: first } = await openSite(directory)
  const { privateKey: second } = await directory.rotateSiteKey({ by, siteId })
  const [, older] = await directory.listSiteKeys(siteId)
  await directory.revokeSiteKey({ by, siteId, keyId: older!.id })
  const audit = await auditOf(db)
  expect(audit.slice(2).map(({ action, subject_id }) => [action, subject_id])).toEqual([
    ['siteKeyRotated', String(siteId)],
    ['siteKeyRevoked', String(siteId)],
  ])
  expect(audit[2]!.after).toMatchObject({ previousKey: String(older!.id), previousUntil: '2026-11-21T12:00:00Z' })
  const text = JSON.stringify(audit, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  for (const key of plain([first, second])) expect(text).not.toContain(key)
})

test('a key moved to another site does not open there', async () => {
  const { directory, db } = await openBenchContext()
  const one = await openSite(directory)
  const two = await openSite(directory)
  await db.run('update directory.site_keys set site_id = $1 where site_id = $2', [two.siteId, one.siteId])
  expect(plain(await directory.siteKeys(two.siteId))).toEqual(plain([two.privateKey]))

  const three = await openSite(directory)
  await db.run('update directory.site_keys set site_id = $1 where site_id = $2', [one.siteId, three.siteId])
  await expect(directory.siteKeys(one.siteId)).rejects.toMatchObject({ code: 'site_key_unreadable' })
})

test('keys move to a new master key while they are in use, and then the old master key may go', async () => {
  const first = await openBenchContext({ alone: true })
  const made = [await openSite(first.directory), await openSite(first.directory), await openSite(first.directory)]
  await first.directory.rotateSiteKey({ by, siteId: made[0]!.siteId, overlap: new Temporal.Duration() })
  const both = withFreshKey(first.keyFile, 'directory')
  const second = await openBenchContext({ url: first.url, keyFile: both })
  const third = await openBenchContext({ url: first.url, keyFile: both })
  expect(await second.directory.resealSiteKeys({ by, limit: 1 })).toMatchObject({ resealed: 1, left: 3 })
  const results = await Promise.all([
    second.directory.resealSiteKeys({ by, limit: 10 }),
    third.directory.resealSiteKeys({ by, limit: 10 }),
  ])
  expect(results.map(({ resealed }) => resealed).sort()).toEqual([0, 3])
  expect(await second.directory.resealSiteKeys({ by, limit: 10 })).toMatchObject({ resealed: 0, left: 0 })
  const file = JSON.parse(both)
  delete file.seal.directory[1]
  const later = await openBenchContext({ url: first.url, keyFile: JSON.stringify(file) })
  for (const { siteId, site, privateKey } of made.slice(1)) {
    expect(plain(await later.directory.siteKeys(siteId))).toEqual(plain([privateKey]))
    expect(await later.directory.siteOfKey(privateKey.reveal())).toMatchObject({ site })
  }
  expect((await auditOf(second.db)).filter(({ action }) => action === 'siteKeysResealed')).toHaveLength(2)
})

test('a process with an older key file never seals back', async () => {
  const keyFile = generateKeys()
  const fresh = await openBenchContext({ alone: true, keyFile: withFreshKey(keyFile, 'directory') })
  await openSite(fresh.directory)
  const old = await openBenchContext({ url: fresh.url, keyFile })
  expect(await old.directory.resealSiteKeys({ by, limit: 10 })).toMatchObject({ resealed: 0, left: 0 })
  const [row] = await fresh.db.read.selectFrom('directory.site_keys').select('sealed').execute()
  expect(readKeyRing(keyFile).versionOf(row!.sealed)).toBe(2)
})
