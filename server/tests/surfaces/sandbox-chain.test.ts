import { expect, test } from 'vitest'
import { openCryptoTopups } from '../world/crypto-topups.ts'
import { someone } from '../world/deposits.ts'

async function openDesk() {
  const at = await openCryptoTopups()
  const press = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const reply = await at.world.http.inject({
      method: 'POST',
      url: '/sandbox/chain',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
    const cookie = String(reply.headers['set-cookie']).split(';')[0]!.split('=')[1] ?? ''
    await at.world.runUntilIdle()
    return { status: reply.statusCode, message: Buffer.from(decodeURIComponent(cookie), 'base64url').toString() }
  }
  const page = async () => (await at.world.http.inject({ method: 'GET', url: '/sandbox/chain' })).body
  return { ...at, press, page }
}

test('a person sends coins to the address of a topup, makes blocks, and the money is there', async () => {
  const at = await openDesk()
  const holder = await at.holder()
  const { topup } = await holder.orders()
  const payment = { do: 'send', from: someone, to: topup.crypto.address, coin: 'USDC', quantity: '100' }
  expect((await at.press(payment)).message).toContain('100 USDC are part of the next block')
  expect(await at.page()).toContain('waits')
  await at.press({ do: 'mine', count: '3' })
  expect(await holder.balance()).toBe('90.00')
  expect(await at.page()).toContain('100 USDC')
})

test('what a reorganisation drops is not credited, until it is in the next block', async () => {
  const at = await openDesk()
  const holder = await at.holder()
  const ordered = await holder.orders()
  await at.chain.send({ contract: undefined, from: someone, to: someone, quantity: 1n })
  const payment = { do: 'send', from: someone, to: ordered.topup.crypto.address, coin: 'USDC', quantity: '100' }
  await at.press(payment)
  await at.press({ do: 'mine', count: '2' })
  await at.press({ do: 'delay', count: '3' })
  expect(await holder.topup(ordered)).toMatchObject({
    status: 'pending',
    crypto: { deposits: [{ status: 'dropped' }] },
  })
  await at.press({ do: 'mine', count: '3' })
  expect(await holder.balance()).toBe('90.00')
})

test.each([
  ['an address that is none', { to: '0x12' }, 'an address is 0x'],
  ['a quantity with too many decimals', { quantity: '1.1234567' }, 'at most 6 decimals'],
  ['a coin that is none', { coin: 'GOLD' }, 'use the buttons'],
])('%s is not sent, and the page says why', async (_what, odd, why) => {
  const at = await openDesk()
  const payment = { do: 'send', from: someone, to: someone, coin: 'USDC', quantity: '100', ...odd }
  expect((await at.press(payment)).message).toContain(why)
  expect(await at.chain.payments(5)).toEqual([])
})

test('a form of another page does nothing', async () => {
  const at = await openDesk()
  const { status } = await at.press({ do: 'lose', count: '3' }, { 'sec-fetch-site': 'cross-site' })
  expect(status).toBe(403)
})
