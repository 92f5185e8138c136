import { expect, test } from 'vitest'
import { byLength, longTest } from '../world/length.ts'
import { openShopAt } from '../world/own-time.ts'
import { officeOf } from '../world/payer.ts'

const monthly = { order: { type: 'recurring', intervalType: 'month', intervalValue: 1, trialAmount: 1 } } as const
const daily = { order: { type: 'recurring', intervalType: 'day', intervalValue: 1 } } as const

/** Over the ends of short months and a change of the clocks; in a long run over both changes, twice. */
const { months, end } = byLength({
  short: { months: 3, end: '2031-04-30T09:00:00+00:00' },
  long: { months: 24, end: '2033-01-31T09:00:00+00:00' },
})

test(`${months} months of a subscription are run through: each charge on its own day, its amount, and its notification`, async () => {
  const { client, clock, sends, notified } = await openShopAt('2031-01-31T09:00:00Z')
  const ana = await sends({ amount: '12.00', ...monthly })
  await ana.pays()

  const reply = await clock.runs({ runFor: `P${months}M` })

  expect(reply).toMatchObject({ now: end, paused: true, more: false, runTo: null })
  const { items } = await client.get('/transaction?perPage=100&reverseSorting=0')
  expect(items.map(({ creationDate, amount, transactionStatus: status }) => [creationDate, amount, status])).toEqual([
    ['2031-01-31T09:00:00+00:00', '1.00', 'complete-ok'],
    ...monthEnds(months).map((at) => [at, '12.00', 'complete-ok']),
  ])
  expect(notified().map(({ amount, transactionStatus }) => [amount, transactionStatus])).toEqual([
    [1, 'complete-ok'],
    ...monthEnds(months).map(() => [12, 'complete-ok']),
  ])
})

/** The hour of the first payment on the last day of each month, as the calendar on a wall in Bucharest has it. */
const monthEnds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const day = Temporal.PlainDate.from('2031-01-31').add({ months: index + 1 })
    const local = day.toZonedDateTime({ timeZone: 'Europe/Bucharest', plainTime: '11:00' })
    return local.toInstant().toString({ timeZone: 'UTC', smallestUnit: 'second' })
  })

// In small: periods that fell due while Florin was down are billed one by one, oldest first, each once
longTest('a jump over some days charges what was missed afterwards, when it arrives', async () => {
  const { client, clock, sends, notified } = await openShopAt('2031-03-01T09:00:00Z')
  await (await sends(daily)).pays()

  const reply = await clock.set({ advanceBy: 'P3D' })

  expect(reply).toMatchObject({ now: '2031-03-04T09:00:00+00:00', more: false })
  const { items } = await client.get('/transaction?reverseSorting=0')
  expect(items.map(({ creationDate }) => creationDate)).toEqual([
    '2031-03-01T09:00:00+00:00',
    ...Array(3).fill('2031-03-04T09:00:00+00:00'),
  ])
  expect(notified()).toHaveLength(4)
})

test('the clock goes to the next thing of the site, which it knows, and says when the one after is due', async () => {
  const { client, clock, sends } = await openShopAt('2031-03-01T09:00:00Z')
  await (await sends(daily)).pays()
  await clock.runs({ runFor: 'PT20H' })
  expect(await clock.reads()).toMatchObject({ nextDueAt: '2031-03-02T09:00:00+00:00' })

  const reply = await clock.set({ next: '1' })

  expect(reply).toMatchObject({ now: '2031-03-02T09:00:00+00:00', done: 1, more: false })
  expect((await client.get('/transaction')).items).toHaveLength(2)
  expect(String(reply.nextDueAt) > String(reply.now)).toBe(true)
})

// In small: the clock goes to the next thing of the site, which it knows, and says when the one after is due
longTest('when nothing is due the clock stays where it is', async () => {
  const { clock } = await openShopAt('2031-03-01T09:00:00Z')
  expect(await clock.reads()).toMatchObject({ nextDueAt: null })
  expect(await clock.set({ next: '1' })).toMatchObject({ now: '2031-03-01T09:00:00+00:00', done: 0, more: false })
})

// In small: ${months} months of a subscription are run through: each charge on its own day, its amount, and its notification
longTest('a store that was down is notified of a payment when it is tried again, hours later', async () => {
  const { clock, sends, receiver, notified } = await openShopAt('2031-03-01T09:00:00Z')
  receiver.answer({ status: 503 })
  await (await sends()).pays()
  await clock.runs({ runFor: 'PT1S' })
  const received = receiver.requests.length
  expect(received).toBeGreaterThan(0)
  receiver.answer({})

  await clock.runs({ runFor: 'P1D' })

  expect(receiver.requests.length).toBe(received + 1)
  expect(notified().at(-1)).toEqual(notified()[0])
})

// In small: ${months} months of a subscription are run through: each charge on its own day, its amount, and its notification
longTest('what expires obeys the test clock: a page, a challenge of the bank, and a link', async () => {
  const shop = await openShopAt('2031-03-01T09:00:00Z')
  const { client, clock, sends } = shop
  const [late, challenged] = [await sends(), await sends({ amount: '30.00' })]
  await challenged.pays()
  const office = officeOf(shop)
  const hash = await office.makes({ expireDate: '2031-03-01' })
  expect(await office.reads(hash)).toMatchObject({ status: 'open' })

  await clock.runs({ runFor: 'PT31M' })
  expect((await late.sees()).text).toContain('This page has expired')
  expect((await client.get('/transaction')).items).toMatchObject([{ transactionStatus: 'complete-failed' }])

  await clock.runs({ runTo: '2031-03-02' })
  expect(await office.reads(hash)).toMatchObject({ status: 'expired' })
})

// In small: the clock goes to the next thing of the site, which it knows, and says when the one after is due
longTest('a paused clock stands still, goes when it is moved, and goes on by itself when it is resumed', async () => {
  const { clock } = await openShopAt('2031-03-01T09:00:00Z')
  const still = await clock.reads()
  expect(await clock.reads()).toEqual(still)
  expect(await clock.set({ moveTo: '2031-03-02T09:00:00Z' })).toMatchObject({ paused: true })
  expect(await clock.set({ resume: '1' })).toMatchObject({ paused: false })
  expect(Date.parse(String((await clock.reads()).now))).toBeGreaterThanOrEqual(Date.parse('2031-03-02T09:00:00Z'))
  await clock.set({ reset: '1' })
  const off = Math.abs(Date.parse(String((await clock.reads()).now)) - Date.now())
  expect(off).toBeLessThan(60_000)
})

const refused: [wrong: string, form: Record<string, string>, field: string, reason: string][] = [
  ['nothing', {}, 'advanceBy', 'clock_target_required'],
  ['what is switched off', { pause: '0' }, 'advanceBy', 'clock_target_required'],
  ['two wishes', { advanceBy: 'P1D', runTo: '2031-04-01' }, 'runTo', 'clock_target_required'],
  ['a wish and a pause', { runFor: 'P1D', pause: '1' }, 'pause', 'clock_target_required'],
  ['a past moment to jump to', { moveTo: '2031-02-28T00:00:00Z' }, 'moveTo', 'clock_goes_on'],
  ['a past moment to run to', { runTo: '2031-02-28T00:00:00Z' }, 'runTo', 'clock_goes_on'],
  ['a negative duration', { advanceBy: '-P1D' }, 'advanceBy', 'invalid_field'],
  ['no duration at all', { runFor: 'P0D' }, 'runFor', 'invalid_field'],
  ['words', { runFor: 'a year' }, 'runFor', 'invalid_field'],
  ['a day that is not', { moveTo: '2031-02-30' }, 'moveTo', 'invalid_field'],
  ['eleven years', { runFor: 'P11Y' }, 'runFor', 'clock_too_far'],
  ['more than time has', { advanceBy: 'P9999999999D' }, 'advanceBy', 'clock_too_far'],
  ['another century', { moveTo: '2201-01-01' }, 'moveTo', 'clock_too_far'],
]

test('what cannot be is refused by name, and the clock stays', async () => {
  const { clock } = await openShopAt('2031-03-01T09:00:00Z')
  for (const [wrong, form, field, reason] of refused) {
    const { body } = await clock.asks(form)
    expect(body, wrong).toMatchObject({ code: 400, errors: [{ field, reason }] })
  }
  expect(await clock.reads()).toMatchObject({ now: '2031-03-01T09:00:00+00:00' })
})

// In small: the clock goes to the next thing of the site, which it knows, and says when the one after is due
longTest('a way that one call has not ended is continued, though the clock has gone on since', async () => {
  const { clock } = await openShopAt('2031-03-01T09:00:00Z')

  expect(await clock.set({ runTo: '2031-03-01T08:59:30Z' })).toMatchObject({ now: '2031-03-01T09:00:00+00:00' })
  const { body } = await clock.asks({ runTo: '2031-03-01T08:58:30Z' })
  expect(body).toMatchObject({ code: 400, errors: [{ field: 'runTo', reason: 'clock_goes_on' }] })
})

test('a key repeats a move without its effect, and POST does what PATCH does', async () => {
  const { client, clock } = await openShopAt('2031-03-01T09:00:00Z')
  const once = { 'idempotency-key': 'one-day' }
  const first = await clock.asks({ advanceBy: 'P1D' }, once)
  expect((await clock.asks({ advanceBy: 'P1D' }, once)).body).toEqual(first.body)
  expect(await clock.reads()).toMatchObject({ now: '2031-03-02T09:00:00+00:00' })
  const posted = await client.send('POST', '/test-clock', { json: { advanceBy: 'PT1H' } })
  expect(posted.data).toMatchObject({ now: '2031-03-02T10:00:00+00:00' })
})

// In small: the clock goes to the next thing of the site, which it knows, and says when the one after is due
longTest('a site sees its own due items only, though the clock runs those of all', async () => {
  const { clock, world } = await openShopAt('2031-03-01T09:00:00Z')
  const neighbour = await world.merchant()
  await (await neighbour.sends({ ...daily, amount: '5.00' })).pays()

  const reply = await clock.runs({ runFor: 'P10D' })

  expect(reply).toMatchObject({ done: 0, nextDueAt: null, now: '2031-03-11T09:00:00+00:00' })
  expect(neighbour.receiver.requests.map((request) => request.open().amount)).toEqual(Array(11).fill(5))
})

// In small: a key repeats a move without its effect, and POST does what PATCH does
longTest('a request without a key moves nothing', async () => {
  const { api, clock } = await openShopAt('2031-03-01T09:00:00Z')
  const asked = await api.client('0123').send('PATCH', '/test-clock', { form: { advanceBy: 'P1D' } })
  expect(asked.status).toBe(401)
  expect(await clock.reads()).toMatchObject({ now: '2031-03-01T09:00:00+00:00' })
})
