import { expect, test } from 'vitest'
import { longTest, sampled } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'

const overLimit = '30.00'
const alwaysChallenged = { number: '5555 5555 5555 5599', expiry: '12/34' }

test('a challenged shopper types the right code and has paid', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: overLimit })
  const challenged = await ana.pays()
  expect(challenged).toMatchObject({ status: 200, address: ana.address })
  expect(challenged.text).toContain('Your bank wants to be sure that it is you')
  await shop.world.runUntilIdle()
  expect(shop.notified()).toEqual([])
  const landed = await ana.answersChallenge('00000')
  await shop.world.runUntilIdle()
  expect(landed.address).toBe(`${ana.address}/return`)
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok', amount: 30 }])
  expect((await ana.bringsBack()).result).toEqual(shop.notified()[0])
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('some cards are challenged for every amount', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  expect((await ana.pays(alwaysChallenged)).text).toContain('Your bank wants to be sure')
  expect((await ana.answersChallenge('00000')).address).toBe(`${ana.address}/return`)
})

test.each([
  ['without a challenge', { expiry: '12/26' }, 'frictionless'],
  ['only by an attempt', { number: '4000 0011 1111 1118', expiry: '12/30' }, 'attempted'],
])('a card that is authenticated %s pays at once', async (_how, card, threeDSecure) => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: overLimit })
  expect((await ana.pays(card)).address).toBe(`${ana.address}/return`)
  expect(await shop.rows('select three_d_secure as how from payments.payments')).toEqual([{ how: threeDSecure }])
})

test.each(
  sampled([
    ['three wrong codes', ['1', '2', '3']],
    ['the button that says it is not their payment', ['cancel']],
    ['one wrong code and then that button', ['1', 'cancel']],
  ]),
)('at the bank, %s: not authenticated, and the shopper may try again', async (_how, codes) => {
  const shop = await openShop({ notifyAttempts: true })
  const ana = await shop.sends({ amount: overLimit })
  await ana.pays()
  const landed = await ana.returnsFromBank(await ana.passesBank(...codes))
  expect(landed.text).toContain('Your bank could not confirm that it was you.')
  expect(landed.text).toContain('You can try 2 more times.')
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([
    { transactionStatus: 'complete-failed', errors: [{ code: 837, message: 'The cardholder was not authenticated.' }] },
  ])
  await ana.pays()
  expect((await ana.answersChallenge('00000')).address).toBe(`${ana.address}/return`)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a wrong code and then the right one: paid', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: overLimit })
  await ana.pays()
  const landed = await ana.returnsFromBank(await ana.passesBank('1', '00000'))
  expect(landed.address).toBe(`${ana.address}/return`)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a card that fails every authentication is declined without a challenge', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  const landed = await ana.pays({ number: '5168 4948 9505 5780', expiry: '12/26' })
  expect(landed.text).toContain('Your bank could not confirm that it was you.')
})

// In small: a shopper who does not come back from their bank in time has not paid, and neither have they later
longTest('after fifteen minutes at the bank the attempt is over: who comes back later has not paid', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const ana = await shop.sends({ amount: overLimit })
  await ana.pays()
  const wayBack = await ana.passesBank('00000')
  await shop.world.pass({ minutes: 14 })
  expect((await ana.sees()).text).toContain('Your bank wants to be sure')
  await shop.world.pass({ minutes: 1 })
  expect((await ana.sees()).text).toContain('Your bank could not confirm that it was you.')
  const landed = await ana.returnsFromBank(wayBack)
  expect(landed.text).toContain('name="cardNumber"')
  expect(await state(shop)).toEqual(['failed'])
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-failed' }])
  expect(shop.acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize'])
})

test('the bank returns twice, and so does the back button: one payment, one notification', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: overLimit })
  await ana.pays()
  const wayBack = await ana.passesBank('00000')
  const first = await ana.returnsFromBank(wayBack)
  const second = await ana.returnsFromBank(wayBack)
  expect(second).toMatchObject({ status: 200, address: first.address })
  await shop.world.runUntilIdle()
  expect(shop.notified()).toHaveLength(1)
  expect(shop.acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize', 'completeChallenge'])
})

test.each(
  sampled([
    ['nothing', {}],
    ['another word', { PaRes: 'AAAA', MD: 'x' }],
    ['odd fields', { 'PaRes[a]': '1', __proto__x: '2', constructor: '3' }],
  ]),
)('a browser that says the bank sent it, with %s, has not paid', async (_what, fields) => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: overLimit })
  await ana.pays()
  const forged = { url: `${ana.address}/challenge`, fields: fields as { PaRes: string; MD: string } }
  const landed = await ana.returnsFromBank(forged)
  expect(landed.text).not.toContain('Thank you')
  expect(await state(shop)).toEqual(['failed'])
})

test('the word of one order does not pay another', async () => {
  const shop = await openShop()
  const [cheap, dear] = [await shop.sends({ amount: '26.00' }), await shop.sends({ amount: '2600.00' })]
  await cheap.pays()
  await dear.pays()
  const { fields } = await cheap.passesBank('00000')
  const landed = await dear.returnsFromBank({ url: `${dear.address}/challenge`, fields })
  expect(landed.text).not.toContain('Thank you')
  expect(await state(shop)).toEqual(['challenging', 'failed'])
})

// In small: what the bank answered about a challenge is found out when that answer is lost
longTest('the answer to the return is lost: the page waits, and the payment is found out', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: overLimit })
  await ana.pays()
  shop.acquirerProxy.next('completeChallenge', 'response lost')
  expect((await ana.answersChallenge('00000')).text).toContain('Your payment is being processed')
  await shop.world.pass({ minutes: 1 })
  expect((await ana.sees()).text).toContain('Thank you')
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok' }])
  expect(await shop.decided()).toHaveLength(1)
})

const state = async ({ rows }: Shop) =>
  (await rows('select status from payments.payments order by id')).map(({ status }) => status)
