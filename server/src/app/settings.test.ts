import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settingsOf } from './settings.ts'
import { variables } from './variables.ts'

const named = (given: Record<string, string>, name: string, options = {}) =>
  settingsOf(given, options).find((one) => one.name === name)!

test('a setting says its value, its default and where it comes from', () => {
  const port = { FLORIN_PORT: '9000' }
  expect(named(port, 'FLORIN_PORT')).toMatchObject({ value: '9000', source: 'environment', isSet: true })
  expect(named(port, 'FLORIN_HOST')).toMatchObject({ value: '127.0.0.1', source: 'default', isSet: false })
  expect(named({ FLORIN_HOST: '' }, 'FLORIN_HOST')).toMatchObject({ source: 'default' })
  expect(named(port, 'FLORIN_PUBLIC_URL')).toMatchObject({ value: undefined, default: undefined, isSet: false })
  expect(named({ FLORIN_ROLES: 'api' }, 'FLORIN_ROLES', { roles: 'worker' })).toMatchObject({
    ...{ value: 'worker', source: 'command-line', default: 'api,pages,worker' },
  })
})

test('a secret is set or not, and never shown', () => {
  const planted = 'planted-secret-71'
  const all = settingsOf(Object.fromEntries(Object.keys(variables).map((name) => [name, planted])))
  const secrets = all.filter(({ isSecret }) => isSecret)
  expect(secrets.length).toBeGreaterThan(5)
  for (const secret of secrets) {
    expect(secret).toMatchObject({ isSet: true, source: 'environment', value: undefined })
    expect(JSON.stringify(secret)).not.toContain(planted)
  }
  // What sounds like one is a secret, the path of a file, or known to be none.
  const sounding = all.filter(({ name }) => /KEY|SECRET|PASSWORD|TOKEN|PIN|URL/.test(name))
  expect(sounding.filter(({ isSecret, isFile }) => !isSecret && !isFile).map(({ name }) => name)).toEqual([
    'FLORIN_PUBLIC_URL',
    'FLORIN_KEYS_ROTATED_WITHIN',
    'FLORIN_LOST_KEYS',
    'FLORIN_IDEMPOTENCY_KEYS_KEPT',
    'FLORIN_PASSWORD_LOGIN',
  ])
})

test('what the program keeps from its log is kept from the page', () => {
  const mail = { FLORIN_SMTP_URL: 'smtp://ana:word-72@mail.example:587', FLORIN_MAIL_FROM: 'a@b.example' }
  const { settings, smtpUrl } = readConfig({ ...mail, DATABASE_URL: 'postgres://ana:word-72@db/florin' })
  expect(smtpUrl?.reveal()).toContain('word-72')
  expect(JSON.stringify(settings)).not.toContain('word-72')
})
