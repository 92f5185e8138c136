import { expect, test } from 'vitest'
import { schedule } from '#acquiring/orders'
import { openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'

const at = (text: string) => Temporal.Instant.from(text)

// In small: a subscription begins with its trial, is postponed, gets another card and is cancelled
longTest('a trial is paid first, the regular amount from one interval on', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ trial: '1.00', amount: '9.90' })
  await shop.goesTo('2026-06-04T09:59:59Z')
  expect(await shop.billings(id)).toEqual([])
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.goesTo('2026-07-04T10:00:00Z')
  expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 990 captured', '2026-07-04T10:00:00Z 990 captured'])
  expect(await shop.firstPayment(id)).toMatchObject({
    amount: { minor: 100n },
    source: 'service-call',
  })
})

// In small: begins its regular charges at the first billing date when there is one
longTest('the first billing date moves the regular billings, and they are counted from it', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ trial: '1.00', firstBillAt: at('2026-05-31T06:00:00Z') })
  for (const day of ['2026-05-31', '2026-06-30', '2026-07-31']) await shop.goesTo(`${day}T06:00:00Z`)
  expect(await shop.billings(id)).toEqual([
    '2026-05-31T06:00:00Z 3000 captured',
    '2026-06-30T06:00:00Z 3000 captured',
    '2026-07-31T06:00:00Z 3000 captured',
  ])
})

// In small: a date has the day of the anchor, or the last day of its month where there is no such day
longTest('who begins on the 31st is billed at the end of short months, and on the 31st again', async () => {
  const shop = await openBiller()
  await shop.goesTo('2027-01-31T10:00:00Z')
  const { id } = await shop.subscribes()
  for (const moment of ['2027-02-28T10:00Z', '2027-03-31T09:00Z', '2027-04-30T09:00Z', '2027-05-31T09:00Z'])
    await shop.goesTo(moment)
  expect((await shop.billings(id)).map((line) => line.slice(0, 16))).toEqual([
    '2027-02-28T10:00',
    '2027-03-31T09:00',
    '2027-04-30T09:00',
    '2027-05-31T09:00',
  ])
})

// In small: a wall time differs from that of the anchor only where clocks skip it
longTest('the time of day stays what it is at the site when clocks change', async () => {
  const shop = await openBiller({ timeZone: 'America/New_York' })
  await shop.goesTo('2026-10-30T13:00:00Z')
  const { id } = await shop.subscribes({ interval: { unit: 'day', count: 1 } })
  await shop.goesTo('2026-10-31T13:00:00Z')
  await shop.goesTo('2026-11-01T13:59:59Z')
  expect(await shop.billings(id)).toHaveLength(1)
  await shop.goesTo('2026-11-01T14:00:00Z')
  expect(await shop.billings(id)).toEqual(['2026-10-31T13:00:00Z 3000 captured', '2026-11-01T14:00:00Z 3000 captured'])
})

test('periods that fell due while Florin was down are billed one by one, oldest first, each once', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.goesTo('2026-09-20T00:00:00Z')
  expect(await shop.billings(id)).toHaveLength(4)
  expect((await shop.charges(id)).map(({ period, plannedAt, status }) => `${period} ${plannedAt} ${status}`)).toEqual([
    '1 2026-06-04T10:00:00Z paid',
    '2 2026-07-04T10:00:00Z paid',
    '3 2026-08-04T10:00:00Z paid',
    '4 2026-09-04T10:00:00Z paid',
  ])
  expect(await shop.orderOf(id)).toMatchObject({ nextPeriod: 5, dueAt: at('2026-10-04T10:00Z') })
})

// In small: periods that fell due while Florin was down are billed one by one, oldest first, each once
longTest('when the oldest missed period is declined, the later ones wait until it is paid', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: '4000030000004001', amount: '15.00' })
  await shop.goesTo('2026-09-20T00:00:00Z')
  expect(await shop.billings(id)).toEqual(['2026-09-20T00:00:00Z 1500 card_blacklisted'])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'retrying', nextPeriod: 1 })
})

// In small: what was foreseen is what happens
longTest('the schedule that was shown before is what happens', async () => {
  const shop = await openBiller()
  const order = await shop.subscribes({ interval: { unit: 'month', count: 2 } })
  const planned = schedule(order, shop.site, { from: shop.world.clock.now(), limit: 6 })
  for (const { at: due } of planned) await shop.goesTo(due.toString())
  expect(
    (await shop.charges(order.id)).map(({ period, plannedAt: at, amount }) => ({ period, at, amount, trial: false })),
  ).toEqual(planned)
  expect(planned.map(({ at }) => at.toString().slice(0, 10))).toEqual([
    '2026-07-04',
    '2026-09-04',
    '2026-11-04',
    '2027-01-04',
    '2027-03-04',
    '2027-05-04',
  ])
})

// In small: dates rise strictly: no period is skipped and none comes twice
longTest('a clock that goes back bills nothing twice', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.goesTo('2026-06-04T10:00:00Z')
  shop.world.clock.set(at('2026-05-04T10:00:00Z'))
  await shop.passes({ days: 40 })
  expect(await shop.billings(id)).toHaveLength(1)
})

test('an order whose card will have expired at its next date is expiring, and is billed all the same', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ expiry: '06/2026' })
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.orderOf(id)).toMatchObject({ status: 'expiring', nextPeriod: 2 })
  await shop.goesTo('2026-07-04T10:00:00Z')
  expect((await shop.billings(id)).at(-1)).toBe('2026-07-04T10:00:00Z 3000 card_expired')
  expect(await shop.orderOf(id)).toMatchObject({ status: 'retrying' })
})

// In small: an order whose card will have expired at its next date is expiring, and is billed all the same
longTest('an order with a long interval is expiring from the start when its card does not live that long', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ expiry: '12/2026', interval: { unit: 'month', count: 12 } })
  expect(await shop.orderOf(id)).toMatchObject({ status: 'expiring', dueAt: at('2027-05-04T10:00Z') })
  expect(await shop.transitions(id)).toEqual(['activate in-progress', 'cardExpires expiring'])
})

// In small: a site that is switched off bills nothing, and what was cancelled ends all the same
longTest('a site that is switched off bills nothing, and catches up when it is back', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.switches({ active: false })
  await shop.goesTo('2026-07-10T10:00:00Z')
  expect(await shop.billings(id)).toEqual([])
  await shop.switches({ active: true })
  await shop.passes({ days: 1 })
  expect(await shop.billings(id)).toHaveLength(2)
})
