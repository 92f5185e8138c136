import { expect, test } from 'vitest'
import { boundsAt, merchantFigures, sumHours } from '#acquiring/payments'
import { checkHours } from '#acquiring/payments/audit'
import { everything, Findings } from '#kernel/audit/findings.ts'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import { byLength } from '../world/length.ts'
import { openOldShop } from '../world/old-shop.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

test('the figures of a merchant are by its own days: today against a week ago until the same minute, and its month', async () => {
  // Monday, May 4, 10:00 UTC is 13:00 in Bucharest.
  const { world, site, pays, reverses } = await openPaymentsFixture({ timeZone: 'Europe/Bucharest' })
  const { person } = await openPeople(world)
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  const mia = await person('owner', merchant)
  const figures = async () => {
    const { body } = await mia.call('GET', `/merchants/${site.merchantId}/figures`)
    return body as { currencies: Record<string, string>[]; declines: { count: number }[] }
  }
  const soon = () => world.clock.pass({ minutes: 1 })

  expect(await figures()).toMatchObject({ timeZone: 'Europe/Bucharest', currencies: [], attempted: 0, declines: [] })
  await pays({ amount: '10.00' })
  world.clock.pass({ hours: 3 })
  const returned = await pays({ amount: '20.00' })
  soon()
  const [monday] = (await figures()).currencies
  expect(monday).toMatchObject({ currency: 'EUR', today: '30.00', lastWeek: '0.00', month: '30.00', monthFees: '0.92' })

  // Hour by hour: 10.00 at 13:00, 20.00 at 16:00; the hour that has begun is the last of today.
  const hours = monday!.hours as unknown as { hour: number; today?: string; lastWeek: string }[]
  expect(hours).toHaveLength(24)
  expect(hours.filter(({ today }) => today !== undefined).at(-1)).toEqual({
    hour: 17,
    today: '30.00',
    lastWeek: '0.00',
  })
  expect(hours[12]).toMatchObject({ hour: 13, today: '0.00' })
  expect(hours[13]).toMatchObject({ hour: 14, today: '10.00' })

  // A week later at 11:00 UTC: of the first Monday only what was paid before that time counts.
  world.clock.set(Temporal.Instant.from('2026-05-11T11:00:00Z'))
  await world.runUntilIdle()
  await pays({ amount: '7.00' })
  await reverses(returned, '5.00')
  for (const amount of ['0.02', '0.02', '0.05']) await pays({ amount })
  soon()
  const after = await figures()
  expect(after.currencies[0]).toMatchObject({ today: '7.00', lastWeek: '10.00', month: '37.00', monthReturned: '5.00' })
  // 0.92 and 0.34, less 0.07 that went back with 5.00: as the statement of the month has it.
  expect(after.currencies[0]).toMatchObject({ monthFees: '1.19', monthNet: '30.81' })
  expect(after).toMatchObject({ attempted: 6, approved: 3 })
  expect(after.declines.map(({ count }) => count)).toEqual([2, 1])

  // 21:30 UTC is the next day in Bucharest; June begins at 21:00 UTC.
  world.clock.set(Temporal.Instant.from('2026-05-11T21:30:00Z'))
  expect((await figures()).currencies[0]).toMatchObject({ today: '0.00', month: '37.00' })
  world.clock.set(Temporal.Instant.from('2026-05-31T21:00:01Z'))
  const june = await figures()
  expect(june).toMatchObject({ attempted: 6, approved: 3, declines: [] })
  expect(june.currencies).toEqual([])
})

test('the figures of another merchant are not there', async () => {
  const { world, site } = await openPaymentsFixture()
  const { person } = await openPeople(world)
  const other = await person('owner', { kind: 'merchant', id: '999' })
  for (const id of [site.merchantId, '999', 'none']) {
    const { status, body } = await other.call('GET', `/merchants/${id}/figures`)
    expect([status, body.reason]).toEqual([404, 'no_such_merchant'])
  }
})

/** Over two months, and with a checkpoint for each thousand. */
const many = byLength({ short: 6_000, long: 24_000 })

test('the figures of very many payments are what each of them says, before they have checkpoints, with them, and when their hours are summed', async () => {
  const { world, database, sells, checkpoints } = await openOldShop()
  await sells(many)
  // Two months until now, not quite in the order of their ids: paid, declined, lost, refunded, captured three days later.
  const now = Temporal.Instant.from('2026-05-26T12:00:00Z')
  await database.query(`update payments.payments set minor = 100 + id % 977, captured_minor = 0, parent_id = null,
    created_at = timestamptz '${now}' - interval '62 days' + (id - first + id * 37 % 11) * interval '${88_800 / many} minutes',
    type = case when id % 29 = 0 then 'refund' when id % 83 = 0 then 'verify-card' else 'deposit' end,
    status = case when id % 97 = 3 then 'uncertain'
      else (array['failed', 'captured', 'captured', 'captured', 'refunded', 'authorized'])[1 + id % 97 % 6] end
    from (select min(id) as first from payments.payments) as oldest`)
  await database.query(`update payments.payments set
    approved_at = case when status not in ('failed', 'uncertain') then created_at end,
    decline_reason = case when status = 'failed' then (array['card_expired', 'declined_by_bank'])[1 + id % 2] end,
    captured_at = case when status in ('captured', 'refunded') then created_at + id % 4 * interval '1 day' end,
    captured_minor = case when status in ('captured', 'refunded') then minor else 0 end`)
  const since = (days: number) => `created_at >= timestamptz '${now}' - interval '${days} days'`
  const { rows } = await database.query(`
    select count(*) filter (where ${since(30)})::integer as attempted,
           count(*) filter (where ${since(30)} and approved_at is not null)::integer as approved,
           count(*) filter (where not ${since(30)} and ${since(60)})::integer as earlier,
           count(*) filter (where not ${since(30)} and ${since(60)} and approved_at is not null)::integer as "earlierApproved",
           count(*) filter (where ${since(7)} and decline_reason = 'card_expired')::integer as expired,
           sum(captured_minor) filter (where captured_at >= '2026-05-01' and captured_at < '${now}')::text as month
      from payments.payments where type = 'deposit' and (status = 'failed' or approved_at is not null)`)
  const { attempted, approved, earlier, earlierApproved, expired, month } = rows[0]!
  // Another merchant took as much an hour ago.
  await sells(50, 2_000_000)
  await database.query(`update payments.payments set merchant_id = merchant_id + 1, site_id = site_id + 1,
    captured_at = timestamptz '${now}' - interval '1 hour' where order_id > 2000000`)
  const parts = { db: world.app.db, rowCounts: openRowCountIndexes(world.app) }
  const siteIds = await world.app.directory.siteIds()
  const { merchantId } = (await world.app.directory.site(siteIds[0]!))!
  const right = {
    ...{ attempted, approved, before: { attempted: earlier, approved: earlierApproved } },
    declines: expect.arrayContaining([{ reason: 'card_expired', count: expired }]),
    currencies: [{ month: { minor: BigInt(month) } }],
  }
  const read = () => merchantFigures(parts, { merchantId, siteIds }, boundsAt(now, 'UTC'))
  for (const withCheckpoints of [false, true]) {
    if (withCheckpoints) await read()
    expect(await read()).toMatchObject(right)
  }
  expect(await checkpoints()).toBeGreaterThan(many / 1_000 - 4)

  const found = async () => {
    const findings = new Findings()
    await world.app.db.snapshot((moment) => checkHours.check(moment, findings, () => {}, everything))
    return findings.report().differences
  }
  const hours = { ...world.app, clock: { now: () => now, wall: () => now } }
  const moved = { ...hours, clock: { now: () => now, wall: () => now.subtract({ hours: 2 }) } }
  await sumHours(moved)
  const summed = async () => (await database.query('select from payments.summed_hours')).rowCount
  expect(await summed()).toBe(0)
  // After each part in a long run, else after every tenth.
  const readEvery = byLength({ short: 10, long: 1 })
  for (let part = 1; (await sumHours(hours)) === 'more'; part++)
    if (part % readEvery === 0) expect(await read()).toMatchObject(right)
  expect(await read()).toMatchObject(right)
  // Each hour with an attempt whose result is not known is read as it is.
  const { rows: undecided } =
    await database.query(`select distinct date_trunc('hour', created_at) from payments.payments
    where parent_id is null and status = 'uncertain' and created_at >= timestamptz '${now}' - interval '62 days 2 hours'`)
  expect(undecided.length).toBeGreaterThan(10)
  // Before the first payment there is nothing to sum.
  const { rows: over } = await database.query(`select from generate_series(
    (select date_trunc('hour', min(created_at)) from payments.payments), timestamptz '${now}' - interval '2 hours', '1 hour')`)
  expect(await summed()).toBe(over.length - undecided.length)
  expect(await found()).toEqual([])

  // What is summed is not read again, and verify finds that it is no longer what it was.
  const { rows: changed } = await database.query(`update payments.payments set captured_minor = captured_minor - 1
    where id = (select min(id) from payments.payments join payments.summed_hours on hour = date_trunc('hour', captured_at)
      where captured_at between timestamptz '${now}' - interval '20 days' and timestamptz '${now}' - interval '19 days') returning id`)
  expect(changed).toHaveLength(1)
  expect(await read()).toMatchObject(right)
  expect(await found()).toMatchObject([{ wrong: 'its sum is not that of its payments' }])
})
