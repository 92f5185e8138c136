import { expect, test, vi } from 'vitest'
import { parseJsonExactly } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import { OutboundError } from '#kernel/http/client.ts'
import { sealPayload } from '../../src/acquiring/notifications/seal-payload.ts'
import { byLength, longTest } from '../world/length.ts'
import { messagesOf } from '../world/shopper.ts'
import { openTopupWorld } from '../world/topup-world.ts'
import { goesOnWithoutEnd, unchallenged } from '../world/topups.ts'

const declined = '4000020000004002'

test('a customer orders a topup, pays it at the checkout, and has the money once', async () => {
  const { holder, deliver, notifications, post, events } = await openTopupWorld()
  const ana = await holder()
  const { status, page, headers, topup, shopper } = await ana.opens('100.00')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page).toMatch(/<form[^>]* action="http:\/\/florin\.test\/\?lang=en"/)
  expect(page).toContain('data-pass-on')
  expect(messagesOf(page)).toContain('You pay €100.00 to Crumb & Co. on the next page.')
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'created', type: 'fiat', amount: '100.00', fees: '0.00' })

  await shopper.pays()
  await shopper.answersChallenge('00000')
  expect(await deliver()).toEqual([200])
  expect(await ana.balance()).toBe('100.00')
  expect(await ana.topup(topup.id)).toMatchObject({
    id: topup.id,
    status: 'completed',
    accountId: ana.accountId,
    credited: '100.00',
    completedAt: expect.any(String),
  })
  expect(await events()).toEqual([`topupCreated ${topup.id}`, `topupStatusChanged ${topup.id}`])

  const again = await Promise.all(Array.from({ length: 8 }, () => post(notifications()[0]!)))
  expect(new Set(again.map(({ text }) => text))).toEqual(new Set(['OK']))
  expect(await ana.balance()).toBe('100.00')
  expect(await events()).toHaveLength(2)
})

test('of many notifications and workers at the same moment one credits', async () => {
  const { world, holder, notifications, post, events } = await openTopupWorld()
  const ana = await holder()
  const { topup, shopper } = await ana.opens('20.00')
  await shopper.pays()
  await world.runUntilIdle()
  await Promise.all([...Array.from({ length: 8 }, () => post(notifications()[0]!)), world.pass({ hours: 1 })])
  expect(await ana.balance()).toBe('20.00')
  expect(await events()).toEqual([`topupCreated ${topup.id}`, `topupStatusChanged ${topup.id}`])
})

test('a lost notification loses no money: the outcome is asked for when the topup would expire', async () => {
  const { world, holder } = await openTopupWorld()
  const ana = await holder()
  const { topup, shopper } = await ana.opens('20.00')
  await shopper.pays()
  await world.pass({ minutes: 59 })
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'created' })
  await world.pass({ minutes: 1 })
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'completed' })
  expect(await ana.balance()).toBe('20.00')
})

// In small: a lost notification loses no money: the outcome is asked for when the topup would expire
longTest(
  'what nobody pays expires after an hour, and is credited when money comes after all, even without a notification',
  async () => {
    const { world, store, holder, deliver, events } = await openTopupWorld()
    const ana = await holder()
    const unpaid = [await ana.orders('20.00'), await ana.orders('30.00'), await ana.orders('40.00')] as const
    const left = await ana.opens('50.00')
    await world.pass({ hours: 1 })
    for (const { topup } of [...unpaid, left]) expect(await ana.topup(topup.id)).toMatchObject({ status: 'expired' })

    const [never, notified, unnotified] = unpaid
    await (await goesOnWithoutEnd({ world, store }, notified)).pays({ number: unchallenged })
    await deliver()
    expect(await ana.topup(notified.topup.id)).toMatchObject({ status: 'completed' })
    await (await goesOnWithoutEnd({ world, store }, unnotified)).pays({ number: unchallenged })
    await world.pass({ hours: 24 })
    expect(await ana.topup(unnotified.topup.id)).toMatchObject({ status: 'completed' })
    expect(await ana.balance()).toBe('70.00')
    expect(await events()).toHaveLength(4 + 4 + 2)

    await world.pass({ hours: 24 * 9 })
    expect(await ana.topup(never.topup.id)).toMatchObject({ status: 'expired' })
    expect(await world.query('select id from topups.topups where due_at is not null')).toEqual([])
  },
)

// In small: the issuing interface replies what is recorded, and no route of it is left out
longTest('a topup fails with the last card that was declined', async () => {
  const { holder, deliver } = await openTopupWorld({ site: { attemptsMax: 2 } })
  const ana = await holder()
  const { topup, shopper } = await ana.opens('20.00')
  await shopper.pays({ number: declined })
  await deliver()
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'created' })
  await shopper.pays({ number: declined })
  await deliver()
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'failed', failureReason: 'limit_exceeded' })
  expect(await ana.topup(topup.id)).not.toHaveProperty('credited')
  expect(await ana.balance()).toBe('0.00')
})

test('a notification is only believed as far as the interface of the site confirms it', async () => {
  const { world, holder, store, deliver, post, notifications } = await openTopupWorld({ site: { attemptsMax: 1 } })
  const ana = await holder()
  const { topup, shopper } = await ana.opens('20.00')
  await shopper.pays({ number: declined })
  await world.runUntilIdle()
  const facts = store.receiver.requests[0]!.open()
  const seal = (text: object, key = store.privateKey) =>
    `opensslResult=${encodeURIComponent(sealPayload(new Secret(key), JSON.stringify(text)))}`
  expect(facts.transactionStatus).toBe('complete-failed')

  const forged = { ...facts, transactionStatus: 'complete-ok', errors: [] }
  expect(await post(seal(forged))).toEqual({ status: 200, text: 'OK' })
  expect(await ana.balance()).toBe('0.00')
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'failed' })

  const unreadable = { status: 400, text: 'This is not a notification for this address.' }
  const unknown = { status: 404, text: 'There is no such topup.' }
  expect(await post('opensslResult=abc')).toEqual(unreadable)
  expect(await post('')).toEqual(unreadable)
  expect(await post(seal(forged, 'f'.repeat(32)))).toEqual(unreadable)
  expect(await post(notifications()[0]!, 999)).toEqual(unreadable)
  const other = await world.merchant()
  expect(await post(notifications()[0]!, other.site.id)).toEqual(unreadable)
  expect(await post(seal(forged, other.privateKey), other.site.id)).toEqual(unknown)
  expect(await post(seal({ ...forged, externalOrderId: 'bread-1' }))).toEqual(unknown)
  expect(await post(seal({ ...forged, currency: 'USD' }))).toEqual({
    status: 400,
    text: 'This does not fit the topup.',
  })
  await deliver()
})

// In small: a lost notification loses no money: the outcome is asked for when the topup would expire
longTest('while the interface of the site does not respond, nothing is decided and it is asked again', async () => {
  const { world, holder, post, notifications } = await openTopupWorld()
  const ana = await holder()
  const { topup, shopper } = await ana.opens('20.00')
  await shopper.pays()
  await world.runUntilIdle()
  const unreachable = () => Promise.reject(new OutboundError('never', 'unreachable', 'the connection failed'))
  const api = vi.spyOn(world.app.merchantApi, 'get').mockImplementation(unreachable)
  expect(await post(notifications()[0]!)).toMatchObject({ status: 503 })
  await world.pass({ hours: 1 })
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'created' })
  api.mockResolvedValue({ status: 503, json: undefined })
  await world.pass({ minutes: 5 })
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'created' })
  api.mockRestore()
  await world.pass({ minutes: 5 })
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'completed' })
})

const { days, often } = byLength({
  short: { days: 2, often: { above: 9, below: 20 } },
  long: { days: 30, often: { above: 30, below: 45 } },
})

// In small: a lost notification loses no money: the outcome is asked for when the topup would expire
longTest('what is not answered for long is asked for ever less often, and not given up', async () => {
  const { world, holder } = await openTopupWorld()
  const ana = await holder()
  const { topup, shopper } = await ana.opens('20.00')
  await shopper.pays()
  const api = vi.spyOn(world.app.merchantApi, 'get').mockResolvedValue({ status: 503, json: undefined })
  const end = world.clock.now().add({ hours: days * 24 })
  const due = async () => (await world.query('select due_at from topups.topups'))[0]!.due_at as Temporal.Instant
  for (let next = await due(); Temporal.Instant.compare(next, end) < 0; next = await due()) {
    world.clock.set(next)
    await world.runUntilIdle()
  }
  expect(api.mock.calls.length).toBeGreaterThan(often.above)
  expect(api.mock.calls.length).toBeLessThan(often.below)
  api.mockRestore()
  await world.pass({ hours: 24 })
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'completed' })
})

// In small: a customer orders a topup, pays it at the checkout, and has the money once
longTest(
  'a payment that is authorized or not known yet makes the topup pending, and one that is voided cancels it',
  async () => {
    const { world, holder, events } = await openTopupWorld()
    const ana = await holder()
    const paying = await ana.opens('20.00')
    await paying.shopper.pays()
    const { get } = world.app.merchantApi
    const api = vi.spyOn(world.app.merchantApi, 'get')
    const says = (status: string) =>
      api.mockImplementation(async (...asked) => {
        const { status: http, json } = await get(...asked)
        const text = JSON.stringify(json, (_, value) =>
          value?.constructor?.name === 'NumberText' ? String(value) : value,
        )
        return { status: http, json: parseJsonExactly(text.replaceAll('"complete-ok"', `"${status}"`)) }
      })
    says('uncertain')
    await world.pass({ hours: 1 })
    expect(await ana.topup(paying.topup.id)).toMatchObject({ status: 'pending' })
    await world.pass({ minutes: 15 })
    expect(await ana.topup(paying.topup.id)).toMatchObject({ status: 'pending' })
    says('void-ok')
    await world.pass({ minutes: 15 })
    expect(await ana.topup(paying.topup.id)).toMatchObject({ status: 'cancelled' })
    api.mockRestore()
    expect(await ana.balance()).toBe('0.00')
    expect(await events()).toHaveLength(3)
  },
)
