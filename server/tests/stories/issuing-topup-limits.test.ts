import { describe, expect, test } from 'vitest'
import { findCase, transitionCase } from '#issuing/kyc'
import { changeSettings } from '#issuing/programmes'
import { commit } from '#kernel/db/commit/commit.ts'
import { longTest } from '../world/length.ts'
import { openTopupWorld } from '../world/topup-world.ts'
import type { TopupHolder } from '../world/topups.ts'
import type { World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }
const limits = [
  'approved:min:EUR:10.00',
  'approved:max:EUR:60.00',
  'approved:day:EUR:100.00',
  'approved:week:EUR:150.00',
]
const refusalOf = ({ status, page }: { status: number; page: string }) => {
  const { reason, field, message } = JSON.parse(page)
  return { status, reason, field, message }
}

const usageOf = async (customer: TopupHolder, period: string) => {
  const usage = (await customer.call('GET', '/topups/usage')).body.usage as Record<string, unknown>[]
  return usage.find((one) => one.period === period)
}

describe('limits of topups', () => {
  test('each topup has a smallest and a largest amount', async () => {
    const { holder } = await openTopupWorld({ settings: { topupLimits: limits } })
    const ana = await holder()
    expect(refusalOf(await ana.orders('9.99'))).toEqual({
      status: 400,
      reason: 'topup_too_small',
      field: 'amount',
      message: 'A topup is 10.00 EUR or more.',
    })
    expect(refusalOf(await ana.orders('60.01'))).toMatchObject({
      status: 400,
      reason: 'topup_too_large',
      field: 'amount',
    })
    expect((await ana.orders('10.00')).status).toBe(200)
    expect((await ana.orders('60.00')).status).toBe(200)
  })

  test('what topups come to in a rolling period is limited, and usage says when what is free again', async () => {
    const { world, holder } = await openTopupWorld({ settings: { topupLimits: limits } })
    const ana = await holder()
    await ana.topsUp('60.00')
    await world.pass({ hours: 2 })
    await ana.topsUp('30.00')
    expect(refusalOf(await ana.orders('10.01'))).toEqual({
      status: 403,
      reason: 'topup_limit_reached',
      field: 'amount',
      message:
        'Of the 100.00 EUR that topups may come to in 24 hours, 10.00 are left. GET /topups/usage says when more is.',
    })
    expect(await usageOf(ana, 'day')).toEqual({
      currency: 'EUR',
      period: 'day',
      limit: '100.00',
      used: '90.00',
      left: '10.00',
      freesUp: [
        { at: '2026-05-05T10:00:00.000Z', amount: '60.00' },
        { at: '2026-05-05T12:00:00.000Z', amount: '30.00' },
      ],
    })
    await world.pass({ hours: 22 })
    expect(await usageOf(ana, 'day')).toMatchObject({ used: '30.00', left: '70.00' })
    await ana.topsUp('60.00')
    expect(refusalOf(await ana.orders('10.00')).message).toContain('in 7 days, 0.00 are left')
    expect(await usageOf(ana, 'month')).toMatchObject({ limit: '10000.00', used: '150.00' })
  })

  // In small: what topups come to in a rolling period is limited, and usage says when what is free again
  longTest('a topup that expired counts no more, and one that is under way does', async () => {
    const { world, holder } = await openTopupWorld({ settings: { topupLimits: limits } })
    const ana = await holder()
    await ana.orders('60.00')
    await ana.orders('40.00')
    expect(refusalOf(await ana.orders('10.00'))).toMatchObject({ reason: 'topup_limit_reached' })
    await world.pass({ hours: 1 })
    expect((await ana.orders('60.00')).status).toBe(200)
  })

  test('of many at the same moment no more are taken than the limit allows', async () => {
    const { holder } = await openTopupWorld({ settings: { topupLimits: limits } })
    const ana = await holder()
    const replies = await Promise.all(Array.from({ length: 12 }, () => ana.orders('20.00')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(7)
    expect(await usageOf(ana, 'day')).toMatchObject({ used: '100.00', left: '0.00' })
  })

  // In small: the issuing interface replies what is recorded, and no route of it is left out
  longTest('limits are shown by currency, and without a word of the programme they are the usual ones', async () => {
    const { holder } = await openTopupWorld({ settings: { topupFees: ['fiat:EUR:1.50:0.25'] } })
    const ana = await holder()
    const usual = { min: '10.00', max: '1000.00', day: '2000.00', week: '5000.00', month: '10000.00' }
    expect((await ana.call('GET', '/topups/limits')).body).toEqual({
      kycStatus: 'approved',
      limits: [{ currency: 'EUR', ...usual, fees: { percent: '1.50', fixed: '0.25' } }],
    })
  })

  test('a customer who is being verified again tops up as far as the programme says, and nobody else does', async () => {
    const { world, holder, partner } = await openTopupWorld()
    const ana = await holder()
    await changeStatus(world, ana, 'expire')
    expect(refusalOf(await ana.orders('10.00'))).toMatchObject({ status: 403, reason: 'topups_not_allowed' })
    expect((await ana.call('GET', '/topups/limits')).body).toEqual({ kycStatus: 'in_progress', limits: [] })
    const topupLimits = ['in_progress:max:EUR:15.00']
    await changeSettings(world.app, { by, partnerId: partner.id, changes: { topupLimits } })
    expect(refusalOf(await ana.orders('15.01'))).toMatchObject({ reason: 'topup_too_large' })
    expect((await ana.orders('15.00')).status).toBe(200)
    await changeStatus(world, ana, 'submit')
    expect(refusalOf(await ana.orders('10.00'))).toMatchObject({ status: 403, reason: 'topups_not_allowed' })
  })

  test('a fee is taken from what is credited, and is never all of it', async () => {
    const { holder } = await openTopupWorld({
      settings: { topupFees: ['fiat:EUR:2.50:1.00'], topupLimits: ['approved:min:EUR:0.50'] },
    })
    const ana = await holder()
    const topup = await ana.topsUp('20.10')
    expect(await ana.topup(topup.id)).toMatchObject({ amount: '20.10', fees: '1.50', credited: '18.60' })
    expect(await ana.balance()).toBe('18.60')
    expect(refusalOf(await ana.orders('1.02'))).toMatchObject({ status: 400, reason: 'topup_below_fee' })
    expect((await ana.orders('1.03')).status).toBe(200)
  })
})

async function changeStatus({ app }: World, { customerId }: TopupHolder, action: 'expire' | 'submit'): Promise<void> {
  const found = await findCase(app.db, customerId as Parameters<typeof findCase>[1])
  const now = app.clock.now()
  await commit(app, now, transitionCase(now, found!, { actor: 'test', action }))
}
