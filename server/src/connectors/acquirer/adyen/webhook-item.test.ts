import { expect, test } from 'vitest'
import { adyenUnits } from './units.ts'
import { isSigned, type WebhookItem } from './webhook-item.ts'

const euros = (minor: bigint) => adyenUnits.write({ minor, currency: 'EUR' })

/** The example of Adyen's own libraries (hmacValidator). */
const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const signed: WebhookItem = {
  pspReference: '7914073381342284',
  merchantAccountCode: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  amount: { value: euros(1130n), currency: 'EUR' },
  eventCode: 'AUTHORISATION',
  eventDate: '2014-08-06T17:15:34+02:00',
  success: true,
  additionalData: { hmacSignature: 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=' },
}

test('an item is signed by any key that counts, over its eight fields', () => {
  expect(isSigned(signed, [key])).toBe(true)
  expect(isSigned(signed, ['AB'.repeat(32), key])).toBe(true)
  expect(isSigned(signed, ['AB'.repeat(32)])).toBe(false)
  const changes: Partial<WebhookItem>[] = [
    { pspReference: '7914073381342285' },
    { originalReference: '7914073381342283' },
    { merchantAccountCode: 'OtherMerchant' },
    { merchantReference: 'TestPayment-2' },
    { amount: { value: euros(1131n), currency: 'EUR' } },
    { amount: { value: euros(1130n), currency: 'USD' } },
    { eventCode: 'CAPTURE' },
    { success: false },
    { additionalData: {} },
    { additionalData: { hmacSignature: 'coqC' } },
  ]
  for (const change of changes) expect(isSigned({ ...signed, ...change }, [key])).toBe(false)
})

test('the reason and what else is added are not signed', () => {
  const additionalData = { ...signed.additionalData, networkTxReference: '1' }
  expect(isSigned({ ...signed, reason: 'anything', additionalData }, [key])).toBe(true)
})
