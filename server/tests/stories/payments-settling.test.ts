import { expect, test } from 'vitest'
import { cutOffsAround, settlementJobs } from '#acquiring/settlement'
import { byLength, longTest } from '../world/length.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const at = (text: string) => Temporal.Instant.from(text)
const midnight = Temporal.PlainTime.from('00:00')

test('at the cut-off of its own time zone a site is settled: captures less refunds are on their way to the bank', async () => {
  const fixture = await openPaymentsFixture({ timeZone: 'Europe/Bucharest' })
  const captured = await fixture.pays({ amount: '10.00' })
  const refunded = await fixture.pays({ amount: '20.00' })
  const refund = await fixture.reverses(refunded, '5.00')
  const cancelled = await fixture.reverses(await fixture.pays({ amount: '7.00' }))
  const authorized = await fixture.pays({ kind: 'auth' })
  await passTo(fixture, '2026-05-04T20:59:59.999Z')
  expect(await batchesOf(fixture)).toEqual([])
  await passTo(fixture, '2026-05-04T21:00:00Z')
  const [batch] = await batchesOf(fixture)
  expect(batch).toMatchObject({ currency: 'EUR', net_minor: 2500n, payments: 3, part: 0 })
  for (const payment of [captured, refunded, refund]) expect((await fixture.now(payment)).batchId).toBe(batch!.id)
  for (const payment of [cancelled, authorized]) expect((await fixture.now(payment)).batchId).toBeUndefined()
  const books = await fixture.books()
  expect(books['acquirer:settling']).toBe(2500n)
  expect(books['acquirer:captured']).toBeUndefined()
})

test('what is captured at the very moment of the cut-off belongs to the next day', async () => {
  const fixture = await openPaymentsFixture({ timeZone: 'Europe/Bucharest' })
  await fixture.pays()
  await fixture.world.runUntilIdle()
  fixture.world.clock.set(at('2026-05-04T20:59:59.999Z'))
  const last = await fixture.pays()
  fixture.world.clock.set(at('2026-05-04T21:00:00Z'))
  const first = await fixture.pays()
  await fixture.world.runUntilIdle()
  expect((await fixture.now(last)).batchId).toEqual(expect.any(BigInt))
  expect((await fixture.now(first)).batchId).toBeUndefined()
  await fixture.world.pass({ hours: 24 })
  expect((await fixture.now(first)).batchId).toEqual(expect.any(BigInt))
})

// In small: at the cut-off of its own time zone a site is settled: captures less refunds are on their way to the bank
longTest('a day without payments makes no batch, and the day after is settled all the same', async () => {
  const fixture = await openPaymentsFixture()
  await fixture.pays()
  await fixture.world.pass({ hours: 24 })
  await fixture.world.pass({ hours: 24 })
  expect(await batchesOf(fixture)).toHaveLength(1)
  await fixture.pays()
  await fixture.world.pass({ hours: 24 })
  expect(await batchesOf(fixture)).toHaveLength(2)
})

// In small: what is captured at the very moment of the cut-off belongs to the next day
longTest('an installation that was down over several cut-offs settles everything when it is back', async () => {
  const fixture = await openPaymentsFixture()
  await fixture.pays()
  await fixture.world.runUntilIdle()
  fixture.world.clock.pass({ hours: 80 })
  await fixture.pays()
  await fixture.world.runUntilIdle()
  expect(await batchesOf(fixture)).toMatchObject([{ payments: 1 }])
  await fixture.world.pass({ hours: 24 })
  expect(await batchesOf(fixture)).toMatchObject([{ payments: 1 }, { payments: 1 }])
})

// In small: at the cut-off of its own time zone a site is settled: captures less refunds are on their way to the bank
longTest('each currency is settled by itself', async () => {
  const fixture = await openPaymentsFixture()
  await fixture.pays()
  const lei = await fixture.order({ amount: { minor: 5000n, currency: 'RON' } })
  await fixture.tries(lei)
  await fixture.world.pass({ hours: 24 })
  // The two are closed at the same moment, in any order.
  const nets = new Map((await batchesOf(fixture)).map(({ currency, net_minor: net }) => [currency, net]))
  expect(nets).toEqual(
    new Map([
      ['EUR', 1000n],
      ['RON', 5000n],
    ]),
  )
})

// In small: at the cut-off of its own time zone a site is settled: captures less refunds are on their way to the bank
longTest(
  'a payment that came and went within a day settles to nothing, and so does a day of refunds to less than that',
  async () => {
    const fixture = await openPaymentsFixture()
    const payment = await fixture.pays()
    const other = await fixture.pays()
    await fixture.reverses(payment, '4.00')
    await fixture.reverses(payment, '6.00')
    await fixture.reverses(other, '9.00')
    await fixture.world.pass({ hours: 24 })
    await fixture.reverses(other)
    await fixture.world.pass({ hours: 24 })
    expect(await batchesOf(fixture)).toMatchObject([
      { net_minor: 100n, payments: 5 },
      { net_minor: -100n, payments: 1 },
    ])
    expect((await fixture.books())['acquirer:settling']).toBeUndefined()
  },
)

// In small: a payment refunded at the moment of the cut-off is either settled or cancelled, never both
longTest('a cancellation under way at the cut-off is not settled, and delays no other payment', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  const other = await fixture.pays()
  fixture.acquirerProxy.next('reverse', 'request lost')
  fixture.acquirerProxy.next('inquire', { outcome: 'pending', reference: 'p-1' })
  await fixture.reverses(payment)
  await fixture.world.pass({ hours: 24 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'cancelling', batchId: undefined })
  expect(await fixture.now(other)).toMatchObject({ status: 'captured', batchId: expect.any(BigInt) })
  await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'cancelled' })
  expect(await batchesOf(fixture)).toMatchObject([{ payments: 1 }])
})

test('two workers who close one day at once close it once', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await fixture.world.runUntilIdle()
  fixture.world.clock.pass({ hours: 24 })
  const [closing] = settlementJobs(fixture.world.app)
  const row = await fixture.world.holdRow('payments.payments', payment.id)
  const both = [closing!.run(BigInt(fixture.site.id)), closing!.run(BigInt(fixture.site.id))]
  await fixture.world.untilWaiting(2)
  await row.release()
  await Promise.all(both)
  expect(await batchesOf(fixture)).toMatchObject([{ net_minor: 1000n, payments: 1 }])
})

test('a payment refunded at the moment of the cut-off is either settled or cancelled, never both', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await fixture.world.runUntilIdle()
  fixture.world.clock.pass({ hours: 24 })
  const [closing] = settlementJobs(fixture.world.app)
  const row = await fixture.world.holdRow('payments.payments', payment.id)
  const reversed = fixture.reverses(payment)
  const closed = closing!.run(BigInt(fixture.site.id))
  await fixture.world.untilWaiting(2)
  await row.release()
  const [taken] = await Promise.all([reversed, closed])
  const batches = await batchesOf(fixture)
  expect(taken).toMatchObject(batches.length === 1 ? { type: 'refund', status: 'refunded' } : { status: 'cancelled' })
})

test.for([
  [
    'an ordinary day',
    'Europe/Bucharest',
    '00:00',
    '2026-05-04T10:00:00Z',
    '2026-05-03T21:00:00Z',
    '2026-05-04T21:00:00Z',
  ],
  [
    'the moment itself',
    'Europe/Bucharest',
    '00:00',
    '2026-05-04T21:00:00Z',
    '2026-05-04T21:00:00Z',
    '2026-05-05T21:00:00Z',
  ],
  [
    'a day of 23 hours',
    'Europe/Bucharest',
    '00:00',
    '2026-03-29T12:00:00Z',
    '2026-03-28T22:00:00Z',
    '2026-03-29T21:00:00Z',
  ],
  [
    'a day of 25 hours',
    'Europe/Bucharest',
    '00:00',
    '2026-10-25T12:00:00Z',
    '2026-10-24T21:00:00Z',
    '2026-10-25T22:00:00Z',
  ],
  [
    'a cut-off that is skipped',
    'Europe/Bucharest',
    '03:30',
    '2026-03-29T00:00:00Z',
    '2026-03-28T01:30:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'a cut-off that comes twice',
    'Europe/Bucharest',
    '03:30',
    '2026-10-25T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-26T01:30:00Z',
  ],
  [
    'a zone behind UTC',
    'America/New_York',
    '18:00',
    '2026-05-04T21:59:59Z',
    '2026-05-03T22:00:00Z',
    '2026-05-04T22:00:00Z',
  ],
  [
    'a midnight that is skipped',
    'Africa/Cairo',
    '00:00',
    '2026-04-23T21:30:00Z',
    '2026-04-22T22:00:00Z',
    '2026-04-23T22:00:00Z',
  ],
  [
    'a skipped cut-off that falls on the next day',
    'America/Nuuk',
    '23:30',
    '2026-03-29T01:10:00Z',
    '2026-03-28T01:30:00Z',
    '2026-03-29T01:30:00Z',
  ],
  ['the day after it', 'America/Nuuk', '23:30', '2026-03-29T01:40:00Z', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
] as const)('cut-offs around %s', ([, timeZone, time, now, last, next]) => {
  const around = cutOffsAround(at(now), { timeZone, cutOff: Temporal.PlainTime.from(time) })
  expect(around).toEqual({ last: at(last), next: at(next) })
})

// In small: what is captured at the very moment of the cut-off belongs to the next day
longTest('over years of clock changes every day has its cut-off, each after the one before', () => {
  for (const timeZone of ['Europe/Bucharest', 'America/Nuuk', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Apia']) {
    for (const time of ['00:00', '02:15', '23:30']) {
      const site = { timeZone, cutOff: Temporal.PlainTime.from(time) }
      let { next } = cutOffsAround(at('2026-01-01T12:00:00Z'), site)
      for (let day = 0; day < byLength({ short: 400, long: 800 }); day++) {
        const around = cutOffsAround(next, site)
        const hours = around.next.since(around.last).total('hours')
        expect({ last: around.last, isDay: hours >= 22.5 && hours <= 25.5 }, timeZone).toEqual({
          last: next,
          isDay: true,
        })
        next = around.next
      }
    }
  }
})

// In small: what is captured at the very moment of the cut-off belongs to the next day
longTest('a site that moves its cut-off is settled by the new one', async () => {
  const fixture = await openPaymentsFixture({ timeZone: 'Europe/Bucharest', cutOff: midnight })
  await fixture.pays()
  await fixture.world.runUntilIdle()
  const by = { actor: 'staff 7', fromWhere: 'test' }
  await fixture.world.app.directory.changeSite({ by, siteId: fixture.site.id, changes: { cutOff: '06:00' } })
  await passTo(fixture, '2026-05-04T21:00:00Z')
  expect(await batchesOf(fixture)).toEqual([])
  await passTo(fixture, '2026-05-05T03:00:00Z')
  expect(await batchesOf(fixture)).toHaveLength(1)
})

async function passTo({ world }: PaymentsFixture, moment: string): Promise<void> {
  world.clock.set(at(moment))
  await world.runUntilIdle()
}

const batchesOf = ({ world }: PaymentsFixture) =>
  world.app.db.read.selectFrom('settlement.batches').selectAll().orderBy('id').execute()
