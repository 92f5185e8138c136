import { createDecipheriv } from 'node:crypto'
import { readNotification } from '@florin/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { resultForm, resultFormText, sealPayload } from './seal-payload.ts'

const privateKey = '0123456789abcdef0123456789abcdef'
const key = new Secret(privateKey)
const iv = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

test('a payload is sealed as the OpenSSL command seals it', () => {
  // printf '{"a":1}' | openssl enc -aes-256-cbc -K <the 32 characters as bytes> -iv 000102…0f -base64 -A
  expect(sealPayload(key, '{"a":1}', iv)).toBe('AAECAwQFBgcICQoLDA0ODw==,JZuMJVHOIKKDXBh8Tns/9g==')
})

test('a whole notification is sealed as the OpenSSL command seals it', () => {
  const paid =
    '{"transactionStatus":"complete-ok","orderId":17,"externalOrderId":"bread-1","transactionId":29,' +
    '"transactionMethod":"card","customerId":3,"identifier":"ada","amount":10,"currency":"EUR",' +
    '"customData":{"note":"crème brûlée"},"customFields":null,"timestamp":1767225600,"cardId":null}'
  expect(sealPayload(key, paid, iv)).toBe(
    'AAECAwQFBgcICQoLDA0ODw==,YCMaebE19lb0PYzWXWNJkBzs839drejtHwjTmNcT/AmCHfCkvdx6I2loAJjTBMtMN8XVNUs7pvKeXX8SufH2Pi2BK' +
      'hdZK+hNf7xApVCOW9uQXPBc+37r/KDUT0LK78pt4Kl0pJMM/2ked2Akl7zmiJfR0ZKMH4jUevCJiVf30U3gTaV303fLV2iArMunXrnB6X2XE1IG89GA' +
      '28gQDn/Pv7Ohr/93kF55h9qLJVlakf8uwvx1T5T00i0nwufCQJYsB4IoFzG0Zpz20RlJYzGarsh+nFkErYkyVmj8jYfFzaLL4ZXr2qJ2CBNSl1vm9WjpI' +
      'kBEijhm/OSVHp/DVwaus6lKmGNZXpIgsp3XpbrLUCrfw5w8ISungidqvjMnX98q',
  )
})

test('whatever is sealed opens again with the key, and is never sealed the same way twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sealed = sealPayload(key, text)
      expect(sealed).toMatch(/^[A-Za-z0-9+/]{22}==,[A-Za-z0-9+/]+={0,2}$/)
      expect(opened(sealed)).toBe(text)
      expect(sealPayload(key, text)).not.toBe(sealed)
    }),
  )
})

test('both fields of the form hold the same text, which a client reads from either', () => {
  const text =
    '{"transactionStatus":"complete-ok","orderId":1,"externalOrderId":"b","transactionId":1,"transactionMethod":"card",' +
    '"customerId":1,"identifier":"i","amount":0.01,"currency":"EUR","timestamp":1}'
  const { opensslResult, result } = resultForm(key, text)
  expect(result).toBe(opensslResult)
  expect(readNotification({ privateKey, body: { opensslResult } }).amount).toBe(0.01)
  expect(readNotification({ privateKey, body: { result } }).amount).toBe(0.01)
})

test('a key that is not 32 characters is refused and not shown', () => {
  const wrong = new Secret(`sk_test_${privateKey}`)
  expect(() => sealPayload(wrong, '{}')).toThrow(/^(?!.*0123456789).*without its prefix/)
})

function opened(sealed: string): string {
  const [iv64 = '', ciphertext64 = ''] = sealed.split(',')
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(privateKey, 'ascii'), Buffer.from(iv64, 'base64'))
  return Buffer.concat([decipher.update(Buffer.from(ciphertext64, 'base64')), decipher.final()]).toString('utf8')
}

test('the body of a request carries both fields, and no sign of base64 that a form would read otherwise', () => {
  const body = resultFormText(new Secret('0123456789abcdef0123456789abcdef'), 'a result')
  const { opensslResult, result } = Object.fromEntries(new URLSearchParams(body))

  expect(result).toMatch(/^[A-Za-z0-9+/]+=*,[A-Za-z0-9+/]+=*$/)
  expect(opensslResult).toBe(result)
  expect(body).toBe(new URLSearchParams({ opensslResult: result!, result: result! }).toString())
})
