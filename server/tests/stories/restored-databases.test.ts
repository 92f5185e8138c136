import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { describeInstallation } from '../../src/app/environment/describe-installation.ts'
import { holdable } from '../../src/app/hold/held-kinds.ts'
import { openHold, whyHeld } from '../../src/app/hold/open-hold.ts'
import { resumeInstallation } from '../../src/app/hold/resume-installation.ts'
import { openPaidMerchant } from '../world/merchant-payouts.ts'
import { scratchFolder } from '../world/scratch.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test', reason: 'compared with the acquirer' }
const never = { markEveryMs: 2_000_000_000, lookEveryMs: 2_000_000_000 }

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
  const file = join(folder, 'keys.json.mark')
  const keptBeside = { ...app, config: { ...app.config, markFile: file } }
  /** A process that starts, with a mark beside its keys or without. */
  const starts = async (ctx: typeof app = app) => {
    const hold = await openHold(ctx, never)
    onTestFinished(hold.stop)
    return hold
  }
  return { world, keptBeside, starts, why: () => whyHeld(app.db), resume: () => resumeInstallation(app, by) }
}

const heldSinceIn = async ({ query }: Pick<World, 'query'>): Promise<Temporal.Instant | undefined> => {
  const [row] = await query('select held_at::text as at from florin.installation')
  return row?.at ? Temporal.Instant.from(String(row.at).replace(' ', 'T')) : undefined
}

/** What a restore to an earlier moment leaves of the marks. */
const goesBack = ({ query }: World) =>
  query('update florin.marks set token = gen_random_uuid(), before = null, number = number - 1')

test('a process that has written what the database lacks holds what falls due by itself, and nothing else', async () => {
  const { world, starts, why, resume } = await openProduction()
  await using _ = world
  const hold = await starts()
  await hold.mark()
  await hold.mark()
  expect(await hold.heldSince()).toBeUndefined()
  const jobs = holdable(world.app.jobs, { heldSince: () => heldSinceIn(world) })
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
  await resume()
  expect(await why()).toBeUndefined()
  expect(await claimed('pay merchants')).toHaveLength(1)
  await hold.mark()
  expect(await why()).toBeUndefined()
  await expect(resume()).rejects.toThrow('Nothing is held.')
  expect((await world.verify()).differences).toEqual([])
})

test('a process that claims nothing looks too, and not only when it writes its next mark', async () => {
  const { world, why } = await openProduction()
  await using _ = world
  const hold = await openHold(world.app, { ...never, lookEveryMs: 20 })
  onTestFinished(hold.stop)
  await goesBack(world)
  await expect.poll(why).toBe('the database lacks what this process has written')
})

test('the mark beside the keys tells a start of a restore, and a promoted replica that lost nothing continues', async () => {
  const { world, keptBeside, starts, why, resume } = await openProduction()
  await using _ = world
  await starts(keptBeside)
  await starts(keptBeside)
  expect(await why()).toBeUndefined()
  await world.query('update florin.marks set timeline = timeline + 1, synchronous = true')
  await starts(keptBeside)
  expect(await why()).toBeUndefined()

  await goesBack(world)
  await starts(keptBeside)
  expect(await why()).toBe('the database lacks what was written last: the mark outside of it')
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

test('a promoted replica for which no commit had waited is held, for who runs on and who starts', async () => {
  const { world, keptBeside, starts, why, resume } = await openProduction()
  await using _ = world
  await starts(keptBeside)
  await world.query('update florin.marks set timeline = timeline - 1')
  await starts(keptBeside)
  const mayLack = /^the server has begun a new timeline, and no commit had waited for a replica/
  expect(await why()).toMatch(mayLack)
  await resume()

  let [promoted, synchronous] = [0n, true]
  const run: typeof keptBeside.db.run = async (text, given) => {
    const rows = await keptBeside.db.run(text, given)
    if (!text.includes('pg_control_system')) return rows
    return rows.map((row) => ({ ...row, timeline: BigInt(row.timeline as bigint) + promoted, synchronous }))
  }
  const db = new Proxy(keptBeside.db, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name)) })
  const hold = await starts({ ...keptBeside, db })
  promoted = 1n
  await hold.mark()
  expect(await why()).toBeUndefined()
  synchronous = false
  await hold.mark()
  promoted = 2n
  await hold.heldSince()
  expect(await why()).toMatch(mayLack)
  await resume()
  await hold.mark()
  expect(await why()).toBeUndefined()
})

test('a file beside the keys that could not be written for a while is no sign of a restore, and there is one', async () => {
  const { world, keptBeside, starts, why } = await openProduction()
  await using _ = world
  const file = keptBeside.config.markFile
  const hold = await starts(keptBeside)
  const early = await readFile(file, 'utf8')
  for (let made = 0; made < 3; made++) await hold.mark()
  await writeFile(file, early)
  await writeFile(`${file}.0b0e6d7e-killed-while-it-wrote`, '{"pro')
  await starts(keptBeside)
  expect(await why()).toBeUndefined()
  expect(await readdir(dirname(file))).toEqual(['keys.json.mark'])

  // Nor is the clock of a machine that is ahead for a start a sign of it for those that run.
  world.clock.set(world.clock.now().add({ hours: 24 * 800 }))
  await starts(keptBeside)
  expect(await hold.heldSince()).toBeUndefined()
  await hold.mark()
  expect(await why()).toBeUndefined()
  await world.query(`update florin.marks set made_at = made_at - interval '400 days'`)
  await starts(keptBeside)
  await starts(keptBeside)
  expect(await world.query('select from florin.marks')).toHaveLength(2)
})

test('a lost response to a mark, and the death of the process after the next one, hold nothing', async () => {
  const { world, keptBeside, starts, why } = await openProduction()
  await using _ = world
  let loses = 0
  const db = new Proxy(keptBeside.db, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (name !== 'batches') return value
      const carryOut: NonNullable<typeof target.batches>['carryOut'] = async (...given) => {
        const done = await target.batches!.carryOut(...given)
        if (loses-- > 0) throw new Error('the connection is gone')
        return done
      }
      return { ...value, carryOut }
    },
  })
  const hold = await starts({ ...keptBeside, db })
  loses = 1
  await expect(hold.mark()).rejects.toThrow('the connection is gone')
  await hold.mark()
  const file = keptBeside.config.markFile
  const recovered = await readFile(file, 'utf8')
  await hold.mark()
  // It was killed between the commit and the file.
  await writeFile(file, recovered)
  await starts(keptBeside)
  expect(await why()).toBeUndefined()
  const { number } = JSON.parse(recovered)
  await writeFile(
    file,
    recovered.replace(`"number":"${number}"`, '"number":"99"').replace(/"token":"[^"]+"/, '"token":"lost"'),
  )
  await starts(keptBeside)
  expect(await why()).toMatch(/^the database lacks what was written last/)
})
