import { expect, test } from 'vitest'
import { paymentJobs } from '#payments'
import { cutOffsAround } from '../../src/modules/payments/close-batch.ts'
import { openTill, type Till } from '../world/till.ts'

const at = (text: string) => Temporal.Instant.from(text)
const midnight = Temporal.PlainTime.from('00:00')

test('at the cut-off of its own time zone a site is settled: captures less refunds are on their way to the bank', async () => {
  const till = await openTill({ timeZone: 'Europe/Bucharest' })
  const captured = await till.pays({ amount: '10.00' })
  const refunded = await till.pays({ amount: '20.00' })
  const refund = await till.undoes(refunded, '5.00')
  const cancelled = await till.undoes(await till.pays({ amount: '7.00' }))
  const authorized = await till.pays({ kind: 'auth' })
  await passTo(till, '2026-05-04T20:59:59.999Z')
  expect(await batchesOf(till)).toEqual([])
  await passTo(till, '2026-05-04T21:00:00Z')
  const [batch] = await batchesOf(till)
  expect(batch).toMatchObject({ currency: 'EUR', net_minor: 2500n, payments: 3, part: 0 })
  for (const payment of [captured, refunded, refund]) expect((await till.now(payment)).batchId).toBe(batch!.id)
  for (const payment of [cancelled, authorized]) expect((await till.now(payment)).batchId).toBeUndefined()
  const books = await till.books()
  expect(books['acquirer:settling']).toBe(2500n)
  expect(books['acquirer:captured']).toBeUndefined()
})

test('what is captured at the very moment of the cut-off belongs to the next day', async () => {
  const till = await openTill({ timeZone: 'Europe/Bucharest' })
  await till.pays()
  await till.world.settle()
  till.world.clock.set(at('2026-05-04T20:59:59.999Z'))
  const last = await till.pays()
  till.world.clock.set(at('2026-05-04T21:00:00Z'))
  const first = await till.pays()
  await till.world.settle()
  expect((await till.now(last)).batchId).toEqual(expect.any(BigInt))
  expect((await till.now(first)).batchId).toBeUndefined()
  await till.world.pass({ hours: 24 })
  expect((await till.now(first)).batchId).toEqual(expect.any(BigInt))
})

test('a day without payments makes no batch, and the day after is settled all the same', async () => {
  const till = await openTill()
  await till.pays()
  await till.world.pass({ hours: 24 })
  await till.world.pass({ hours: 24 })
  expect(await batchesOf(till)).toHaveLength(1)
  await till.pays()
  await till.world.pass({ hours: 24 })
  expect(await batchesOf(till)).toHaveLength(2)
})

test('a house that was down over several cut-offs settles everything when it is back', async () => {
  const till = await openTill()
  await till.pays()
  await till.world.settle()
  till.world.clock.pass({ hours: 80 })
  await till.pays()
  await till.world.settle()
  expect(await batchesOf(till)).toMatchObject([{ payments: 1 }])
  await till.world.pass({ hours: 24 })
  expect(await batchesOf(till)).toMatchObject([{ payments: 1 }, { payments: 1 }])
})

test('each currency is settled by itself', async () => {
  const till = await openTill()
  await till.pays()
  const lei = await till.order({ amount: { minor: 5000n, currency: 'RON' } })
  await till.tries(lei)
  await till.world.pass({ hours: 24 })
  expect(await batchesOf(till)).toMatchObject([
    { currency: 'EUR', net_minor: 1000n },
    { currency: 'RON', net_minor: 5000n },
  ])
})

test('a payment that came and went within a day settles to nothing, and so does a day of refunds to less than that', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const other = await till.pays()
  await till.undoes(payment, '4.00')
  await till.undoes(payment, '6.00')
  await till.undoes(other, '9.00')
  await till.world.pass({ hours: 24 })
  await till.undoes(other)
  await till.world.pass({ hours: 24 })
  expect(await batchesOf(till)).toMatchObject([
    { net_minor: 100n, payments: 5 },
    { net_minor: -100n, payments: 1 },
  ])
  expect((await till.books())['acquirer:settling']).toBeUndefined()
})

test('a cancellation under way at the cut-off is not settled, and holds nobody else up', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const other = await till.pays()
  till.line.next('reverse', 'ask lost')
  till.line.next('whatBecameOf', { outcome: 'pending', reference: 'p-1' })
  await till.undoes(payment)
  await till.world.pass({ hours: 24 })
  expect(await till.now(payment)).toMatchObject({ status: 'cancelling', batchId: undefined })
  expect(await till.now(other)).toMatchObject({ status: 'captured', batchId: expect.any(BigInt) })
  await till.world.pass({ minutes: 1 })
  expect(await till.now(payment)).toMatchObject({ status: 'cancelled' })
  expect(await batchesOf(till)).toMatchObject([{ payments: 1 }])
})

test('two workers who close one day at once close it once', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await till.world.settle()
  till.world.clock.pass({ hours: 24 })
  const [, closing] = paymentJobs(till.world.app)
  const row = await till.world.holdRow('payments.payments', payment.id)
  const both = [closing!.run(BigInt(till.site.id)), closing!.run(BigInt(till.site.id))]
  await till.world.untilWaiting(2)
  await row.release()
  await Promise.all(both)
  expect(await batchesOf(till)).toMatchObject([{ net_minor: 1000n, payments: 1 }])
})

test('a payment taken back at the moment of the cut-off is either settled or cancelled, never both', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await till.world.settle()
  till.world.clock.pass({ hours: 24 })
  const [, closing] = paymentJobs(till.world.app)
  const row = await till.world.holdRow('payments.payments', payment.id)
  const undone = till.undoes(payment)
  const closed = closing!.run(BigInt(till.site.id))
  await till.world.untilWaiting(2)
  await row.release()
  const [taken] = await Promise.all([undone, closed])
  const batches = await batchesOf(till)
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

test('over years of clock changes every day has its cut-off, each after the one before', () => {
  for (const timeZone of ['Europe/Bucharest', 'America/Nuuk', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Apia']) {
    for (const time of ['00:00', '02:15', '23:30']) {
      const site = { timeZone, cutOff: Temporal.PlainTime.from(time) }
      let { next } = cutOffsAround(at('2026-01-01T12:00:00Z'), site)
      for (let day = 0; day < 800; day++) {
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

test('a site that moves its cut-off is settled by the new one', async () => {
  const till = await openTill({ timeZone: 'Europe/Bucharest', cutOff: midnight })
  await till.pays()
  await till.world.settle()
  const by = { actor: 'staff 7', fromWhere: 'test' }
  await till.world.app.directory.changeSite({ by, siteId: till.site.id, changes: { cutOff: '06:00' } })
  await passTo(till, '2026-05-04T21:00:00Z')
  expect(await batchesOf(till)).toEqual([])
  await passTo(till, '2026-05-05T03:00:00Z')
  expect(await batchesOf(till)).toHaveLength(1)
})

async function passTo({ world }: Till, moment: string): Promise<void> {
  world.clock.set(at(moment))
  await world.settle()
}

const batchesOf = ({ world }: Till) =>
  world.app.db.read.selectFrom('payments.batches').selectAll().orderBy('id').execute()
