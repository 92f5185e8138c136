import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { holdable, ruleFor, rulesAfterRestore } from '../../src/app/hold/held-kinds.ts'
import { sources } from '../tidy/repository.ts'
import { submitsAll } from '../world/kyc.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { openReceiver } from '../world/receiver.ts'
import { openWebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test', reason: 'compared with the acquirer' }

test('what happens to each kind of due work after a restore is decided', async () => {
  await using world = await createWorld()
  const ofConnectors = sources
    .filter(({ path }) => /src\/(?:connectors|acquiring)\//.test(path))
    .flatMap(({ text }) => [...text.matchAll(/name: `([a-z ]+ )\$\{(?:ctx\.)?connector\}`,/g)].map(([, name]) => name!))
  expect(ofConnectors.length).toBeGreaterThan(4)
  const names = [...world.app.jobs.map(({ name }) => name), ...ofConnectors.map((name) => `${name}main`)]
  expect(names.filter((name) => ruleFor(name) === undefined)).toEqual([])
  const kinds = new Set(names.map((name) => ruleFor(name)))
  expect(
    Object.entries(rulesAfterRestore)
      .filter(([, rule]) => !kinds.has(rule))
      .map(([name]) => name),
  ).toEqual([])
})

test('emails and invoices from before a restore wait for a person, and what somebody waits for now is sent', async () => {
  const fixture = await openPaymentsFixture({})
  const { world } = fixture
  const { app, clock, query } = world
  let since: Temporal.Instant | undefined
  const held = holdable(app.jobs, { heldSince: async () => since })
  const run = () => runDueWorkUntilIdle(held, silentLog, app)
  const sent = () => query(`select order_id::text as order, status from emails.emails order by id`)
  const first = await fixture.pays()
  clock.pass({ minutes: 1 })
  since = clock.now()
  const second = await fixture.pays()
  await run()
  expect(await sent()).toEqual([
    { order: String(first.orderId), status: 'waiting' },
    { order: String(second.orderId), status: 'sent' },
  ])
  const tasks = `select count(*)::int as tasks from florin.scheduled_tasks where name = 'make fee invoices' and due_at <= '${clock.now().add({ hours: 48 })}'`
  clock.pass({ hours: 48 })
  await run()
  expect(await query(tasks)).toEqual([{ tasks: 1 }])
  since = undefined
  clock.pass({ hours: 1 })
  await run()
  expect((await sent()).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('what waited for the result of an acquirer before a restore is not requested again, and what is new is', async () => {
  const fixture = await openPaymentsFixture({})
  const { world, acquirerProxy } = fixture
  const { app, clock } = world
  let since: Temporal.Instant | undefined
  const held = holdable(app.jobs, { heldSince: async () => since })
  const loses = async () => {
    acquirerProxy.next('authorize', 'response lost')
    return fixture.pays()
  }
  const before = await loses()
  clock.pass({ minutes: 1 })
  since = clock.now()
  const after = await loses()
  clock.pass({ minutes: 10 })
  const statuses = async () => Promise.all([before, after].map(async (one) => (await fixture.now(one)).status))
  await runDueWorkUntilIdle(held, silentLog, app)
  expect(await statuses()).toEqual(['uncertain', 'captured'])
  since = undefined
  clock.pass({ minutes: 10 })
  await runDueWorkUntilIdle(held, silentLog, app)
  expect(await statuses()).toEqual(['captured', 'captured'])
})

test('a store and a partner are notified again under the id that they know', async () => {
  const fixture = await openPaymentsFixture({})
  const { world } = fixture
  await using partner = await openWebhookPartner(world)
  const store = await openReceiver()
  onTestFinished(() => store.close())
  store.setKey((await world.app.directory.siteKeys(fixture.site.id))[0]!.reveal())
  await world.app.directory.changeSite({ by, siteId: fixture.site.id, changes: { notificationUrl: store.url } })
  await fixture.pays()
  await submitsAll(world, (await partner.partner.customer()).call)
  await world.runUntilIdle()
  const eventIds = async () => (await partner.received()).map(({ eventId }) => eventId)
  const [notified, known] = [store.requests.length, await eventIds()]
  expect([notified, known.length]).toEqual([1, 2])

  // As a database is that was restored to the moment before they were delivered.
  for (const table of ['notifications.notifications', 'webhooks.events'])
    await world.query(
      `update ${table} set status = 'waiting', due_at = created_at, delivered_at = null, tries_left = 3`,
    )
  const held = holdable(world.app.jobs, { heldSince: async () => world.clock.now() })
  await runDueWorkUntilIdle(held, silentLog, world.app)
  expect(await eventIds()).toEqual([...known, ...known])
  expect(store.requests).toHaveLength(2)
  const [one, again] = store.requests.map((request) => request.open())
  expect(again).toEqual(one)
})
