import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { seedBakery } from '../../src/app/seed.ts'
import { seedProgramme } from '../../src/app/seed-programmes.ts'
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
})

test('of several first starts at the same moment one opens the programme, and all of them have its key', async () => {
  await using world = await connected()
  const programmes = await Promise.all(starts.map(() => seedProgramme(world.app)))
  expect(new Set(programmes.map(({ partner }) => partner.id)).size).toBe(1)
  expect(new Set(programmes.map(({ product }) => product.id)).size).toBe(1)
  for (const { apiKey } of programmes) expect(apiKey?.reveal()).toBe(programmes[0]!.apiKey!.reveal())
  expect(await world.query('select id from partners.partners')).toHaveLength(1)
  expect(await world.query('select id from programmes.products')).toHaveLength(1)
  expect(await world.query('select distinct product_id from issuervault.product_keys')).toHaveLength(1)
})

test('what a start compiles is cached in the home of the user, and not among the packages that npm ci removes', async () => {
  const home = await scratchFolder('florin-home-')
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const program = join(import.meta.dirname, '../../src/cli/florin.ts')
  await promisify(execFile)(process.execPath, [program, '--help'], { env: { PATH: process.env.PATH, HOME: home } })
  const cached = await readdir(join(home, '.cache/florin'), { recursive: true })
  expect(cached.length).toBeGreaterThan(100)
})
