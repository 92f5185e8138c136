import { expect } from 'vitest'
import type { Refund } from '#acquiring/payments'
import { recordPayoutIntent } from '#acquiring/payouts'
import { findCard } from '#acquiring/shoppers'
import { applyIncomingResult } from '../../../src/app/incoming-result.ts'
import { euros } from '../../world/payments-fixture.ts'
import type { Scenario, Stage } from './stage.ts'

const overnight = { hours: 24 }

/** A payment of 100.00 that is settled, so that it is refunded and not cancelled. */
async function settled(stage: Stage) {
  const shop = await stage.shop()
  const payment = await shop.pays({ amount: '100.00' })
  await stage.world.pass(overnight)
  const followers = async (type: string) => (await shop.followersOf(payment)).filter((one) => one.type === type)
  return { shop, payment, followers }
}

export const paymentScenarios: Record<string, Scenario> = {
  'reverse-payment': async (stage) => {
    const { shop, payment, followers } = await settled(stage)
    return {
      contended: 'refund-payment',
      act: () => shop.reverses(payment, '60.00'),
      holds: async () => {
        expect((await followers('refund')).length).toBeLessThanOrEqual(1)
        expect((await shop.now(payment)).refunded.minor).toBe(BigInt((await followers('refund')).length) * 6_000n)
      },
    }
  },
  'refund-payment': async (stage) => {
    const { shop, payment, followers } = await settled(stage)
    stage.fixture.acquirerProxy.next('refund', 'response lost')
    const refund = (await shop.reverses(payment, '60.00')) as Refund
    const { app } = stage.world
    const result = { outcome: 'done', reference: 'r-1' } as const
    return {
      contended: 'record-result',
      act: () => applyIncomingResult(app, refund.connector, { key: refund.request!.key, result }),
      holds: async () => {
        expect(await followers('refund')).toMatchObject([{ status: 'refunded' }])
        expect((await shop.now(payment)).refunded).toEqual(euros('60.00'))
      },
    }
  },
  'reinstate-refund': async (stage) => {
    const { shop, payment, followers } = await settled(stage)
    const { connector, key } = (await shop.reverses(payment, '60.00')) as Refund
    const result = { outcome: 'returned', reference: 'r-back' } as const
    return {
      contended: 'reinstate-refund',
      act: () => applyIncomingResult(stage.world.app, connector, { key, result }),
      holds: async () => {
        expect(await followers('reinstatement')).toHaveLength(1)
        expect((await shop.now(payment)).refunded).toEqual(euros('0.00'))
      },
    }
  },
  'fail-capture': async (stage) => {
    const { shop, payment, followers } = await settled(stage)
    const { connector, key } = payment
    const result = { outcome: 'failed', request: 'capture', authorization: key, reference: 'r-failed' } as const
    return {
      contended: 'fail-capture',
      act: () => applyIncomingResult(stage.world.app, connector, { key, result }),
      holds: async () => {
        expect(await followers('capture-failure')).toHaveLength(1)
        expect(await shop.now(payment)).toMatchObject({ status: 'captureFailed' })
      },
    }
  },
  'fail-reversal': async (stage) => {
    const shop = await stage.shop()
    const { connector, key, id } = await shop.pays({ kind: 'auth', amount: '10.00' })
    await shop.reverses({ id })
    const result = { outcome: 'failed', request: 'reverse', authorization: key, reference: 'r-failed' } as const
    return {
      contended: 'fail-reversal',
      act: () => applyIncomingResult(stage.world.app, connector, { key, result }),
      holds: async () =>
        expect(await stage.world.query(`select from reconciliation.breaks where transaction_id = ${id}`)).toHaveLength(
          1,
        ),
    }
  },
  'pay-out': async (stage) => {
    const shop = await stage.shop({ payoutsAllowed: true })
    const { app } = stage.world
    await shop.pays({ amount: '100.00' })
    const { shopperId, cardId } = await shop.tries(await shop.order(), { save: true })
    const card = (await findCard(app.db, shopperId, cardId!))!
    const orders = await Promise.all(
      [1, 2, 3].map(() => shop.order({ type: 'credit', mode: 'credit', amount: euros('60.00') })),
    )
    let next = 0
    return {
      act: () =>
        recordPayoutIntent(app, {
          ...{ site: shop.site, shopper: { id: shopperId }, card, amount: euros('60.00'), description: 'A prize' },
          ...{ ip: undefined, orderId: orders[next++]!.orderId, alongside: () => [] },
        }),
      holds: async () =>
        expect(
          (await stage.world.query(`select from payments.payments where type = 'credit' and site_id = ${shop.site.id}`))
            .length,
        ).toBeLessThanOrEqual(1),
    }
  },
}
