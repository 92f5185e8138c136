import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Directory } from '#core/directory'
import { isDemoMoved, seedBakery } from '../../src/app/seed.ts'
import { seedPayouts } from '../../src/app/seed-payouts.ts'
import { openDemoApp, seedProgramme } from '../../src/app/seed-programmes.ts'
import { longTest } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { scratchFolder } from '../world/scratch.ts'
import { createWorld, publicUrl, type World } from '../world/world.ts'

const starts = [1, 2, 3, 4]

/** A connection for each start, or the first would be done before the others had one. */
async function connected(): Promise<World> {
  const world = await createWorld()
  const row = await world.holdRow('florin.clock', 'true')
  const waiting = starts.map(() => world.app.db.run('select from florin.clock for update', []))
  await world.untilWaiting(starts.length)
  await row.release()
  await Promise.all(waiting)
  return world
}

test('of several first starts at the same moment one opens the demo store, and all of them have its key', async () => {
  await using world = await connected()
  const shops = await Promise.all(starts.map(() => seedBakery(world.app, publicUrl)))
  expect(new Set(shops.map(({ site }) => site.id)).size).toBe(1)
  expect(new Set(shops.map(({ privateKey }) => privateKey.reveal())).size).toBe(1)
  expect(await world.query('select name from directory.merchants')).toEqual([{ name: 'Crumb & Co.' }])
  expect(await world.query('select id from directory.sites')).toHaveLength(1)
  const [{ site }] = shops as [(typeof shops)[0]]
  for (let starts = 0; starts < 2; starts++) await seedPayouts(world.app, site.merchantId)
  expect(await world.query('select currency, status from merchant_payouts.bank_accounts')).toEqual([
    { currency: 'EUR', status: 'active' },
  ])
  expect(await world.query('select schedule from merchant_payouts.terms')).toEqual([{ schedule: 'daily' }])
})

test('a first start keeps the others waiting until it has ended, however slow it is', async () => {
  await using world = await connected()
  const { directory, db } = world.app
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Directory = {
    ...directory,
    createMerchant: async (input) => {
      begun.resolve()
      await goesOn.promise
      return directory.createMerchant(input)
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = Promise.allSettled([seedBakery({ directory: slow, db }, publicUrl)])
  await begun.promise
  await vi.advanceTimersByTimeAsync(31_000)
  const second = seedBakery(world.app, publicUrl)
  await Promise.race([second, world.untilWaiting(1)])
  goesOn.resolve()
  const [[one], other] = await Promise.all([first, second])
  expect(await world.query('select name from directory.merchants')).toEqual([{ name: 'Crumb & Co.' }])
  expect(one).toMatchObject({ status: 'fulfilled', value: { site: { id: other.site.id } } })
})

// In small: of several first starts at the same moment one opens the demo store, and all of them have its key
longTest(
  'of several first starts at the same moment one opens the programme, and all of them have its key',
  async () => {
    await using world = await connected()
    const programmes = await Promise.all(starts.map(() => seedProgramme(world.app)))
    expect(new Set(programmes.map(({ partner }) => partner.id)).size).toBe(1)
    expect(new Set(programmes.map(({ product }) => product.id)).size).toBe(1)
    for (const { apiKey } of programmes) expect(apiKey?.reveal()).toBe(programmes[0]!.apiKey!.reveal())
    expect(await world.query('select id from partners.partners')).toHaveLength(1)
    expect(await world.query('select id from programmes.products')).toHaveLength(1)
    expect(await world.query('select distinct product_id from issuervault.product_keys')).toHaveLength(1)
  },
)

// In small: of several first starts at the same moment one opens the demo store, and all of them have its key
longTest(
  'of several first starts at the same moment one opens the bank of the demo app, at its address of today',
  async () => {
    await using world = await connected()
    const apps = await Promise.all(starts.map(() => openDemoApp(world.app, 'https://bank.example')))
    const facts = apps.map((app) => [app?.apiKey.reveal(), app?.signingKey.reveal(), app?.cardProduct])
    for (const each of facts) expect(each).toEqual(facts[0])
    expect(facts[0]).not.toContain(undefined)
    const settings = 'select return_url from programmes.settings'
    expect(await world.query(settings)).toEqual([{ return_url: 'https://bank.example/demo/app/topped-up' }])

    const moved = await openDemoApp(world.app, 'http://staging.lan:8080')
    expect(moved?.signingKey.reveal()).toBe(facts[0]![1])
    const partners = 'select webhook_url from partners.partners'
    expect(await world.query(partners)).toEqual([{ webhook_url: 'http://staging.lan:8080/demo/app/webhooks' }])
    expect(await world.query(settings)).toEqual([{ return_url: null }])
  },
)

test('what an operator set on the demo store stays, and an address that the seed wrote follows the public address', async () => {
  await using world = await createWorld()
  const { directory } = world.app
  const { site } = await seedBakery(world.app, publicUrl)
  const isMoved = () => isDemoMoved({ directory, publicUrl: 'https://moved.example' }, site.id)
  const own = { notificationUrl: 'https://shop.example/ipn', frameAncestors: ['https://shop.example'] }
  await directory.changeSite({ by: { actor: 'operator', fromWhere: 'test' }, siteId: site.id, changes: own })
  const second = await seedBakery(world.app, 'https://moved.example')
  expect(second.site).toMatchObject({ ...own, backUrl: 'https://moved.example/demo/return' })
  expect(await isMoved()).toBe(true)

  const app = await openDemoApp(world.app, publicUrl)
  const partnerId = (await world.app.partners.list({ limit: 1 }))[0]!.id
  const webhookUrl = 'https://app.example/hooks'
  await world.app.partners.change({ by: { actor: 'operator', fromWhere: 'test' }, partnerId, changes: { webhookUrl } })
  expect(app && (await openDemoApp(world.app, 'https://moved.example'))).toBeDefined()
  expect(await world.query('select webhook_url from partners.partners')).toEqual([{ webhook_url: webhookUrl }])
})

test('where the card numbers of the demo app are taken, staging starts without it and says so', async () => {
  await using world = await createWorld()
  await openProduct(world, await openPartner(world), { prefix: '53999910' })
  expect(await openDemoApp(world.app, publicUrl)).toBeUndefined()
  expect(world.logged.filter((line) => line.includes('there is no demo app'))).toHaveLength(1)
})

test('what a start compiles is cached in the home of the user, and not among the packages that npm ci removes', async () => {
  const home = await scratchFolder('florin-home-')
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const program = join(import.meta.dirname, '../../src/cli/florin.ts')
  await promisify(execFile)(process.execPath, [program, 'payment', '--help'], {
    env: { PATH: process.env.PATH, HOME: home },
  })
  const cached = await readdir(join(home, '.cache/florin'), { recursive: true })
  expect(cached.length).toBeGreaterThan(100)
})
