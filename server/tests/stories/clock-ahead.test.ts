import { expect, test } from 'vitest'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { checkInstallation } from '../../src/app/doctor/check-installation.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { createWorld } from '../world/world.ts'

test('a clock that was a year ahead for a minute puts off no scheduled task', async () => {
  await using world = await createWorld()
  const { clock, query } = world
  const began = clock.now()
  const ahead = `select name from florin.scheduled_tasks where due_at > '${began.add({ hours: 48 })}'`
  clock.set(began.add({ hours: 24 * 365 }))
  await world.runUntilIdle()
  clock.set(began.add({ minutes: 2 }))
  expect((await query(ahead)).length).toBeGreaterThan(20)
  const [found] = (await checkInstallation(world.app, world.databaseUrl)).filter(
    ({ about }) => about === 'Scheduled tasks',
  )
  expect(found).toMatchObject({ state: 'warning', says: expect.stringContaining('not due before') })
  await world.runUntilIdle()
  expect(await query(ahead)).toEqual([])
})

test('a lease of a clock that was ahead counts as ended', async () => {
  const { world, pays } = await openPaymentsFixture({})
  const { app, clock, query } = world
  await pays()
  const began = clock.now()
  clock.set(began.add({ hours: 24 * 30 }))
  const mail = app.jobs.find(({ name }) => name === 'send emails')!
  expect(await mail.claim(10)).toHaveLength(1)
  clock.set(began.add({ minutes: 1 }))
  await runDueWorkUntilIdle([mail], silentLog, app)
  expect(await query('select status from emails.emails')).toEqual([{ status: 'sent' }])
})
