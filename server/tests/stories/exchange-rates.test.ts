import { expect, test } from 'vitest'
import { convert, fetchRates, newestRates, ratedAssets, setRate } from '#core/rates'
import { money } from '#kernel/base/money.ts'
import type { Refusal } from '#kernel/base/refusal.ts'
import { createWorld, dayOne } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'a test' }

test('rates are recorded every hour, and a decision reads the one that held at its moment', async () => {
  await using world = await createWorld()
  const { app, clock } = world
  await world.runUntilIdle()
  const first = (await app.rates.at(clock.now(), 'EUR', 'USD'))!
  expect(first).toMatchObject({ from: 'EUR', to: 'USD', source: 'sandbox', asOf: dayOne })

  await world.pass({ hours: 5 })
  const later = (await app.rates.at(clock.now(), 'EUR', 'USD'))!
  expect([later.numerator === first.numerator, later.asOf.toString()]).toEqual([false, '2026-05-04T15:00:00Z'])
  expect(await app.rates.at(dayOne, 'EUR', 'USD')).toEqual(first)
  expect((await world.verify()).differences).toEqual([])
})

test('a pair without the euro is made of two rates, and nothing is rounded between them', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATES: 'off' } })
  const { app, clock } = world
  await setRate(app, { by, base: 'EUR', quote: 'USD', rate: '1.0812' })
  await setRate(app, { by, base: 'ETH', quote: 'EUR', rate: '2840.5' })
  const rate = (await app.rates.at(clock.now(), 'ETH', 'USD'))!
  expect(convert(money(10n ** 18n, 'ETH'), rate)).toEqual(money(307_115n, 'USD'))
  expect(await app.rates.at(clock.now(), 'USD', 'GBP')).toBeUndefined()
  expect(await app.rates.at(clock.now(), 'GBP', 'GBP')).toMatchObject({ numerator: 1n, denominator: 1n })
})

test('an old rate is not used: of a currency after six days, of a coin after two hours', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATES: 'off' } })
  const { app, clock } = world
  await setRate(app, { by, base: 'EUR', quote: 'USD', rate: '1.0812' })
  await setRate(app, { by, base: 'ETH', quote: 'EUR', rate: '2840.5' })
  await world.pass({ hours: 2 })
  expect(await app.rates.at(clock.now(), 'ETH', 'EUR')).toBeDefined()
  await world.pass({ seconds: 1 })
  expect(await app.rates.at(clock.now(), 'ETH', 'EUR')).toBeUndefined()
  expect(await app.rates.at(clock.now(), 'USD', 'EUR')).toBeDefined()
  await world.pass({ hours: 6 * 24 - 2 })
  expect(await app.rates.at(clock.now(), 'USD', 'EUR')).toBeUndefined()
})

test('what was read before is not recorded again, and what a person has set holds until something is newer', async () => {
  await using world = await createWorld()
  const { app, clock } = world
  const count = async () => (await world.query('select count(*) as n from rates.rates'))[0]!.n
  await fetchRates(app)
  const before = await count()
  await fetchRates(app)
  expect(await count()).toBe(before)

  clock.pass({ minutes: 1 })
  await setRate(app, { by, base: 'EUR', quote: 'USD', rate: '2' })
  expect(await app.rates.at(clock.now(), 'EUR', 'USD')).toMatchObject({ source: 'manual' })
  await world.pass({ hours: 1 })
  expect(await app.rates.at(clock.now(), 'EUR', 'USD')).toMatchObject({ source: 'sandbox' })
  expect(await ratedAssets(app.db)).toContain('USD')
  expect([...(await newestRates(app.db, ['USD'], clock.now())).keys()]).toEqual(['USD'])
  const audit = await world.query(`select actor, subject_id from directory.audit where action = 'rateSet'`)
  expect(audit).toEqual([{ actor: 'staff 7', subject_id: 'EUR USD' }])
})

test('a rate that makes no sense is refused, and so is a second one of the same moment', async () => {
  await using world = await createWorld({ environment: { FLORIN_RATES: 'off' } })
  const { app } = world
  const code = (input: Partial<Parameters<typeof setRate>[1]>) =>
    setRate(app, { by, base: 'EUR', quote: 'USD', rate: '1.1', ...input }).then(
      () => 'recorded',
      (error: Refusal) => error.code,
    )
  expect(await code({ rate: '0' })).toBe('invalid_rate')
  expect(await code({ rate: '-1' })).toBe('invalid_rate')
  expect(await code({ base: 'GBP' })).toBe('rate_without_euro')
  expect(await code({ quote: 'EUR' })).toBe('rate_without_euro')
  expect(await code({ at: dayOne.add({ seconds: 1 }) })).toBe('rate_in_future')
  expect(await code({})).toBe('recorded')
  expect(await code({ rate: '1.2' })).toBe('rate_recorded_already')
  await expect(fetchRates(app)).rejects.toMatchObject({ code: 'no_rates_provider' })
})
