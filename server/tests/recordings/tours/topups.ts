import { setRate } from '#core/rates'
import { openWatchedChain, someone, usdc } from '../../world/deposits.ts'
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
  await tourCoins(tour, call)
}

/** The same customer pays in coins, whose rates are set by hand. */
async function tourCoins(tour: Tour, call: Send): Promise<void> {
  const { world } = tour.shop
  const by = { actor: 'operator', fromWhere: 'test' }
  await openWatchedChain(world)
  await setRate(world.app, { by, base: 'USDC', quote: 'EUR', rate: '0.9136' })
  await call('The coins that are taken', 'GET /v1/topups/crypto/currencies')
  await call('The least and the most of a coin', 'GET /v1/topups/crypto/limits?blockchain=sandbox&identifier=USDC')
  await call('A coin that is not taken', 'GET /v1/topups/crypto/limits?blockchain=sandbox&identifier=DAI')
  await call('A chain that is not read', 'GET /v1/topups/crypto/limits?blockchain=nowhere&identifier=DAI')
  await world.runUntilIdle()
  const wanted = { fiatCurrency: 'EUR', cryptoCurrency: 'USDC', inputType: 'fiat', blockchain: 'sandbox' }
  const order = { ...wanted, amount: 25, senderAddress: someone }
  await call('What a topup in coins costs', 'POST /v1/topups/crypto/fees', order)
  await call('A quote of an amount', 'POST /v1/topups/crypto/exchange-rate', order)
  await call('A quote of coins', 'POST /v1/topups/crypto/exchange-rate', {
    ...order,
    inputType: 'crypto',
    amount: '27.5',
  })
  await call('A quote of everything wrong', 'POST /v1/topups/crypto/exchange-rate', {
    ...order,
    amount: '1e3',
    inputType: 'gold',
  })
  await call('A wallet that is none', 'POST /v1/topups/crypto', { ...order, senderAddress: '0x12' })
  const made = await call('A topup in coins', 'POST /v1/topups/crypto', order)
  const { address } = made.crypto as unknown as { address: string }
  await world.app.sandboxChain!.send({ contract: usdc, from: someone, to: address, quantity: 27_364_274n })
  await world.app.sandboxChain!.mine(3)
  await world.pass({ seconds: 5 })
  await call('A topup in coins that was paid', `GET /v1/topups/${made.id}`)
}
