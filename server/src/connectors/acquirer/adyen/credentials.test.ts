import { expect, test } from 'vitest'
import { CredentialProblem } from '../processor.ts'
import { hostsOf, readCredentials } from './credentials.ts'

const given = {
  apiKey: 'AQEyhmfxK4PKbRRBw0m/n3Q5qf3VaY9UCJ1',
  merchantAccount: 'CrumbECOM',
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  webhookUser: 'adyen',
  webhookPassword: 'a password',
}

test('an account is live by its prefix, and calls its own hosts alone', () => {
  const test_ = readCredentials(given)
  expect(test_.mode).toBe('test')
  expect(hostsOf(test_)).toEqual(['checkout-test.adyen.com', 'ca-test.adyen.com'])
  const live = readCredentials({ ...given, liveUrlPrefix: '1797a841fbb37ca7-Crumb' })
  expect(live.mode).toBe('live')
  expect(hostsOf(live)).toEqual(['1797a841fbb37ca7-crumb-checkout-live.adyenpayments.com', 'ca-live.adyen.com'])
  expect(live.addresses.checkout).toMatch(/\/checkout\/v72$/)
  expect(hostsOf(readCredentials({ ...given, apiBase: 'http://127.0.0.1:4010/' }))).toEqual(['127.0.0.1:4010'])
})

test.each<[Partial<Record<string, string>>, string, string]>([
  [{ hmacKey: 'not hexadecimal' }, 'hmacKey', 'hmacKey must be hexadecimal digits, two for each byte'],
  [{ merchantAccount: 'Crumb ECOM' }, 'merchantAccount', 'merchantAccount must be letters, digits, _ and -'],
  [{ apiKey: '' }, 'apiKey', 'apiKey is missing'],
  [
    { reportUser: 'report@Company.Crumb' },
    'reportPassword',
    'reportUser and reportPassword belong together: send both, or none',
  ],
  [
    { liveUrlPrefix: 'crumb', apiBase: 'http://127.0.0.1:4010' },
    'apiBase',
    'apiBase is for an emulator, and liveUrlPrefix for a live account: leave one out',
  ],
])('what cannot be right is refused by the name of its field: %o', (change, field, message) => {
  const read = () => readCredentials({ ...given, ...change } as Record<string, string>)
  expect(read).toThrow(new CredentialProblem(field, message))
  expect(read).toThrow(expect.objectContaining({ field }))
})
