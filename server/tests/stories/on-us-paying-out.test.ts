import { expect, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { type Answered, type Fields, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { openSpender } from '../world/network.ts'
import { cardOf, onUs, typed } from '../world/on-us.ts'
import { openPartner } from '../world/partner.ts'

const payout = {
  amount: '5.00',
  currency: 'EUR',
  orderType: 'credit',
  transactionMethod: 'card',
  cardTransactionMode: 'credit',
  description: 'Your winnings',
}
/** A shop that may pay out; its customers have paid 20.00, one with a card of ours and one with another bank's. */
async function openPayers() {
  const shop = await openApiShop({ payoutsAllowed: true }, onUs)
  const { client } = shop
  const nordwind = await openPartner(shop.world)
  const ana = await openSpender(shop.world, nordwind)
  const { number, expiry, cvv } = cardOf(ana)
  const ours = { ...typedCard, cardNumber: number, cardExpiryDate: expiry, cardCvv: cvv }
  const pays = async (identifier: string, card: Record<string, string>) => {
    const customerId = String(await newCustomer(client, { identifier }))
    const { data } = await orders(client, Number(customerId), { ...card, saveCard: '1', amount: '20.00' })
    const form = { ...payout, customerId, cardId: String(data.cardId) }
    return (more: Record<string, string> = {}) => client.send('POST', '/order', { form: { ...form, ...more } })
  }
  const seen = async ({ status, data: { orderStatus, transactionStatus, transactionId } }: Answered) => {
    const { data } = await client.get(`/transaction/${transactionId}`)
    const { transactionType, amount, description, components } = data
    const replies = (components as Fields[]).map(({ componentType, data: facts, providerRc, providerMessage }) => ({
      ...{ componentType, facts, providerRc, providerMessage },
    }))
    return { status, orderStatus, transactionStatus, shown: { transactionType, amount, description, replies } }
  }
  return { ...shop, nordwind, ana, seen, toUs: await pays('ana', ours), toOthers: await pays('bob', typedCard) }
}

test('money is paid out to a card of this installation as to any other, once, and not when the card does not take it', async () => {
  const shop = await openPayers()
  const { ana, toUs, toOthers, seen, world } = shop
  await world.pass({ hours: 49 })
  const tokens = await shop.nordwind.asServer('POST', '/auth/login/partner', { body: { customerId: ana.customerId } })
  const login = shop.nordwind.withToken(String(tokens.body.accessToken))
  const balance = async () => (await login('GET', `/accounts/${ana.accountId}`)).body.balance
  expect(await balance()).toBe('980.00')

  const done = await seen(await toUs())
  expect(done).toMatchObject({ status: 200, orderStatus: 'complete-ok', transactionStatus: 'complete-ok' })
  expect(done).toEqual(await seen(await toOthers()))
  expect(await balance()).toBe('985.00')
  const [received] = (await login('GET', '/transactions?type=refund')).body.data as Record<string, unknown>[]
  expect(received).toMatchObject({ type: 'refund', status: 'settled', amount: '5.00' })

  // The issuer takes long, and the payout is inquired about by its key.
  const held = await world.holdRow('accounts.accounts', ana.accountId)
  const lost = await toUs({ amount: '1.00' })
  expect(lost.data.transactionStatus).not.toBe('complete-ok')
  await held.release()
  await world.pass({ minutes: 5 })
  expect((await seen(lost)).shown).toMatchObject({ transactionType: 'credit', amount: '1.00' })
  const [{ status } = {}] = await shop.rows(
    `select status from payments.payments where id = ${lost.data.transactionId}`,
  )
  expect(status).toBe('credited')
  expect(await balance()).toBe('986.00')

  // The same request again is the same payout.
  const [{ key } = {}] = await shop.rows(`select key from payments.payments where id = ${lost.data.transactionId}`)
  const again = { key: String(key), amount: { minor: 100n, currency: 'EUR' as const }, card: typed(ana) }
  const shopper = { email: undefined, country: undefined }
  const { acquirer } = world.app.connectors.find('on-us')!
  expect(await acquirer.payOut({ ...again, descriptor: 'BAKERY', shopper })).toMatchObject({ outcome: 'done' })
  expect(await balance()).toBe('986.00')

  await login('POST', `/cards/${ana.issued.id}/freeze`)
  expect(await seen(await toUs())).toMatchObject({ transactionStatus: 'complete-failed' })
  await login('POST', `/cards/${ana.issued.id}/unfreeze`)
  await login('POST', `/cards/${ana.issued.id}/close`)
  expect(await seen(await toUs())).toMatchObject({ transactionStatus: 'complete-failed' })
  expect(await balance()).toBe('986.00')
  const declined = await shop.rows(
    `select decline_reason as reason from payments.payments where status = 'failed' order by id`,
  )
  expect(declined.map(({ reason }) => reason)).toEqual(['declined_by_bank', 'card_closed'])
  await sealAll(world.app)
})
