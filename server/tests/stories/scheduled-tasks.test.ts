import { expect, onTestFinished, test, vi } from 'vitest'
import { openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { checkInstallation } from '../../src/app/doctor/check-installation.ts'
import { freshDatabases } from '../world/budget.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { createWorld, type World } from '../world/world.ts'

/** Housekeeping that processes share, whose versions and settings may differ. */

freshDatabases({ atMost: 2, because: 'a kind of a newer version is in no constraint of this one' })

const rates = 'fetch exchange rates'

const openWorld = async (environment: Record<string, string> = {}): Promise<World> => {
  const world = await createWorld({ environment })
  onTestFinished(() => world[Symbol.asyncDispose]())
  await world.runUntilIdle()
  return world
}
const taskNamed = async (world: World, name: string) =>
  (await world.query(`select due_at, leased_until from florin.scheduled_tasks where name = '${name}'`))[0]!
const setDue = (world: World, name: string, due: string) =>
  world.query(`insert into florin.scheduled_tasks (name, due_at) values ('${name}', ${due})
    on conflict (name) do update set due_at = excluded.due_at, leased_until = null returning id`)
const now = ({ clock }: World) => `timestamptz '${clock.now()}'`

/** Another process of the same installation, with settings of its own. */
async function startedWith(world: World, environment: Record<string, string>) {
  const { keys } = world.app.config
  if (!('text' in keys)) throw new Error('the keys of a world are a text')
  const app = await openApp({
    config: readConfig({ DATABASE_URL: world.databaseUrl, FLORIN_KEYS: keys.text.reveal(), ...environment }),
    ...{ log: world.app.log, databaseUrl: world.databaseUrl, publicUrl: world.app.publicUrl, clock: world.clock },
    openDb: world.openDb,
  })
  onTestFinished(() => app.close())
  return app
}

test('a process leaves a task alone that it does not know, or that its own settings switch off', async () => {
  const world = await openWorld({ FLORIN_RATES: 'off' })
  for (const name of ['a task of tomorrow', rates]) await setDue(world, name, now(world))

  await world.pass({ hours: 1 })

  for (const name of ['a task of tomorrow', rates]) {
    const { due_at, leased_until } = await taskNamed(world, name)
    expect([name, String(due_at), leased_until]).toEqual([name, '2026-05-04T10:00:00Z', null])
  }
  expect((await world.verify()).differences).toEqual([])
})

test('a start makes a task due again that an older version has written off', async () => {
  const world = await openWorld({ FLORIN_RATES: 'off' })
  await setDue(world, rates, 'null')
  await setDue(world, 'make fee invoices', 'null')
  expect((await world.verify()).differences).toHaveLength(2)

  await startedWith(world, { FLORIN_RATES: 'sandbox' })

  for (const name of ['make fee invoices', rates])
    expect(String((await taskNamed(world, name)).due_at)).toBe(String(world.clock.now()))
})

test('an installation that has switched rates off is not wrong for ever', async () => {
  const world = await openWorld({ FLORIN_RATES: 'off' })
  await setDue(world, rates, 'null')
  await startedWith(world, { FLORIN_RATES: 'off' })
  await world.pass({ hours: 24 * 30 })
  expect((await world.verify()).differences).toEqual([])
})

test('a task that outlives its lease does not end the lease of who has claimed it meanwhile', async () => {
  const world = await openWorld()
  const name = 'forget retired codes of rows'
  const lease = async () => (await taskNamed(world, name)).leased_until
  await setDue(world, name, now(world))
  const held = await connectAsSuperuser(world.databaseUrl)
  await held.query('begin')
  await held.query('lock table florin.retired_codes in access exclusive mode')
  const { claim, run } = world.app.jobs.find((job) => job.name === 'scheduled-tasks')!
  const [id] = await claim(1)
  const slow = run(id!)
  await world.untilWaiting(1)
  world.clock.pass({ minutes: 11 })
  expect(await claim(1)).toEqual([id])
  const ofOther = await lease()

  await held.query('commit')
  await slow
  expect(await lease()).toEqual(ofOther)
  await run(id!)

  expect(await taskNamed(world, name)).toEqual({ due_at: world.clock.now().add({ hours: 24 }), leased_until: null })
})

test('a task that takes longer than its lease keeps it, and is not begun again beside itself', async () => {
  const world = await openWorld()
  const name = 'forget retired codes of rows'
  await setDue(world, name, now(world))
  const held = await connectAsSuperuser(world.databaseUrl)
  await held.query('begin')
  await held.query('lock table florin.retired_codes in access exclusive mode')
  const { claim, run } = world.app.jobs.find((job) => job.name === 'scheduled-tasks')!
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [id] = await claim(1)
  const slow = run(id!)
  await world.untilWaiting(1)
  const ends = async () => String((await taskNamed(world, name)).leased_until)
  for (let renewals = 0; renewals < 4; renewals++) {
    world.clock.pass({ seconds: 200 })
    const before = await ends()
    vi.advanceTimersByTime(200_000)
    await expect.poll(ends).not.toBe(before)
  }
  expect(await claim(1)).toEqual([])
  await held.query('commit')
  await slow
  expect(await taskNamed(world, name)).toMatchObject({ leased_until: null })
  expect((await taskNamed(world, name)).due_at).toEqual(world.clock.now().add({ hours: 24 }))
})

test('doctor names a task that is long overdue, and none that another process runs', async () => {
  const world = await openWorld({ FLORIN_RATES: 'off' })
  const found = async () => {
    const of = (await checkInstallation(world.app, world.databaseUrl)).find(({ about }) => about === 'Scheduled tasks')
    return of && `${of.state}: ${of.says}`
  }
  await setDue(world, rates, now(world))
  expect(await found()).toBe('ok: run as they fall due')
  await setDue(world, 'make fee invoices', now(world))
  await setDue(world, 'delete old emails', 'null')
  world.clock.pass({ hours: 2 })
  expect(await found()).toBe(
    'warning: delete old emails is never due; make fee invoices is due since 2026-05-04T10:00:00Z',
  )
})

test('a process leaves long work of operators alone whose kind it does not know', async () => {
  await using world = await createWorld({ leavesDatabase: true })
  await world.query('alter table florin.operator_tasks drop constraint operator_tasks_kind_check')
  await world.query(`insert into florin.operator_tasks (kind, requested_by, requested_at, due_at)
    values ('of tomorrow', 'staff 1', ${now(world)}, ${now(world)})`)
  await world.runUntilIdle()
  expect(await world.query('select kind, started_at, ended_at from florin.operator_tasks')).toEqual([
    { kind: 'of tomorrow', started_at: null, ended_at: null },
  ])
})
