import { expect, test } from 'vitest'
import { publicKey, readMerchantId, readSiteId } from '#core/directory'
import { auditOf, by, openBenchContext, openSite } from './context.ts'

test('a new site is there with its merchant’s name, its defaults, and a key of 32 hex characters shown once', async () => {
  const { directory, db } = await openBenchContext()
  const { site, siteId, merchant, privateKey, displayKey } = await openSite(directory, { live: true })
  expect(await directory.site(siteId)).toEqual(site)
  expect(site).toMatchObject({ merchantId: merchant.id, merchantName: 'Bakery', live: true, active: true })
  expect(site).toMatchObject({ timeZone: 'UTC', attemptsMax: 3 })
  expect(site.cutOff.toString()).toBe('00:00:00')
  expect(privateKey.reveal()).toMatch(/^[0-9a-f]{32}$/)
  expect(displayKey.reveal()).toBe(`sk_live_${privateKey.reveal()}`)
  expect(publicKey(site)).toBe(`pk_live_${siteId}`)
  const [row] = await db.read.selectFrom('directory.site_keys').select(['sealed', 'fingerprint']).execute()
  for (const bytes of [row!.sealed, row!.fingerprint])
    for (const key of [privateKey.reveal(), Buffer.from(privateKey.reveal(), 'hex')])
      expect(Buffer.from(bytes).includes(key)).toBe(false)
})

test('everything that may be set comes back as it was set', async () => {
  const { directory } = await openBenchContext()
  const { siteId, site } = await openSite(directory)
  const changes = {
    name: 'Bakery Nord',
    active: false,
    currencies: ['RON', 'USD'],
    notificationUrl: 'http://127.0.0.1:9000/ipn?secure_key=1',
    backUrl: 'https://shop.example/back',
    timeZone: 'Europe/Bucharest',
    cutOff: '23:30',
    attemptsMax: 5,
    logo: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
    themeColor: '#0a7d55',
    frameAncestors: ['https://shop.example'],
  }
  const changed = await directory.changeSite({ by, siteId, changes })
  expect(changed).toEqual({ ...site, ...changes, cutOff: Temporal.PlainTime.from('23:30') })
  expect(await directory.site(siteId)).toEqual(changed)
})

test('what is not given stays, and null takes away', async () => {
  const { directory } = await openBenchContext()
  const { siteId } = await openSite(directory)
  await directory.changeSite({ by, siteId, changes: { backUrl: 'https://shop.example/', themeColor: '#123456' } })
  const site = await directory.changeSite({ by, siteId, changes: { backUrl: null, name: undefined } })
  expect(site).toMatchObject({ name: 'Shop', backUrl: undefined, themeColor: '#123456' })
})

test('a refused change changes nothing and leaves no trace', async () => {
  const { directory, db } = await openBenchContext({ alone: true })
  const { siteId, site } = await openSite(directory, { live: true })
  const before = await auditOf(db)
  const changes = { name: 'New', notificationUrl: 'http://shop.example/ipn' }
  await expect(directory.changeSite({ by, siteId, changes })).rejects.toMatchObject({
    code: 'url_not_secure',
    field: 'notificationUrl',
  })
  expect(await directory.site(siteId)).toEqual(site)
  expect(await auditOf(db)).toEqual(before)
})

test('sites and merchants that do not exist are refused by name', async () => {
  const { directory } = await openBenchContext()
  const merchantId = readMerchantId(999)!
  const siteId = readSiteId(999)!
  const input = { by, name: 'Shop', live: false, currencies: ['EUR'] }
  await expect(directory.createSite({ ...input, merchantId })).rejects.toMatchObject({ code: 'merchant_not_found' })
  await expect(directory.changeSite({ by, siteId, changes: {} })).rejects.toMatchObject({ code: 'site_not_found' })
  await expect(directory.rotateSiteKey({ by, siteId })).rejects.toMatchObject({ code: 'site_not_found' })
  expect(await directory.site(siteId)).toBe(undefined)
  expect(await directory.siteKeys(siteId)).toEqual([])
})

test('of changes that race every one comes true', async () => {
  const { directory, raceNext } = await openBenchContext()
  const { siteId } = await openSite(directory)
  raceNext(3)
  await Promise.all([
    directory.changeSite({ by, siteId, changes: { name: 'One' } }),
    directory.changeSite({ by, siteId, changes: { themeColor: '#111111' } }),
    directory.changeSite({ by, siteId, changes: { attemptsMax: 9 } }),
  ])
  expect(await directory.site(siteId)).toMatchObject({ name: 'One', themeColor: '#111111', attemptsMax: 9 })
})

test('every change is audited: who, from where, what was and what is', async () => {
  const { directory, db } = await openBenchContext({ alone: true })
  const { siteId, merchant } = await openSite(directory)
  await directory.changeSite({ by, siteId, changes: { payoutMaxMinor: 5n } })
  await directory.changeSite({ by, siteId, changes: { name: 'Shop' } })
  const audit = await auditOf(db)
  expect(
    audit.map(({ action, owner_kind, owner_id, subject_type, subject_id }) => [
      action,
      `${owner_kind} ${owner_id}`,
      `${subject_type} ${subject_id}`,
    ]),
  ).toEqual([
    ['merchantCreated', `merchant ${merchant.id}`, `merchant ${merchant.id}`],
    ['siteCreated', `site ${siteId}`, `site ${siteId}`],
    ['siteChanged', `site ${siteId}`, `site ${siteId}`],
  ])
  expect(audit[2]).toMatchObject({
    actor: 'staff 7',
    from_where: '203.0.113.9',
    before: { payoutMaxMinor: '100000' },
    after: { payoutMaxMinor: '5' },
  })
  expect(audit[2]!.occurred_at.toString()).toBe('2026-11-20T12:00:00Z')
})

test('the audit is never changed', async () => {
  const { directory, db } = await openBenchContext()
  await openSite(directory)
  await expect(db.run(`update directory.audit set actor = 'nobody'`, [])).rejects.toThrow(
    /permission denied|append-only/,
  )
  await expect(db.run(`delete from directory.audit`, [])).rejects.toThrow(/permission denied|append-only/)
})

test('lists go by id, a page at a time', async () => {
  const { directory } = await openBenchContext({ alone: true })
  const merchants = []
  for (const name of ['A', 'B', 'C']) merchants.push(await directory.createMerchant({ by, name }))
  const [a, b, c] = merchants
  expect(await directory.listMerchants()).toEqual(merchants)
  expect(await directory.listMerchants({ limit: 2 })).toEqual([a, b])
  expect(await directory.listMerchants({ after: b!.id })).toEqual([c])
  await expect(directory.listMerchants({ limit: 1_001 })).rejects.toMatchObject({ code: 'invalid_limit' })
  const input = { by, live: false, currencies: ['EUR'] }
  const one = await directory.createSite({ ...input, merchantId: a!.id, name: 'One' })
  const two = await directory.createSite({ ...input, merchantId: b!.id, name: 'Two' })
  expect(await directory.listSites()).toEqual([one.site, two.site])
  expect(await directory.listSites({ merchantId: b!.id })).toEqual([two.site])
  expect(await directory.listSites({ after: one.site.id, limit: 1 })).toEqual([two.site])
})
