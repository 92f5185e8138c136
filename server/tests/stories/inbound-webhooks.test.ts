import { expect, test } from 'vitest'
import { disableConnection, type MessageId, replaceCredentials, replayMessage } from '#acquiring/processors'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { madeUpFields, openConnected, operator, startedAgain } from '../world/connected.ts'
import { longTest } from '../world/length.ts'
import { holdLocks } from '../world/locks.ts'
import type { MadeUpMessage } from '../world/made-up-processor.ts'
import { counting, scrape } from '../world/scrape.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const at = '2026-05-04T10:00:00Z'
const message = (id: string, more: Partial<MadeUpMessage> = {}): MadeUpMessage => ({ id, type: 'payment', at, ...more })
const checks = { address: 'unavailable', postalCode: 'unavailable', securityCode: 'unavailable' } as const
const approved = {
  outcome: 'approved',
  reference: 'r-9',
  networkTransactionId: '400000000000009',
  authorizationCode: 'A1B2C3',
  checks,
  threeDSecure: 'none',
} as const

test('a payment whose response was lost ends by a webhook, which counts once however often it is delivered', async () => {
  const { acquirer, fixture, deliver, messages, runUntilIdle, world } = await openConnected()
  acquirer.next('authorize', 'response lost')
  const uncertain = await fixture.pays()
  expect(uncertain).toMatchObject({ status: 'uncertain', connector: 'main' })
  const result = { key: uncertain.key, result: approved }

  expect(await deliver([message('evt_1', { result }), message('evt_2', { type: 'noise' })])).toEqual([200, '[stored]'])
  expect(await deliver([message('evt_1', { result })])).toEqual([200, '[stored]'])
  expect((await messages()).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
  await runUntilIdle()

  expect(await fixture.now(uncertain)).toMatchObject({ status: 'captured', reference: 'r-9' })
  expect(await messages()).toEqual([
    { message_id: 'evt_1', status: 'applied', tries: 1, note: null },
    { message_id: 'evt_2', status: 'ignored', tries: 1, note: 'it has no result' },
  ])
  const [{ body }] = (await world.query(`select encode(body, 'escape') as body from processors.messages`)) as [
    { body: string },
  ]
  expect(body).not.toContain(uncertain.key)
})

test('what is not signed is not stored, and who guesses is slowed down; earlier credentials count until their overlap is over', async () => {
  const { app, world, deliver, messages, http } = await openConnected()
  expect(await deliver([message('evt_1')], { secret: 'guessed' })).toEqual([401, 'The signature is not valid.'])
  expect(await deliver([message('evt_1')], { name: 'other' })).toEqual([404, 'There is nothing at this address.'])
  expect((await http.inject({ method: 'POST', url: '/webhooks/main' })).statusCode).toBe(401)
  expect(await messages()).toEqual([])

  const given = madeUpFields({ webhookSecret: 'second' })
  await replaceCredentials(world.app.processors, { by: operator, name: 'main', given })
  app.connections.forget()
  expect(await deliver([message('evt_1')], { secret: 'second' })).toEqual([200, '[stored]'])
  expect(await deliver([message('evt_2')], { secret: 'first' })).toEqual([200, '[stored]'])
  world.clock.pass({ hours: 24 })
  expect(await deliver([message('evt_3')], { secret: 'first' })).toEqual([401, 'The signature is not valid.'])

  const guesses = await Promise.all(Array.from({ length: 120 }, () => deliver([], { secret: 'guessed' })))
  expect(guesses.filter(([status]) => status === 429).length).toBeGreaterThan(0)
  expect(await deliver([message('evt_4')], { secret: 'second' })).toEqual([200, '[stored]'])

  await disableConnection(world.app.processors, { by: operator, name: 'main' })
  app.connections.forget()
  expect((await deliver([message('evt_5')], { secret: 'second' }))[0]).toBe(429)
  expect(await messages()).toHaveLength(3)
})

test('two deliveries of one message at the same moment are one message, and are counted as one', async () => {
  const { app, deliver, messages, start, world } = await openConnected({ environment: counting })
  const other = await start()
  // Each message refers to its connection: while that is locked, nobody's is stored, and both have seen none.
  const locking = await connectAsSuperuser(world.databaseUrl)
  await locking.query('begin')
  await locking.query('select from processors.connections for update')
  const deliveries = [deliver([message('evt_1')]), other.deliver([message('evt_1'), message('evt_2')])]
  await holdLocks(world.databaseUrl, app.db).untilWaiting(2)
  await locking.query('commit')
  await locking.end()
  const answers = await Promise.all(deliveries)
  const counted = await Promise.all([scrape(app), scrape(other.app)])
  await other.close()
  expect(answers).toEqual([
    [200, '[stored]'],
    [200, '[stored]'],
  ])
  expect((await messages()).map(({ message_id }) => message_id).toSorted()).toEqual(['evt_1', 'evt_2'])
  const sumOf = (result: string) =>
    counted.reduce((sum, { of }) => sum + of('florin_inbound_webhooks_total', { connector: 'main', result }), 0)
  expect({ stored: sumOf('stored'), duplicate: sumOf('duplicate') }).toEqual({ stored: 2, duplicate: 1 })
})

test('a message that cannot be applied is tried later and later, is parked in the end, and is applied when it is replayed', async () => {
  const { app, deliver, madeUp, messages, runUntilIdle, world } = await openConnected()
  let isBroken = true
  madeUp.apply = async ({ id }) => {
    if (isBroken && id === 'evt_1') throw new Error('card 4111111111111111 is not known yet')
    return { results: [] }
  }
  await deliver([message('evt_1'), message('evt_2')])
  await runUntilIdle()
  // The one behind it is not kept waiting.
  expect((await messages()).map(({ status, tries }) => [status, tries])).toEqual([
    ['waiting', 1],
    ['applied', 1],
  ])
  world.clock.pass({ seconds: 9 })
  await runUntilIdle()
  expect((await messages())[0]).toMatchObject({ tries: 1 })
  for (const hours of [1, 1, 1, 1, 1, 4, 12]) {
    world.clock.pass({ hours })
    await runUntilIdle()
  }
  expect((await messages())[0]).toMatchObject({
    status: 'parked',
    tries: 8,
    note: expect.not.stringContaining('4111111111111111'),
  })

  isBroken = false
  const [{ id }] = (await world.query(`select id from processors.messages where status = 'parked'`)) as [{ id: bigint }]
  const replayed = await replayMessage(app, { by: operator, id: BigInt(id) as MessageId })
  expect(replayed).toMatchObject({ status: 'waiting', tries: 0 })
  await runUntilIdle()
  expect((await messages())[0]).toMatchObject({ status: 'applied', tries: 1, note: null })
  expect(await world.query(`select from directory.audit where action = 'inboundWebhookReplayed'`)).toHaveLength(1)
})

test('a program whose version takes no webhooks of a connection leaves its messages to the others', async () => {
  const { deliver, madeUp, messages, runUntilIdle, world } = await openConnected()
  const { kind } = madeUp
  const open: typeof kind.open = (parts) => {
    const { webhooks: _, ...opened } = kind.open(parts)
    return opened
  }
  const older = await startedAgain(world, { kind: { ...kind, open } })
  await deliver([message('evt_1')])
  await runDueWorkUntilIdle(older.jobs, silentLog, older)
  await older.close()
  expect(await messages()).toMatchObject([{ status: 'waiting', tries: 0 }])
  await runUntilIdle()
  expect(await messages()).toMatchObject([{ status: 'ignored' }])
})

test('a program that dies after it has stored a message leaves it to the next one', async () => {
  const { start, deliver, messages, close, madeUp } = await openConnected()
  const applied: string[] = []
  madeUp.apply = async ({ id }) => {
    applied.push(id)
    return { results: [] }
  }
  await deliver([message('evt_1')])
  await close()
  const next = await start()
  await next.runUntilIdle()
  await next.close()
  expect(applied).toEqual(['evt_1'])
  expect(await messages()).toMatchObject([{ status: 'applied' }])
})

// In small: two deliveries of one message at the same moment are one message, and are counted as one
longTest('two workers with one message end as one: the payment is booked once', async () => {
  const { acquirer, app, fixture, deliver, madeUp, messages, world } = await openConnected()
  acquirer.next('authorize', 'response lost')
  const uncertain = await fixture.pays()
  const both = Promise.withResolvers<void>()
  let inside = 0
  madeUp.apply = async () => {
    if (++inside === 2) both.resolve()
    await both.promise
    return { results: [{ key: uncertain.key, result: approved }] }
  }
  await deliver([message('evt_1')])
  const work = app.jobs.find(({ name }) => name === 'apply webhooks of processors')!
  const [{ id }] = (await world.query('select id from processors.messages')) as [{ id: bigint }]
  await Promise.all([work.run(BigInt(id)), work.run(BigInt(id))])
  expect(inside).toBe(2)
  expect(await messages()).toMatchObject([{ status: 'applied', tries: 1 }])
  expect(await fixture.now(uncertain)).toMatchObject({ status: 'captured' })
  expect(await world.query(`select from payments.payment_transitions where to_status = 'captured'`)).toHaveLength(1)
})

test('messages that never came are read from the processor’s own list, and old ones are deleted', async () => {
  const { deliver, madeUp, messages, runUntilIdle, world } = await openConnected()
  const { Secret } = await import('#kernel/base/secret.ts')
  const listed = ['evt_1', 'evt_2', 'evt_3']
  const places: (string | undefined)[] = []
  madeUp.missed = async (place) => {
    places.push(place)
    const from = place === undefined ? 0 : listed.indexOf(place) + 1
    const page = listed.slice(from, from + 2)
    const asMessages = page.map((id) => ({ ...message(id), at: Temporal.Instant.from(at), body: new Secret('{}') }))
    return { messages: asMessages, place: page.at(-1) ?? place }
  }
  await deliver([message('evt_2')])
  world.clock.pass({ minutes: 10 })
  await runUntilIdle()
  expect(places).toEqual([undefined, 'evt_2', 'evt_3'])
  expect((await messages()).map(({ message_id }) => message_id)).toEqual(['evt_2', 'evt_1', 'evt_3'])

  world.clock.pass({ hours: 24 * 91 })
  await runUntilIdle()
  expect(await messages()).toEqual([])
})
