import { expect, test } from 'vitest'
import { postForm } from '../world/by-hand.ts'
import { android, appOf, endOf, ios, listedCards, submittedAs, walletAskedWith } from '../world/native-app.ts'
import { openShop } from '../world/shop.ts'
import { fieldOf } from '../world/shopper.ts'
import { openWallets } from '../world/wallets.ts'
import { publicUrl } from '../world/world.ts'

const at = '/api/v1'

/** A store whose app uses one of the native libraries, for one order after the other. */
async function openApp(library: typeof android) {
  const shop = await openShop({ wallets: ['applePay', 'googlePay'] })
  const { taps } = await openWallets(shop.world, shop.site.id)
  const buys = async (orderId: string, amount = '9.90') => {
    const app = appOf(shop, { orderId, amount }, library)
    const token = await app.token()
    const ends = async (id: string) => endOf((await app.transaction(token, id)).body)
    const pays = async (fields?: Record<string, string>) => submittedAs((await app.pays(fields)).body)
    return { ...app, token, ends, pays }
  }
  return { shop, taps, buys }
}

test.each([
  ['Android', android],
  ['iOS', ios],
])(
  'the library for %s pays by card, 3-D Secure, a stored card and a wallet, and reads each reply',
  async (_, library) => {
    const { shop, taps, buys } = await openApp(library)

    const first = await buys('native-1')
    expect((await first.call('GET', `${at}/inline-checkout/config`, first)).body).toMatchObject({
      nameCheckValidationEnabled: false,
    })
    const typed = { cardHolderName: 'Ștefan Ionescu', saveCard: 'true' }
    const paid = await first.pays(typed)
    expect([paid.opens, await first.ends(paid.transactionId)]).toEqual([undefined, 'paid'])
    // The connection broke before the reply: the same bytes again.
    expect(await first.pays(typed)).toEqual(paid)

    const asked = await buys('native-2', '30.00')
    const { opens, transactionId } = await asked.pays()
    expect([new URL(opens!).origin, await asked.ends(transactionId)]).toEqual([publicUrl, 'waits'])
    const page = await shop.world.http.inject({ method: 'GET', url: new URL(opens!).pathname })
    const answer = { PaReq: fieldOf(page.body, 'PaReq'), decision: 'confirm', code: '00000' }
    const bank = await postForm(shop.world.http, '/sandbox/bank', answer)
    const back = { PaRes: fieldOf(bank.body, 'PaRes'), MD: fieldOf(bank.body, 'MD') }
    await postForm(shop.world.http, `${new URL(opens!).pathname}/challenge`, back)
    expect(await asked.ends(transactionId)).toBe('paid')

    const again = await buys('native-3')
    const [card] = listedCards(await again.cards(again.token))
    expect(card?.says).toBe('visa 1111 12/34')
    expect(await again.ends((await again.pays({ cardId: card!.id })).transactionId)).toBe('paid')
    expect((await again.removes(again.token, card!.id)).status).toBe(200)
    expect(listedCards(await again.cards(again.token))).toEqual([])

    const declined = await buys('native-4')
    expect(await declined.ends((await declined.pays({ cardNumber: '4000020000001008' })).transactionId)).toBe('failed')

    const tapped = await buys('native-5')
    const wallet = library === ios ? 'applePay' : 'googlePay'
    const params = walletAskedWith((await tapped.call('GET', `${at}/digital-wallet/${wallet}/params`, tapped)).body)
    expect(params).toMatchObject(
      library === ios
        ? { merchantId: 'merchant.test.florin', merchantCountry: 'RO' }
        : { gateway: 'florintest', gatewayMerchantId: `googlePay_${shop.site.id}`, merchantCountry: 'RO' },
    )
    const token = { digitalWalletType: wallet, digitalWalletData: await taps({ wallet }) }
    const tap = await tapped.pays(token)
    expect(await tapped.ends(tap.transactionId)).toBe('paid')
    expect(await tapped.pays(token)).toEqual(tap)
    expect(await shop.count('payments.payments')).toBe(5)
  },
)

test('an app of Apple Pay has its session by the token of its order, and nobody without one', async () => {
  const { buys } = await openApp(ios)
  const app = await buys('native-6')
  const json = { validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' }
  const validates = `${at}/digital-wallet/applePay/validate-merchant`
  expect((await app.call('POST', validates, { token: app.token, json })).body).toMatchObject({
    domainName: 'florin.test',
  })
  expect((await app.call('POST', validates, { json })).body.errors).toMatchObject([{ reason: 'invalid_inline_token' }])
  const params = `${at}/digital-wallet/applePay/params`
  expect((await app.call('GET', params)).body.errors).toMatchObject([
    { reason: 'public_key_not_known', field: 'publicKey' },
  ])
  expect((await app.call('GET', params, { token: 'x' })).status).toBe(401)
})
