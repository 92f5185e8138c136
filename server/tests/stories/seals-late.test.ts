import { expect, test } from 'vitest'
import { openWholeTimes } from '#kernel/audit/seal/lateness.ts'
import { checkInstallation } from '../../src/app/doctor/check-installation.ts'
import { sealAll, sealsLateAfterSeconds, startSealing } from '../../src/audit/seal.ts'
import { sealed } from '../../src/audit/sealed.ts'
import { verify } from '../../src/audit/verify.ts'
import { counting, scrape } from '../world/scrape.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { openPeople } from '../world/staff.ts'
import { dayOne } from '../world/world.ts'

const doctorSays = async ({ world }: Shop) =>
  (await checkInstallation(world.app, world.databaseUrl))
    .filter(({ about }) => about === 'Seals')
    .map(({ state, says }) => `${state}: ${says}`)

const verifySays = async ({ world }: Shop) =>
  (await verify(world.app, { sealsLateAfterSeconds })).differences.map(({ about, wrong }) => `${about}: ${wrong}`)

const ready = async ({ world }: Shop) => {
  const { statusCode, body } = await world.http.inject({ method: 'GET', url: '/ready' })
  return { statusCode, ...(JSON.parse(body) as object) }
}

test('sealing that stands still is seen everywhere within a quarter of an hour, and stops no shopper', async () => {
  const shop = await openShop({}, { environment: counting })
  const { app } = shop.world
  const operator = await (await openPeople(shop.world)).person('read-only')
  const sealing = async () => {
    const { body } = await operator.call('GET', '/platform/health')
    return (body.due as { work: string; oldestAt?: string }[]).find(({ work }) => work === 'seal what is new')
  }
  await sealAll(app)
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  await shop.world.pass({ minutes: 14 })
  expect(await ready(shop)).toEqual({ statusCode: 200, status: 'ready' })
  expect(await doctorSays(shop)).toEqual(['ok: are made as rows are written'])
  expect(await verifySays(shop)).toEqual([])

  await shop.world.pass({ minutes: 6 })
  expect(await ready(shop)).toEqual({
    statusCode: 200,
    status: 'ready',
    late: [{ work: 'seal what is new', seconds: 1200 }],
  })
  expect((await scrape(app)).of('florin_seals_behind_seconds')).toBe(1200)
  expect(await doctorSays(shop)).toEqual([expect.stringMatching(/^warning: are 20 minutes behind: outbox\.events, /)])
  expect(await verifySays(shop)).toEqual(['seals: what was written is not sealed in time'])
  expect(await sealing()).toMatchObject({ oldestAt: expect.any(String) })
  await (await shop.sends({ customer: { identifier: 'bob' } })).pays()
  expect(await shop.count(`payments.payments where status = 'captured'`)).toBe(2)

  await sealAll(app)
  await shop.world.pass({ minutes: 1 })
  expect(await ready(shop)).toEqual({ statusCode: 200, status: 'ready' })
  expect((await scrape(app)).of('florin_seals_behind_seconds')).toBe(0)
  expect(await doctorSays(shop)).toEqual(['ok: cover everything'])
  expect(await verifySays(shop)).toEqual([])
  expect(await sealing()).not.toHaveProperty('oldestAt')
})

test('seals that always leave another journal behind are not late, since each journal is sealed in its turn', () => {
  const times = openWholeTimes(sealed)
  const [one, other] = ['outbox.events', 'payments.payment_transitions']
  const at = (minute: number) => dayOne.add({ minutes: minute })
  expect(times.after(at(0), [one])).toBeUndefined()
  expect(times.after(at(1), [other])).toEqual(at(0))
  expect(times.after(at(2), [one])).toEqual(at(1))
  expect(times.after(at(3), [other])).toEqual(at(2))
  // What stands still shows, whatever else is sealed.
  expect(times.after(at(30), [other])).toEqual(at(2))
})

test('a worker says that nothing waits also where nothing is written, so that the next row is not late at once', async () => {
  const shop = await openShop()
  await (await shop.sends()).pays()
  await sealAll(shop.world.app)
  const wholeAt = async () => (await shop.rows('select whole_at from seals.progress'))[0]!.whole_at
  const before = await wholeAt()
  shop.world.clock.pass({ hours: 8 })
  const worker = startSealing(shop.world.app, { everyMs: 3_600_000 })
  await expect
    .poll(async () => (await wholeAt()) !== before && String(await wholeAt()))
    .toBe(String(shop.world.clock.wall()))
  await worker.stop()
})
