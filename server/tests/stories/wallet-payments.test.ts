import { expect, test } from 'vitest'
import { makeTestToken } from '#acquiring/wallets'
import { newCustomer, openApiShop, orders } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { openWallets, type TapInput } from '../world/wallets.ts'

const wallets = ['applePay', 'googlePay'] as const

/** A store that takes both wallets in its own app, and sends what they return to the API. */
async function openWalletShop() {
  const shop = await openApiShop({ wallets })
  const { taps, optionOf } = await openWallets(shop.world, shop.site.id)
  const customerId = await newCustomer(shop.client)
  return {
    ...shop,
    taps,
    optionOf,
    customerId,
    pays: async (tap: TapInput = {}, changes: Record<string, string> = {}) =>
      orders(shop.client, customerId, { ...(await optionOf(tap)), ...changes }),
  }
}

test('what a wallet returns pays an order, and all records say by which wallet', async () => {
  const { world, client, pays, notified } = await openWalletShop()

  const apple = await pays({}, { externalOrderId: 'app-1', transactionMethod: 'wallet' })
  const google = await pays({ wallet: 'googlePay', card: '1009' })

  expect(apple).toMatchObject({ status: 200, data: { orderStatus: 'complete-ok', transactionStatus: 'complete-ok' } })
  expect((await client.get(`/transaction/${apple.data.transactionId}`)).data).toMatchObject({
    transactionMethod: 'wallet',
    walletProvider: 'apple',
    walletBrand: 'applePay',
    cardType: 'visa',
    cardNumber: '400006******1004',
  })
  expect((await client.get(`/transaction/${google.data.transactionId}`)).data).toMatchObject({
    transactionMethod: 'wallet',
    walletProvider: 'google',
    walletBrand: 'googlePay',
    cardType: 'mastercard',
  })
  expect((await client.get(`/order/${apple.data.orderId}`)).data).toMatchObject({ transactionMethod: 'wallet' })
  await world.runUntilIdle()
  expect(notified()).toMatchObject([{ transactionMethod: 'wallet' }, { transactionMethod: 'wallet' }])
  const found = async (query: string) => (await client.get(`/transaction?${query}`)).items.map(({ id }) => id)
  expect(await found('transactionMethod=wallet&reverseSorting=0')).toHaveLength(2)
  expect(await found('walletBrand=applePay')).toEqual([apple.data.transactionId])
  expect(await found('walletProvider=google')).toEqual([google.data.transactionId])
  expect(await found('walletProvider=google&walletBrand=applePay')).toEqual([])
  expect(await found('transactionMethod=card')).toEqual([])
})

// In small: what a wallet returns pays an order, and all records say by which wallet
longTest('a declined wallet is an outcome as that of a card is', async () => {
  const { pays } = await openWalletShop()
  expect(await pays({ card: '2002' })).toMatchObject({
    status: 402,
    body: { error: [{ code: 837, reason: 'insufficient_funds' }] },
  })
})

test('a token pays once: sent again it is refused, by whatever order it comes and however often at once', async () => {
  const { client, customerId, optionOf, count } = await openWalletShop()
  const option = await optionOf()
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((externalOrderId) => orders(client, customerId, { ...option, externalOrderId })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await orders(client, customerId, option)).toMatchObject({
    status: 409,
    body: { error: [{ reason: 'wallet_token_used', field: 'transactionOption.digitalWallet.data' }] },
  })
  expect(await count('payments.payments')).toBe(1)
})

test('a used token is forgotten a month later, by the clock of the database too, and nobody removes it before', async () => {
  const { world, count } = await openWalletShop()
  const { run } = world.app.db
  await run(
    `insert into wallets.used_tokens select 'applePay', sha256(d::text::bytea), now() - d * interval '1 day'
     from unnest($1::integer[]) d`,
    [[30, 40]],
  )
  await expect(run('delete from wallets.used_tokens', [])).rejects.toThrow('permission denied')
  const left: unknown[] = []
  for (const before of ['-infinity', 'infinity']) {
    await run('select wallets.forget_used_tokens($1)', [before])
    left.push(await count('wallets.used_tokens'))
  }
  expect(left).toEqual([2, 1])
})

test('what cannot be is refused before anything is requested, by the field that is wrong', async () => {
  const { world, client, customerId, pays, optionOf, site, count } = await openWalletShop()
  const reasonOf = async (answer: ReturnType<typeof orders>) => (await answer).body.error![0]!
  const wallet = (digitalWallet: object) => ({ transactionOption: JSON.stringify({ digitalWallet }) })
  const refused = async (input: Record<string, string>) => reasonOf(orders(client, customerId, input))

  expect(await reasonOf(pays({ amount: '9.89' }))).toMatchObject({
    reason: 'wallet_amount_mismatch',
    message: expect.stringContaining('confirmed 9.89 EUR in the wallet, and 9.90 EUR would be charged'),
  })
  expect(await refused(wallet({ walletType: 'applePay', data: '{}' }))).toMatchObject({
    reason: 'invalid_wallet_token',
  })
  expect(await refused(wallet({ walletType: 'paypal', data: '{}' }))).toMatchObject({
    field: 'transactionOption.digitalWallet.walletType',
  })
  const ofAnother = await makeTestToken(world.app, {
    wallet: 'googlePay',
    cardId: '1009',
    siteId: (site.id + 1) as typeof site.id,
    amount: { minor: 990n, currency: 'EUR' },
  })
  expect(await refused(wallet({ walletType: 'googlePay', data: ofAnother }))).toMatchObject({
    message: expect.stringContaining('it was made for another merchant'),
  })
  expect(await refused({ ...(await optionOf()), cardNumber: '4111111111111111' })).toMatchObject({
    reason: 'wallet_and_card',
  })
  expect(await refused({ transactionMethod: 'wallet' })).toMatchObject({ reason: 'wallet_missing' })
  const late = await optionOf()
  world.clock.pass({ minutes: 6 })
  expect(await refused(late)).toMatchObject({ message: expect.stringContaining('signed too long ago') })
  await world.app.directory.changeSite({
    by: { actor: 'test', fromWhere: 'test' },
    siteId: site.id,
    changes: { wallets: [] },
  })
  expect(await reasonOf(pays())).toMatchObject({ reason: 'wallet_not_accepted' })
  expect(await count('payments.payments')).toBe(0)
})

test('a subscription begins with a wallet and is billed without it; its stored number pays for nothing else', async () => {
  const { world, client, customerId, pays, optionOf } = await openWalletShop()
  const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
  const placed = await pays({}, { ...monthly, externalOrderId: 'box' })
  expect(placed).toMatchObject({ status: 200, data: { cardId: expect.any(Number) } })
  await world.pass({ days: 32 })
  const { items } = await client.get(`/transaction?orderId=${placed.data.orderId}`)
  expect(items).toMatchObject([
    { transactionStatus: 'complete-ok', walletBrand: 'applePay' },
    { transactionStatus: 'complete-ok' },
  ])
  const rebill = { customerId: String(customerId), amount: '1.00', ...(await optionOf()) }
  expect(await client.send('PATCH', `/order-rebill/${placed.data.orderId}`, { form: rebill })).toMatchObject({
    status: 400,
    body: { error: [{ reason: 'wallet_not_billed', field: 'transactionOption.digitalWallet' }] },
  })
  const present = { threeDSecureData: Buffer.from('{}').toString('base64') }
  const paid = await orders(client, customerId, { cardId: String(placed.data.cardId), ...present })
  expect(paid).toMatchObject({ status: 400, body: { error: [{ reason: 'card_of_wallet' }] } })
})

// In small: what a wallet returns pays an order, and all records say by which wallet
longTest('Google’s printed numbers are cards: the bank may ask, and the stored one pays like any other', async () => {
  const { client, customerId, pays } = await openWalletShop()
  const tap = { wallet: 'googlePay', card: '1111', amount: '30.00' } as const
  const challenged = await pays(tap, { amount: '30.00', backUrl: 'https://shop.example/back', saveCard: 'true' })
  expect(challenged).toMatchObject({ status: 200, data: { is3d: 1, isRedirect: true } })
  const stored = await pays({ ...tap, amount: '9.90' }, { saveCard: 'true', externalOrderId: 'again' })
  expect(stored).toMatchObject({ status: 200, data: { cardId: expect.any(Number) } })
  expect(await orders(client, customerId, { cardId: String(stored.data.cardId) })).toMatchObject({ status: 200 })
})

// In small: what a wallet returns pays an order, and all records say by which wallet
longTest(
  'a connector that takes no numbers of wallets is passed over, and without another the payment is refused',
  async () => {
    const { world, pays, acquirerProxy } = await openWalletShop()
    Object.assign(acquirerProxy.capabilities, { walletTokens: false })
    expect(await pays()).toMatchObject({ status: 400, body: { error: [{ reason: 'wallet_not_supported' }] } })
    expect(await pays({ wallet: 'googlePay', card: '1111' })).toMatchObject({ status: 200 })
    Object.assign(acquirerProxy.capabilities, { walletTokens: true })
    await world.runUntilIdle()
  },
)

test('no number, cryptogram or token of a wallet is in the log, in an answer or in the kept requests', async () => {
  const { world, pays, taps, client, customerId, rows } = await openWalletShop()
  await pays()
  await pays({ wallet: 'googlePay', card: '1009' })
  const data = await taps({ amount: '1.00' })
  const transactionOption = JSON.stringify({ digitalWallet: { walletType: 'applePay', data } })
  await orders(client, customerId, { transactionOption })
  const { signature } = JSON.parse(data)
  const kept = JSON.stringify(await rows('select * from request_log.requests'))
  const everything = [...world.logged, ...world.answered, kept].join('\n')
  for (const secret of ['4000060000001004', '5200060000001009', signature]) expect(everything).not.toContain(secret)
})

test('a store whose own page took the payment in the wallet posts the token in its signed form, and is paid at once', async () => {
  const { world, sends, taps, notified, count } = await openWalletShop()
  const digitalWallet = { walletType: 'googlePay', data: await taps({ wallet: 'googlePay', card: '1009' }) }
  const input = { orderId: 'web-1', backUrl: 'https://shop.example/back', transactionOption: { digitalWallet } }
  const paid = await sends(input)
  expect(paid.address).toMatch(/\/return$/)
  expect(paid.opened.status).toBe(303)
  // A browser posts the form again when its page is loaded again.
  expect((await sends(input)).opened.status).toBe(303)
  await world.runUntilIdle()
  expect(notified()).toMatchObject([{ transactionStatus: 'complete-ok', transactionMethod: 'wallet' }])
  expect(await count('payments.payments')).toBe(1)
})

test('an app learns what to ask the wallet with by the public key of its site', async () => {
  const { world, site } = await openWalletShop()
  const asked = (path: string) => world.http.inject({ method: 'GET', url: `/api/v1/digital-wallet/${path}` })
  const params = await asked(`googlePay/params?publicKey=pk_test_${site.id}`)
  expect(params.json()).toMatchObject({
    wallet: 'googlePay',
    environment: 'TEST',
    gateway: 'florintest',
    gatewayMerchantId: `googlePay_${site.id}`,
  })
  expect((await asked(`applePay/params?publicKey=pk_test_${site.id}`)).json()).toMatchObject({
    merchantIdentifier: 'merchant.test.florin',
  })
  expect((await asked('applePay/params')).statusCode).toBe(400)
  expect((await asked('cash/params')).statusCode).toBe(404)
})
