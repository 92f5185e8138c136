import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { describeInstallation } from '../../src/app/environment/describe-installation.ts'
import { heldKinds, holdable } from '../../src/app/hold/held-kinds.ts'
import { openHold, whyHeld } from '../../src/app/hold/open-hold.ts'
import { resumeInstallation } from '../../src/app/hold/resume-installation.ts'
import { openPaidMerchant } from '../world/merchant-payouts.ts'
import { scratchFolder } from '../world/scratch.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test', reason: 'compared with the acquirer' }
const never = { everyMs: 2_000_000_000 }

/** Production, with its keys in a file whose folder can keep a mark. */
async function openProduction() {
  const world = await createWorld({
    environment: {
      FLORIN_ENVIRONMENT: 'production',
      FLORIN_KEYS: generateKeys(),
      FLORIN_PUBLIC_URL: 'https://pay.example',
      FLORIN_MESSAGES: 'off',
    },
    acquirer: ({ db, clock, bankUrl }) => sandboxAcquirer({ record: databaseRecord(db), clock, bankUrl }),
  })
  const { app, clock } = world
  await describeInstallation({ db: app.db, react: async () => [], now: clock.now(), by }, app.config)
  const folder = await scratchFolder('florin-mark-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const keptBeside = { ...app, config: { ...app.config, keys: { file: join(folder, 'keys.json') } } }
  /** A process that starts, with a mark beside its keys or without. */
  const starts = async (ctx: typeof app = app) => {
    const hold = await openHold(ctx, never)
    onTestFinished(hold.stop)
    return hold
  }
  return { world, keptBeside, starts, why: () => whyHeld(app.db), resume: () => resumeInstallation(app, by) }
}

/** What a restore to an earlier moment leaves of the marks. */
const goesBack = ({ query }: World) => query('update florin.marks set token = gen_random_uuid(), before = null')

test('a process that has written what the database lacks holds what falls due by itself, and nothing else', async () => {
  const { world, starts, why, resume } = await openProduction()
  await using _ = world
  const hold = await starts()
  await hold.mark()
  await hold.mark()
  expect(await hold.isHeld()).toBe(false)
  const jobs = holdable(world.app.jobs, async () => (await why()) !== undefined)
  const names = jobs.map(({ name }) => name)
  expect([...heldKinds].filter((name) => !names.includes(name))).toEqual([])
  const claimed = async (name: string) => jobs.find((one) => one.name === name)!.claim(1)
  const { site } = await world.merchant()
  await openPaidMerchant(world, site.merchantId)
  world.clock.pass({ hours: 48 })
  expect(await claimed('pay merchants')).toHaveLength(1)
  await world.query('update merchant_payouts.terms set leased_until = null')

  await goesBack(world)
  await hold.mark()
  expect(await why()).toBe('the database lacks what this process has written')
  expect(await claimed('pay merchants')).toEqual([])
  expect(await claimed('scheduled-tasks')).toHaveLength(1)
  expect(world.logged.some((line) => line.includes('florin resume'))).toBe(true)
  const ready = await world.http.inject({ url: '/ready' })
  expect({ status: ready.statusCode, body: ready.json() }).toMatchObject({
    status: 200,
    body: { held: 'florin resume' },
  })

  await expect(resumeInstallation(world.app, { ...by, reason: undefined })).rejects.toThrow('Say why')
  const before = await world.query(`select last_value from pg_sequences where sequencename = 'sites_id_seq'`)
  await resume()
  expect(await why()).toBeUndefined()
  expect(await claimed('pay merchants')).toHaveLength(1)
  const after = await world.query(`select last_value from pg_sequences where sequencename = 'sites_id_seq'`)
  expect(Number(after[0]!.last_value) - Number(before[0]!.last_value)).toBe(10_000)
  await hold.mark()
  expect(await why()).toBeUndefined()
  await expect(resume()).rejects.toThrow('Nothing is held.')
  expect((await world.verify()).differences).toEqual([])
})

test('the mark beside the keys tells a start of a restore, and a promoted replica that lost nothing continues', async () => {
  const { world, keptBeside, starts, why, resume } = await openProduction()
  await using _ = world
  await starts(keptBeside)
  await starts(keptBeside)
  expect(await why()).toBeUndefined()
  await world.query('update florin.marks set timeline = timeline + 1')
  await starts(keptBeside)
  expect(await why()).toBeUndefined()

  await goesBack(world)
  await starts(keptBeside)
  expect(await why()).toBe('the database lacks what was written last: the mark beside the master keys')
  await resume()
  await starts(keptBeside)
  expect(await why()).toBeUndefined()

  await world.query('update florin.marks set timeline = timeline + 1')
  await starts()
  expect(await why()).toMatch(/^the server has begun a new timeline, and there is no mark/)
  await resume()
  await world.query(`update florin.marks set place = '7 16384'`)
  await starts(keptBeside)
  expect(await why()).toBe('the database is a copy on another server, or of another name')
})
