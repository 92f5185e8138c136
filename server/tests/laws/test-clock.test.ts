import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { countDue, listDue, worksDue } from '#kernel/work/due-list.ts'
import { type DueWork, startDueWork } from '#kernel/work/due-work.ts'
import { type RunLimits, runClock } from '#kernel/work/run-clock.ts'
import { clockOf, openBeside, openShopAt } from '../world/own-time.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { createWorld } from '../world/world.ts'

const at = (moment: string): Temporal.Instant => Temporal.Instant.from(moment)
const noLimits = (): RunLimits => ({ stopsMax: 10_000, enough: new AbortController().signal })
const weekly = { order: { type: 'recurring', intervalType: 'day', intervalValue: 7 } } as const

test('every table with a due time is the table of one kind of work, or of several that share its rows', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { rows } = await query(
    world.databaseUrl,
    `select table_schema || '.' || table_name as name from information_schema.columns where column_name = 'due_at'`,
  )
  const byTable = Map.groupBy(world.app.jobs, ({ table }) => table as string)
  const own = rows.map(({ name }) => String(name)).filter((name) => !ofConnections.test(name))
  expect([...byTable.keys()].sort()).toEqual(own.sort())
  const sharing = [...byTable.values()].filter((works) => works.length > 1).flat()
  expect(sharing.filter(({ only }) => !only)).toEqual([])
})

/** The work of a connection to a processor is there when it is opened: the tests of each kind do it. */
const ofConnections = /^(?:adyen|isohost)\./

test('a row of a table that several kinds of work share is listed and counted once', async () => {
  const { pays, world } = await openPaymentsFixture()
  await pays({ kind: 'auth' })
  const { db, jobs, clock } = world.app
  const sharing = jobs.filter(({ table }) => table === 'payments.payments')
  expect((await listDue(db, sharing, { limit: 10 })).map(({ work }) => work)).toEqual(['resolve payments'])
  const upTo = clock.now().add({ hours: 24 * 30 })
  expect(await countDue(db, sharing, { owner: undefined, after: undefined, upTo })).toBe(1)
  expect((await worksDue(db, sharing, upTo)).map(({ name }) => name)).toEqual(['resolve payments'])
})

test('work whose items belong to sites names the column, and no other work has one', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { rows } = await query(
    world.databaseUrl,
    `select table_schema || '.' || table_name as name from information_schema.columns where column_name = 'site_id'`,
  )
  const ofSites = new Set(rows.map(({ name }) => name))
  for (const { table, owner } of world.app.jobs)
    if (owner?.column !== 'id') expect([table, owner?.column === 'site_id']).toEqual([table, ofSites.has(table)])
})

test('the time of the machine is used for leases and sessions of staff, and for nothing of the business', () => {
  const root = join(import.meta.dirname, '../../src')
  const asking = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => /\bwall\(\)/.test(readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')))
  expect(asking.sort()).toEqual([
    'acquiring/disputes/read-disputes.ts', // leases
    'acquiring/payments/sum-hours.ts', // whether the clock was moved
    'acquiring/velocity/open-velocity.ts', // as rate limits: a paused clock must lock no shopper out
    'acquiring/velocity/refused.ts', // as the limits that refused
    'app/doctor/check-database.ts', // the clocks of two machines
    'app/doctor/check-installation.ts', // how late seals and work are, for an operator
    'app/doctor/check-keys.ts', // the age of keys, whose proofs have it
    'app/doctor/check-machine.ts', // how old its data of time zones is
    'app/doctor/check-public-address.ts', // certificates are of the world
    'app/due-tasks.ts', // how often it is looked
    'app/environment/settle-environment.ts', // when the installation was described, before there is a clock
    'app/hold/open-hold.ts', // marks of processes
    'app/keep-lease.ts', // leases of scheduled tasks
    'app/late-work.ts', // how late work is
    'app/metrics/read-state.ts', // how often it is read, and how far the clock was moved
    'app/operator-tasks.ts', // leases of long work
    'app/test-copy/make-test-copy.ts', // a copy is cut off before it has a clock
    'audit/seal-metrics.ts', // how late seals are, for a monitoring system
    'audit/seal.ts', // as above
    'audit/verify.ts', // as above
    'cli/network.ts', // a line is tried now
    'connectors/acquirer/iso8583/close-day.ts', // days of a host are those of the world
    'connectors/acquirer/iso8583/host.ts', // a host that was moved in time is tried again all the same
    'connectors/acquirer/iso8583/line.ts', // as below
    'connectors/acquirer/iso8583/record.ts', // a host has the time of the world
    'connectors/acquirer/iso8583/refused-requests.ts', // as above
    'connectors/network/iso8583/session.ts', // a paused clock must not end a line, or let a dead one live
    'core/access/begin-session.ts', // who moves a clock stays logged in
    'core/access/proof.ts', // as above
    'core/access/second-factor/manage-factors.ts', // an app on a telephone has the time of the world
    'core/access/second-factor/prove-factor.ts', // as above
    'core/access/single-sign-on/sign-on.ts', // a provider has the time of the world
    'core/access/staff-session-store.ts', // as above: when a session ended
    'core/access/staff-sessions.ts', // as above
    'core/directory/prove-keys.ts', // when the keys were proved
    'core/directory/short-memory.ts', // how long what was found is remembered
    'core/exports/write-export.ts', // leases of long work
    'core/ledger/close-days.ts', // whether the clock was moved
    'issuing/screening/rescreen.ts',
    'issuing/threeds/send-result.ts', // leases
    'kernel/audit/seal/seal-new-rows.ts', // when rows were sealed, for an auditor
    'kernel/base/clock.ts',
    'kernel/http/rate-limit.ts', // a paused clock must lock no client out
    'kernel/work/delivery-claim.ts', // leases
    'kernel/work/delivery.ts', // leases
    'kernel/work/due-work.ts', // leases
    'kernel/work/exclusive-work.ts', // leases
    'kernel/work/staging-clock.ts', // how far it is from the machine, and who runs it
    'kernel/work/work-metrics.ts', // when work was last done, for a monitoring system
    'surfaces/health.ts', // a question is asked now
    'surfaces/security-txt.ts', // its readers have no other time
    'surfaces/staff-api/browser-call.ts', // as long as the session
    'surfaces/staff-api/health-route.ts', // how late seals and work are
    'surfaces/staff-api/live/stream.ts', // whether the clock was moved, for open pages
  ])
})

test('two callers that advance the clock by a day at the same time advance it by two days', async () => {
  const { clock, client, world } = await openShopAt('2031-03-01T09:00:00Z')
  const beside = await openBeside(world)
  const row = await holdClock(world.databaseUrl)
  const moves = [
    clock.set({ advanceBy: 'P1D' }),
    clockOf(client).set({ advanceBy: 'P1D' }),
    beside.testClock!.move(beside, { to: 'later', by: Temporal.Duration.from('P1D') }),
  ]
  await world.untilWaiting(3)
  await row.release()
  await Promise.all(moves)
  expect(await clock.reads()).toMatchObject({ now: '2031-03-04T09:00:00+00:00' })
})

test('all processes have the same time, however often and however fast it changes', async () => {
  const { world } = await openShopAt('2031-03-01T09:00:00Z')
  const beside = await openBeside(world)
  const { app } = world
  const hour = Temporal.Duration.from('PT1H')
  const start = app.clock.now()
  for (let hours = 0; hours < 50; hours++) {
    const mover = hours % 2 === 0 ? app : beside
    const time = await mover.testClock!.move(mover, { to: 'later', by: hour })
    expect([time, mover.clock.now()].map(String)).toEqual(Array(2).fill(String(start.add({ hours: hours + 1 }))))
  }
  await expect
    .poll(() => [app.clock.now(), beside.clock.now()].map(String))
    .toEqual(Array(2).fill('2031-03-03T11:00:00Z'))
})

test('a process that receives an older change after a newer one keeps the newer', async () => {
  const { world } = await openShopAt('2031-03-01T09:00:00Z')
  const { app } = world
  await app.testClock!.move(app, { to: 'moment', at: at('2031-03-02T09:00:00Z') })
  const old = { version: 1, offsetMs: 0, pausedAt: null, runBy: null, runUntil: null }
  const received = Promise.withResolvers<void>()
  const listening = await app.db.listen('clock', (notified) => notified === JSON.stringify(old) && received.resolve())
  onTestFinished(() => listening.stop())
  await app.db.run(`select pg_notify('clock', $1)`, [JSON.stringify(old)])
  await received.promise
  await app.db.run('select 1', [])
  expect(String(app.clock.now())).toBe('2031-03-02T09:00:00Z')
})

test('while one runs the clock, workers pause in every process, and go on afterwards', async () => {
  const { clock, sends, receiver, world } = await openShopAt('2031-03-01T09:00:00Z')
  const beside = await openBeside(world)
  receiver.answer('hold')
  await (await sends()).pays()
  const run = clock.runs({ runFor: 'P1D' })
  await receiver.next()
  await expect.poll(() => beside.testClock!.isRun()).toBe(true)
  receiver.release()
  await run
  await expect.poll(() => beside.testClock!.isRun()).toBe(false)
})

test('a paused worker claims nothing', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const looks = { status: 0, working: 0 }
  for (const name of ['status', 'working'] as const) {
    const work: DueWork = {
      name,
      table: 'florin.scheduled_tasks',
      claim: async () => {
        looks[name]++
        return []
      },
      run: async () => undefined,
    }
    const worker = await startDueWork(world.app, [work], { everyMs: 3_600_000, isPaused: () => name === 'status' })
    await worker.stop()
  }
  expect(looks.status).toBe(0)
  expect(looks.working).toBeGreaterThan(0)
})

test('a run does not go past a thing that fails', async () => {
  const { sends, world, mayLogErrors } = await openShopAt('2031-03-01T09:00:00Z')
  mayLogErrors()
  await (await sends(weekly)).pays()
  const { app } = world
  const given = new AbortController()
  const jobs = app.jobs.map((work) => (work.name === 'bill orders' ? { ...work, run: failing(given) } : work))
  const ctx = { ...app, testClock: app.testClock!, jobs }

  const end = await runClock(ctx, at('2031-04-01T00:00:00Z'), {
    owner: undefined,
    limits: { stopsMax: 1_000, enough: given.signal },
  })

  expect(end.more).toBe(true)
  expect(String(app.clock.now())).toBe('2031-03-08T09:00:00Z')
})

test('a run waits for what another worker has in hand', async () => {
  const { sends, world } = await openShopAt('2031-03-01T09:00:00Z')
  await (await sends(weekly)).pays()
  const { app } = world
  const ctx = { ...app, testClock: app.testClock! }
  const to = (goal: Temporal.Instant, { enough } = noLimits()) =>
    runClock(ctx, goal, { owner: undefined, limits: { ...noLimits(), enough } })
  await to(at('2031-03-08T08:59:59Z'))
  const billing = app.jobs.find(({ name }) => name === 'bill orders')!
  await app.testClock!.move(app, { to: 'moment', at: at('2031-03-08T09:00:00Z') })
  const inHand = await billing.claim(1)
  expect(inHand).toHaveLength(1)

  const noTime = { ...noLimits(), enough: AbortSignal.abort() }
  expect(await to(app.clock.now(), noTime)).toMatchObject({ more: true })
  for (const id of inHand) await billing.run(id)
  expect(await to(app.clock.now())).toMatchObject({ more: false })
})

const failing = (given: AbortController) => async () => {
  given.abort()
  throw new Error('it fails')
}

test('a run that is cut into calls of one stop comes to the same end', async () => {
  const { client, sends, world } = await openShopAt('2031-03-01T09:00:00Z')
  await (await sends(weekly)).pays()
  const ctx = { ...world.app, testClock: world.app.testClock! }
  const goal = at('2031-03-20T00:00:00Z')
  let calls = 0
  for (let more = true; more; calls++)
    ({ more } = await runClock(ctx, goal, { owner: undefined, limits: { ...noLimits(), stopsMax: 1 } }))
  expect(calls).toBeGreaterThan(19)
  expect((await client.get('/transaction?reverseSorting=0')).items.map(({ creationDate }) => creationDate)).toEqual([
    '2031-03-01T09:00:00+00:00',
    '2031-03-08T09:00:00+00:00',
    '2031-03-15T09:00:00+00:00',
  ])
})

test('what comes round by itself is looked at once a day, and no stop is made for housekeeping', async () => {
  const { world } = await openShopAt('2031-03-01T09:00:00Z')
  const { app } = world
  const named = (inRun: DueWork['inRun']) => app.jobs.filter((work) => work.inRun === inRun)
  expect(named('left').map(({ name }) => name)).toEqual([
    'scheduled-tasks',
    'read the blocks of a chain',
    'erasures of persons',
    'long work of operators',
    'read missed webhooks of processors',
    'write lists to files',
  ])
  expect(named('daily').map(({ name }) => name)).toEqual(['read disputes'])
  const limits = { ...noLimits(), stopsMax: 31 }
  const end = await runClock({ ...app, testClock: app.testClock! }, app.clock.now().add({ hours: 24 * 30 }), {
    owner: undefined,
    limits,
  })
  expect(end).toEqual({ done: 0, more: false })
  expect(await worksDue(app.db, named('daily'), app.clock.now())).toEqual([])
})

async function query(databaseUrl: string, text: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await client.query<{ name: string }>(text)
  } finally {
    await client.end()
  }
}

/** Every change of the clock waits until `release`. */
async function holdClock(databaseUrl: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from florin.clock for update')
  return {
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}
