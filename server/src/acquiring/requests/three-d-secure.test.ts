import { expect, test } from 'vitest'
import { problems, read } from './test-request.ts'

const encoded = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64')
const facts = (data: unknown) => read({ threeDSecureData: encoded(data) }).threeDSecure

const address = (prefix: string) => ({
  [`${prefix}City`]: 'București',
  [`${prefix}Country`]: '642',
  [`${prefix}Line1`]: 'Calea Victoriei 1',
  [`${prefix}Line2`]: 'Sc. A',
  [`${prefix}Line3`]: 'Ap. 2',
  [`${prefix}PostCode`]: '010061',
  [`${prefix}State`]: 'B',
})
const readAddress = {
  city: 'București',
  country: '642',
  line1: 'Calea Victoriei 1',
  line2: 'Sc. A',
  line3: 'Ap. 2',
  postCode: '010061',
  state: 'B',
}

test('every field that the documentation names is read', () => {
  const phone = { cc: '40', subscriber: '712345678' }
  const data = {
    Email: 'ana@example.com',
    addrMatch: 'Y',
    ...address('billAddr'),
    ...address('shipAddr'),
    browserAcceptHeader: 'text/html',
    browserColorDepth: '24',
    browserIP: '192.0.2.7',
    browserJavaEnabled: false,
    browserJavaScriptEnabled: true,
    browserLanguage: 'ro-RO',
    browserScreenHeight: '920',
    browserScreenWidth: 1280,
    browserTZ: '-120',
    browserUserAgent: 'A browser',
    cardholderName: 'Ana Pop',
    homePhone: phone,
    mobilePhone: phone,
    workPhone: phone,
  }
  const readPhone = { countryCode: '40', subscriber: '712345678' }
  expect(facts(data)).toEqual({
    browser: {
      acceptHeader: 'text/html',
      colorDepth: 24,
      ip: '192.0.2.7',
      javaEnabled: false,
      javaScriptEnabled: true,
      language: 'ro-RO',
      screenHeight: 920,
      screenWidth: 1280,
      timeZoneOffsetMinutes: -120,
      userAgent: 'A browser',
    },
    cardholderName: 'Ana Pop',
    email: 'ana@example.com',
    homePhone: readPhone,
    mobilePhone: readPhone,
    workPhone: readPhone,
    billing: readAddress,
    shipping: readAddress,
    addressesMatch: true,
  })
})

test('what is left out is undefined, and unknown keys are ignored', () => {
  expect(facts({ future: 1, addrMatch: 'N', browserTZ: 0 })).toEqual({
    browser: { timeZoneOffsetMinutes: 0 },
    billing: {},
    shipping: {},
    addressesMatch: false,
  })
  expect(read({ threeDSecureData: '' }).threeDSecure).toBeUndefined()
})

test.each([
  ['no base64', '{"addrMatch":"Y"}'],
  ['no JSON', Buffer.from('addrMatch=Y').toString('base64')],
  ['no object', Buffer.from('[]').toString('base64')],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')],
  ['very deep JSON', Buffer.from('['.repeat(50_000)).toString('base64')],
  ['an object that was not encoded', { addrMatch: 'Y' }],
])('%s is refused', (_, threeDSecureData) => {
  const found = problems({ threeDSecureData })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('threeDSecureData must be the base64 of a JSON object')
})

test.each<[string, unknown, string]>([
  ['browserAcceptHeader', '*', 'must have at least 2 characters; it has 1'],
  ['browserAcceptHeader', 'x'.repeat(2049), 'may have at most 2048 characters'],
  ['browserUserAgent', 'x', 'must have at least 2 characters'],
  ['browserUserAgent', 'a\r\nb', 'must not contain control characters'],
  ['browserIP', '300.1.1.1', 'must be an IPv4 or IPv6 address; it is "300.1.1.1"'],
  ['browserIP', 'localhost', 'must be an IPv4 or IPv6 address'],
  ['browserJavaEnabled', 'perhaps', 'must be true or false'],
  ['browserJavaScriptEnabled', 2, 'must be true or false'],
  ['browserLanguage', 'zh-Hant-TW', 'may have at most 8 characters; it has 10'],
  ['browserColorDepth', 'deep', 'must be a whole number from 1 to 99'],
  ['browserScreenHeight', '0', 'must be a whole number from 1 to 999999; it is "0"'],
  ['browserScreenWidth', '1000000', 'must be a whole number from 1 to 999999'],
  ['browserTZ', '+2h', 'must be minutes between UTC and local time, such as -120'],
  ['browserTZ', '123456', 'must be minutes'],
  ['cardholderName', 'A', 'must have at least 2 characters'],
  ['cardholderName', 'x'.repeat(46), 'may have at most 45 characters'],
  ['Email', 'ana', 'must be an e-mail address'],
  ['Email', `${'a'.repeat(250)}@example.com`, 'may have at most 254 characters'],
  ['homePhone', '0712', 'must be an object'],
  ['billAddrCity', 'x'.repeat(51), 'may have at most 50 characters'],
  ['billAddrLine1', 'x'.repeat(51), 'may have at most 50 characters'],
  ['shipAddrLine3', 'x'.repeat(51), 'may have at most 50 characters'],
  ['billAddrCountry', 'RO', 'must be the three digits of a country of ISO 3166-1, such as 642; it is "RO"'],
  ['shipAddrCountry', '64', 'must be the three digits'],
  ['billAddrPostCode', 'x'.repeat(17), 'may have at most 16 characters'],
  ['shipAddrState', 'Bucharest', 'may have at most 3 characters'],
  ['addrMatch', true, 'must be one of Y, N; it is true'],
])('%s of %j is refused by name', (name, value, problem) => {
  const found = problems({ threeDSecureData: encoded({ [name]: value }) })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(`threeDSecureData.${name} ${problem}`)
})

test.each([
  [{ cc: '1234', subscriber: '1' }, 'cc may have at most 3 characters'],
  [{ cc: '+40', subscriber: '1' }, 'cc must be the 1 to 3 digits of the country; it is "+40"'],
  [{ subscriber: '1' }, 'cc is required'],
  [{ cc: '40' }, 'subscriber is required'],
  [{ cc: '40', subscriber: '1'.repeat(16) }, 'subscriber may have at most 15 characters'],
])('the phone number %j is refused by name', (mobilePhone, problem) => {
  expect(problems({ threeDSecureData: encoded({ mobilePhone }) })).toEqual([
    expect.stringContaining(`threeDSecureData.mobilePhone.${problem}`),
  ])
})
