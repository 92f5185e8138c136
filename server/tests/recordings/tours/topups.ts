import type { PartnerFixture } from '../../world/partner.ts'
import { offerTopups } from '../../world/topups.ts'
import type { Tour } from '../tour.ts'

type Send = (title: string, line: string, json?: unknown) => Promise<Record<string, string>>

/** A customer with an account in euros tops up. */
export async function tourTopups(tour: Tour, nordwind: PartnerFixture, call: Send): Promise<void> {
  const fiat = 'POST /v1/topups/fiat'
  const amount = { amount: '20.00', currency: 'EUR' }
  await call('The programme takes no topups', fiat, amount)
  await offerTopups(tour.shop.world, nordwind, {
    settings: { topupLimits: ['approved:day:EUR:50.00'], topupFees: ['fiat:EUR:1.50:0.25'] },
  })
  await call('What the customer may top up', 'GET /v1/topups/limits')
  await call('Too little', fiat, { ...amount, amount: '5.00' })
  await call('Too much at once', fiat, { ...amount, amount: '1000.01' })
  await call('A currency without an account', fiat, { ...amount, currency: 'RON' })
  await call('What is no amount', fiat, { amount: 'ten', currency: 'EUR', language: 'tlh' })
  await call('A topup', fiat, amount)
  await call('More than is left of the day', fiat, { ...amount, amount: '30.01' })
  await call('How much is used', 'GET /v1/topups/usage')
  const list = await call('The topups', 'GET /v1/topups?type=fiat&status=created&size=5')
  const [topup] = list.data as unknown as { id: string }[]
  await call('One topup', `GET /v1/topups/${topup!.id}`)
  await call('A topup that does not exist', 'GET /v1/topups/topup_01K4Z3W7V9Q8M2N5R6T1X0Y4AB')
}
