import { expect, test } from 'vitest'
import { inBrowser } from '#connectors/acquirer/conformance-counter.ts'
import { writeJson } from '#kernel/base/json.ts'
import { money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type CardRequest, paymentRequest } from './payment-request.ts'

const typed: CardRequest = {
  key: '6dd0bd4a-3f34-4b4a-9a3e-2f4a5a5e6b01',
  kind: 'sale',
  amount: money(999_999_999_999_999n, 'EUR'),
  card: {
    ...{ pan: new Secret('4111111111111111'), cvv: new Secret('737'), holderName: undefined },
    ...{ expiryMonth: 3, expiryYear: 2030 },
  },
  initiator: { type: 'cit', storesCard: false },
  descriptor: 'Brutăria "La Mia" & fiii, București',
  shopper: { ip: undefined, email: undefined, country: undefined },
  threeDSecure: undefined,
}
const sent = (change: Partial<CardRequest> = {}, lineItems = true) =>
  paymentRequest({ ...typed, ...change }, { publicUrl: 'https://pay.example.com', lineItems })

test('what is bought in the United States is said line by line, where the account wants it; a discount leaves the tax alone', () => {
  const bread = { name: 'Brioche à la crème', code: 'BR-1', units: '2', totalMinor: 1090n, vatPercent: '9' }
  const discount = { ...bread, name: 'Voucher', units: '1', totalMinor: -90n }
  const domestic = {
    ...{ amount: money(1090n, 'USD'), merchant: { country: 'US' } },
    purchase: { reference: 'bread-1', lines: [bread] },
  }
  const level2 = {
    'enhancedSchemeData.customerReference': 'bread-1',
    'enhancedSchemeData.totalTaxAmount': '90',
  }
  expect(sent(domestic).additionalData).toEqual({
    ...level2,
    'enhancedSchemeData.itemDetailLine1.productCode': 'BR-1',
    'enhancedSchemeData.itemDetailLine1.description': 'Brioche a la creme',
    'enhancedSchemeData.itemDetailLine1.quantity': '2',
    'enhancedSchemeData.itemDetailLine1.unitOfMeasure': 'EA',
    'enhancedSchemeData.itemDetailLine1.unitPrice': '500',
    'enhancedSchemeData.itemDetailLine1.totalAmount': '1000',
  })
  const lessDiscount = { ...domestic, purchase: { reference: 'bread-1', lines: [bread, discount] } }
  expect(sent({ ...lessDiscount, amount: money(1000n, 'USD') }).additionalData).toEqual(level2)
  expect(sent(domestic, false).additionalData).toEqual({})
  expect(sent({ ...domestic, amount: money(1090n, 'EUR') }).additionalData).toEqual({})
  expect(sent({ ...domestic, merchant: { country: 'RO' } }).additionalData).toEqual({})
})

test('a sale is captured at once, an authorization by hand, and a verification not at all', () => {
  expect(sent()).toMatchObject({ captureDelayHours: 0, additionalData: {} })
  expect(writeJson(sent().amount)).toBe('{"currency":"EUR","value":999999999999999}')
  expect(sent({ kind: 'auth' })).toMatchObject({ additionalData: { manualCapture: 'true' } })
  expect(sent({ kind: 'auth' })).not.toHaveProperty('captureDelayHours')
  expect(sent({ kind: 'verify' })).toMatchObject({ additionalData: {} })
})

test('who pays is said as Adyen has it: a shopper, a shopper with a stored card, the merchant', () => {
  const stored = { ...typed.card, cvv: undefined }
  expect(sent()).toMatchObject({ shopperInteraction: 'Ecommerce' })
  expect(sent()).not.toHaveProperty('recurringProcessingModel')
  expect(sent({ initiator: { type: 'cit', storesCard: true } })).toMatchObject({
    ...{ shopperInteraction: 'Ecommerce', recurringProcessingModel: 'CardOnFile' },
  })
  expect(sent({ card: stored })).toMatchObject({
    ...{ shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile' },
  })
  const networkTransactionId = '400000000000001'
  for (const [reason, model] of [
    ['recurring', 'Subscription'],
    ['unscheduled', 'UnscheduledCardOnFile'],
  ] as const)
    expect(sent({ card: stored, initiator: { type: 'mit', reason, networkTransactionId } })).toMatchObject({
      ...{ shopperInteraction: 'ContAuth', recurringProcessingModel: model },
      additionalData: { networkTxReference: networkTransactionId },
    })
})

test('the number of a wallet is a network token with its cryptogram, and that of the card itself is the card', () => {
  const wallet = { type: 'applePay', cryptogram: new Secret('AgAAAAAABk4DWZ4C28yUQAAAAAA='), eci: '05' } as const
  expect(sent({ card: { ...typed.card, cvv: undefined, wallet } })).toMatchObject({
    paymentMethod: { type: 'networkToken' },
    shopperInteraction: 'Ecommerce',
    mpiData: { tokenAuthenticationVerificationValue: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=', eci: '05' },
  })
  const plain = { ...wallet, cryptogram: undefined, eci: undefined }
  const printed = sent({ card: { ...typed.card, cvv: undefined, wallet: plain } })
  expect(printed).toMatchObject({ paymentMethod: { type: 'scheme' } })
  expect(printed).not.toHaveProperty('mpiData')
})

test('3-D Secure is on a page of Adyen, with every fact of the browser that it requires', () => {
  expect(sent({ threeDSecure: inBrowser, authentication: 'required' })).toMatchObject({
    returnUrl: inBrowser.returnUrl,
    browserInfo: { colorDepth: 24, screenWidth: 1920, screenHeight: 1080, timeZoneOffset: 0, javaEnabled: false },
    authenticationData: { attemptAuthentication: 'always', threeDSRequestData: { nativeThreeDS: 'disabled' } },
    threeDS2RequestData: { threeDSRequestorChallengeInd: '04' },
  })
  expect(sent()).toMatchObject({ authenticationData: { attemptAuthentication: 'never' } })
})

test('the descriptor has the characters that Adyen takes, and an address every field that it requires', () => {
  const billingAddress = { country: 'RO', state: undefined, city: 'Cluj', street: undefined, zipCode: '400001' }
  expect(sent({ billingAddress })).toMatchObject({
    shopperStatement: 'Brutaria La Mia  fiii,',
    billingAddress: { country: 'RO', city: 'Cluj', street: 'NA', postalCode: '400001' },
  })
})
