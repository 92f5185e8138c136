import { readNotification } from '@florin/client'
import { expect, test } from 'vitest'
import { by } from '../world/author.ts'
import { postForm } from '../world/by-hand.ts'
import { longTest } from '../world/length.ts'
import { appOf } from '../world/native-app.ts'
import { noLimits } from '../world/no-limits.ts'
import { openShop } from '../world/shop.ts'
import { fieldOf } from '../world/shopper.ts'
import { openPeople } from '../world/staff.ts'
import { openWallets } from '../world/wallets.ts'

// In small: the payment form in a frame and the calls of apps show what is recorded
longTest(
  'an app pays with a typed card, follows the payment, and has the result for the server of the store',
  async () => {
    const shop = await openShop()
    const app = appOf(shop, { orderId: 'app-1' })
    const token = await app.token()
    expect((await app.call('GET', '/api/v1/inline-checkout/config', { token })).body).toEqual({
      whitelabelPaymentForm: false,
      checkNameWithoutSaveCard: false,
      nameCheckValidationEnabled: false,
    })
    const { status, body } = await app.pays()
    expect([status, body]).toMatchObject([
      200,
      {
        code: 200,
        data: {
          transaction: {
            status: 'complete-ok',
            responseStatus: 'complete-ok',
            is3d: 0,
            methodType: 'card',
            methodName: 'visa',
          },
          orderRequest: { processing: { backUrl: 'https://shop.example/return?secure_key=abc' } },
        },
      },
    ])
    const { transactionId } = body.data.transaction
    expect(readNotification({ privateKey: shop.privateKey, body: { result: body.data.result } })).toMatchObject({
      transactionId,
      externalOrderId: 'app-1',
    })
    expect((await app.transaction(token, transactionId)).body).toMatchObject({
      id: transactionId,
      transactionStatus: 'complete-ok',
      amount: '9.9000',
      currencyKey: 'EUR',
      amountInEuro: '9.9000',
      customerData: { identifier: 'ana' },
      externalOrderId: 'app-1',
    })
    expect(JSON.stringify(shop.world.logged)).not.toContain('4111111111111111')
  },
)

// In small: the payment form in a frame and the calls of apps show what is recorded
longTest(
  'sent twice, at once or later, an order is paid once; a declined card is a reply, and another one pays',
  async () => {
    const shop = await openShop()
    const app = appOf(shop, { orderId: 'app-2' })
    const declined = await app.pays({ cardNumber: '4000020000001008' })
    expect([declined.status, declined.body.data.transaction.status]).toEqual([200, 'complete-failed'])
    const [one, other] = await Promise.all([app.pays(), app.pays()])
    const later = await app.pays()
    const ids = new Set([one, other, later].map(({ body }) => body.data.transaction.transactionId))
    expect(ids.size).toBe(1)
    expect(later.body.data.transaction.status).toBe('complete-ok')
    expect(await shop.count('payments.payments')).toBe(2)
  },
)

test('a challenged card is sent to the bank by our page, and what the bank says is in the transaction', async () => {
  const shop = await openShop()
  const app = appOf(shop, { orderId: 'app-3', amount: '30.00' })
  const { body } = await app.pays()
  const { transaction, threeDSFlowUrl } = body.data
  expect(transaction).toMatchObject({
    status: 'pending-redirect',
    responseStatus: '3d-pending',
    is3d: 1,
    redirectMethod: 'POST',
  })
  expect(body.data).not.toHaveProperty('result')
  const page = await shop.world.http.inject({ method: 'GET', url: new URL(threeDSFlowUrl).pathname })
  const paReq = fieldOf(page.body, 'PaReq')
  const bank = await postForm(shop.world.http, '/sandbox/bank', { PaReq: paReq, decision: 'confirm', code: '00000' })
  const back = { PaRes: fieldOf(bank.body, 'PaRes'), MD: fieldOf(bank.body, 'MD') }
  await postForm(shop.world.http, `${new URL(threeDSFlowUrl).pathname}/challenge`, back)
  const { body: after } = await app.transaction(await app.token(), transaction.transactionId)
  expect(after.transactionStatus).toBe('complete-ok')
})

// In small: the payment form in a frame and the calls of apps show what is recorded
longTest(
  'an app pays with a stored card of its customer, removes it, and reaches nothing of another customer',
  async () => {
    const shop = await openShop()
    const first = appOf(shop, { orderId: 'app-4', saveCard: true })
    await first.pays({ saveCard: 'true' })
    const again = appOf(shop, { orderId: 'app-5' })
    const token = await again.token()
    const [card] = await again.cards(token)
    expect(card).toMatchObject({ type: 'visa', cardNumber: '411111******1111', expiryMonth: '12', expiryYear: '2034' })
    const stranger = appOf(shop, { orderId: 'app-6', customer: { identifier: 'bob' } })
    const strange = await stranger.token()
    expect(await stranger.cards(strange)).toEqual([])
    expect((await stranger.removes(strange, card.id)).status).toBe(404)
    expect((await stranger.pays({ cardId: String(card.id) })).body.errors).toMatchObject([
      { reason: 'invalid_card', field: 'cardId' },
    ])
    const paid = await again.pays({ cardId: String(card.id) })
    expect(paid.body.data.transaction.status).toBe('complete-ok')
    expect((await stranger.transaction(strange, paid.body.data.transaction.transactionId)).status).toBe(404)
    expect((await again.removes(token, card.id)).status).toBe(200)
    expect(await again.cards(token)).toEqual([])
  },
)

test('an app pays with what Apple Pay or Google Pay has returned; what cannot be read pays nothing and is named', async () => {
  const shop = await openShop({ wallets: ['applePay', 'googlePay'] })
  const { taps } = await openWallets(shop.world, shop.site.id)
  const pays = (orderId: string, digitalWalletType: string, digitalWalletData: string) =>
    appOf(shop, { orderId }).pays({ digitalWalletType, digitalWalletData })
  const apple = await pays('tap-1', 'applePay', await taps())
  // Native libraries differ in how they write the name.
  const google = await pays('tap-2', 'googlepay', await taps({ wallet: 'googlePay', card: '1009' }))
  for (const [{ status, body }, methodName] of [
    [apple, 'visa'],
    [google, 'mastercard'],
  ] as const)
    expect([status, body.data.transaction]).toMatchObject([
      200,
      { status: 'complete-ok', is3d: 0, methodType: 'wallet', methodName },
    ])
  expect(readNotification({ privateKey: shop.privateKey, body: { result: apple.body.data.result } })).toMatchObject({
    externalOrderId: 'tap-1',
    transactionMethod: 'wallet',
  })
  const declined = await pays('tap-3', 'applePay', await taps({ card: '2002' }))
  expect([declined.status, declined.body.data.transaction]).toMatchObject([
    200,
    { status: 'complete-failed', methodType: 'wallet' },
  ])
  const unreadable = await pays('tap-4', 'googlePay', '{}')
  expect([unreadable.status, unreadable.body.errors]).toMatchObject([
    400,
    [{ reason: 'invalid_wallet_token', field: 'digitalWalletData' }],
  ])
  await shop.world.app.directory.changeSite({ by, siteId: shop.site.id, changes: { wallets: ['applePay'] } })
  const notTaken = await pays('tap-5', 'googlePay', await taps({ wallet: 'googlePay', card: '1009' }))
  expect([notTaken.status, notTaken.body.errors]).toMatchObject([
    400,
    [{ reason: 'wallet_not_accepted', field: 'digitalWalletType' }],
  ])
  expect(await shop.count('payments.payments')).toBe(3)
})

// In small: a shopper reads in their language that payments are paused, nothing is stored, and goes on later
longTest(
  'while an operator has paused the connectors, an app reads when to try again, and the order is paid then',
  async () => {
    const shop = await openShop()
    const app = appOf(shop, { orderId: 'app-9' })
    const operator = await (await openPeople(shop.world)).person('support')
    const because = { body: { reason: 'It has stopped replying.' } }
    await operator.call('POST', '/connectors/sandbox/pause', because)
    const paused = await app.pays()
    expect([paused.status, paused.headers['retry-after'], paused.body.errors]).toMatchObject([
      503,
      expect.stringMatching(/^\d+$/),
      [{ reason: 'connectors_paused' }],
    ])
    expect(await shop.count('payments.payments')).toBe(0)
    await operator.call('POST', '/connectors/sandbox/resume', because)
    expect((await app.pays()).body.data.transaction).toMatchObject({ status: 'complete-ok' })
  },
)

test('what is wrong is refused by its field, and nothing is placed', async () => {
  const shop = await openShop()
  const app = appOf(shop, { orderId: 'app-7' })
  const forged = { ...app.signed, checksum: Buffer.alloc(64).toString('base64') }
  const at = '/api/v1/inline-checkout'
  const refused = await app.call('POST', `${at}/session-token`, { json: forged })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 400, errors: [{ reason: 'invalid_checksum', field: 'checksum' }] },
  })
  for (const token of ['', 'x', `${await app.token()}x`])
    expect((await app.call('GET', `${at}/cards`, { token })).body.errors).toMatchObject([
      { reason: 'invalid_inline_token' },
    ])
  const old = await app.token()
  shop.world.clock.pass({ minutes: 61 })
  expect((await app.call('GET', `${at}/cards`, { token: old })).status).toBe(401)
  expect(await shop.rows('select id from orders.orders')).toEqual([])
  const mistyped = await app.pays({ cardNumber: '4111111111111112', cardCvv: '1' })
  expect(mistyped).toMatchObject({ status: 400, body: { errors: [{ field: 'cardNumber' }, { field: 'cardCvv' }] } })
  expect(JSON.stringify(mistyped.body)).not.toContain('4111')
  const wallet = await app.pays({ digitalWalletType: 'paypal', digitalWalletData: '{}' })
  expect(wallet.body.errors).toMatchObject([{ reason: 'wallet_not_available', field: 'digitalWalletType' }])
  const json = { accountDetails: { account: { type: 'PAN', number: '4111111111111111' } }, currency: 'EUR' }
  const names = await app.call('POST', '/api/v1/account-validation', { token: await app.token(), json })
  expect(names.body).toEqual({ nameValidationResults: { status: 'NotSupported' } })
})

test('cards that a machine tries through apps are slowed down and counted as those of the page are', async () => {
  const shop = await openShop(
    { attemptsMax: 20 },
    { environment: { FLORIN_VELOCITY_LIMITS: `${noLimits},order=4/PT1H` } },
  )
  const app = appOf(shop, { orderId: 'app-8' })
  const tried: number[] = []
  for (let attempt = 0; attempt < 8; attempt++) tried.push((await app.pays({ cardNumber: '4000020000001008' })).status)
  expect(tried[0]).toBe(200)
  expect(tried.at(-1)).toBe(429)
  expect((await app.pays()).headers['retry-after']).toMatch(/^\d+$/)
})
