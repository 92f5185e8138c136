import assert from 'node:assert/strict'
import type { Ana } from './becoming-a-customer.ts'
import { submit } from './browser.ts'
import type { Scene } from './scene.ts'
import { fundsOf } from './spending.ts'

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const order = {
  fiatCurrency: 'EUR',
  cryptoCurrency: 'USDC',
  amount: 90,
  inputType: 'fiat',
  blockchain: 'sandbox',
  senderAddress: wallet,
}

/** She sends coins from a wallet of her own, on the chain of staging. */
export async function sendCoins({ partner, program, books, printer }: Scene, ana: Ana): Promise<void> {
  const { step, tell, booked } = printer
  step('She tops up 90.00 more in coins')
  const quote = await ana.call('POST', '/topups/crypto/exchange-rate', order)
  assert.equal(quote.credited, '90.00')
  tell('partner', `quote: 1 USDC is ${quote.rate} EUR until ${quote.expiresAt}`)
  const { id, crypto } = await ana.call('POST', '/topups/crypto', order)
  await partner.webhook('topupCreated', ({ topupId }) => topupId === id)
  tell('partner', `webhook topupCreated: send ${crypto.cryptoAmount} ${crypto.cryptoCurrency} to ${crypto.address}`)
  const desk = { url: `${program.url}/sandbox/chain`, text: '<form action=""></form>' }
  const sent = { do: 'send', to: crypto.address, from: wallet, quantity: String(crypto.cryptoAmount), coin: 'USDC' }
  await submit(desk, sent)
  await submit(desk, { do: 'mine', count: '4' })
  booked(await books.next('coinsCredited'))
  await partner.webhook('topupStatusChanged', ({ topupId }) => topupId === id)
  const { status, credited } = await ana.call('GET', `/topups/${id}`)
  assert.deepEqual([status, credited], ['completed', '90.00'])
  tell('partner', `webhook topupStatusChanged: ${status}; ${await fundsOf(ana)}`)
}
