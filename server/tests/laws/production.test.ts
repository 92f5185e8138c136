import { expect, onTestFinished, test, vi } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { runCommand } from '../recordings/command-line.ts'
import { scriptedAcquirer } from '../simulation/scripted-acquirer.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectionsTo } from '../world/shop.ts'
import { platform } from '../world/staff.ts'

const complete = {
  FLORIN_ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://florin@db.example/florin',
  FLORIN_KEYS: generateKeys(),
  FLORIN_PUBLIC_URL: 'https://pay.example',
  FLORIN_SMTP_URL: 'smtps://florin:mailsecret@mail.example',
  FLORIN_MAIL_FROM: 'payments@pay.example',
}

test('production says everything that it lacks at once', () => {
  expect(() => readConfig({ FLORIN_ENVIRONMENT: 'production', FLORIN_ROLES: 'pages,cook' })).toThrow(
    /DATABASE_URL: .*\n.*FLORIN_KEYS or FLORIN_KEYS_FILE: .*\n.*FLORIN_PUBLIC_URL: .*https.*\n.*FLORIN_SMTP_URL: .*FLORIN_MESSAGES=off\n.*FLORIN_ROLES: unknown cook/,
  )
})

test.each([
  ['a database of its own', 'DATABASE_URL', undefined],
  ['master keys', 'FLORIN_KEYS', undefined],
  ['a public address', 'FLORIN_PUBLIC_URL', undefined],
  ['a public address with https', 'FLORIN_PUBLIC_URL', 'http://pay.example'],
  ['values rather than empty texts', 'DATABASE_URL', ''],
  ['a mail server', 'FLORIN_SMTP_URL', undefined],
  ['a mail server with an address that mail servers have', 'FLORIN_SMTP_URL', 'https://mail.example'],
  ['a sender address of emails', 'FLORIN_MAIL_FROM', undefined],
])('production needs %s', (_what, variable, value) => {
  expect(readConfig(complete).environment).toBe('production')
  expect(() => readConfig({ ...complete, [variable]: value })).toThrow(variable)
})

test('production is prepared by commands before an acquirer is connected', async () => {
  const databaseUrl = await copyOfTemplate()
  for (const [name, value] of Object.entries({ ...complete, DATABASE_URL: databaseUrl })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())

  const { printed, error } = await runCommand(['merchant', 'add', 'Real Bread'])

  expect(error).toBeUndefined()
  expect(printed).toContain('is created')
  expect((await runCommand(['routing', 'list'])).error).toBeUndefined()
})

test('production sends no emails when that is configured explicitly', () => {
  const silent = { ...complete, FLORIN_SMTP_URL: undefined, FLORIN_MAIL_FROM: undefined, FLORIN_MESSAGES: 'off' }
  expect(readConfig(silent)).toMatchObject({ messages: false, smtpUrl: undefined })
})

test('invalid values are reported for every variable at once, without secrets', () => {
  const wrong = { FLORIN_PORT: '99999', FLORIN_LOG_LEVEL: 'loud', FLORIN_DATABASE_CONNECTIONS: 'many' }
  const complaint = complaintOf(() => readConfig({ ...wrong, FLORIN_KEYS: '{"secret":"k"}' }))
  for (const variable of Object.keys(wrong)) expect(complaint).toContain(variable)
  expect(complaint).not.toContain('secret')
})

test.each(['abc', '8080x', '99999', '-1', '80.5'])('a port that is none is named so: %s', (port) => {
  expect(complaintOf(() => readConfig({ FLORIN_PORT: port }))).toContain(
    'FLORIN_PORT: a port is a whole number from 0 to 65535',
  )
})

test('the public address is written as browsers write it, so that it is the same in every text', () => {
  const read = readConfig({ ...complete, FLORIN_PUBLIC_URL: 'https://Pay.Example:443/' })
  expect(read.publicUrl).toBe('https://pay.example')
})

test('a configuration that is printed shows no secret', () => {
  const config = readConfig({ ...complete, DATABASE_URL: 'postgres://florin:hush@db.example/florin' })
  const text = JSON.stringify(config, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).toContain('https://pay.example')
  expect(text).not.toContain('hush')
  expect(text).not.toContain('mailsecret')
  expect(text).not.toContain(JSON.parse(complete.FLORIN_KEYS).keys?.[0]?.key ?? complete.FLORIN_KEYS)
})

test('production does not start with the sandbox, and leaves nothing open behind', async () => {
  const databaseUrl = await copyOfTemplate()
  const config = readConfig({ ...complete, DATABASE_URL: databaseUrl })
  const opening = openApp({ config, log: silentLog, databaseUrl, publicUrl: 'https://pay.example' })
  await expect(opening).rejects.toThrow(
    'Production cannot take payments: there is no connector. Connect a processor with: florin connector add',
  )
  // The server ends a connection a moment after its client.
  await vi.waitFor(async () => expect(await connectionsTo(databaseUrl)).toBe(0))
})

test('in production there is no pretend bank, no demo store and no movable clock', async () => {
  const { openHttp } = await import('../../src/surfaces/http.ts')
  const databaseUrl = await copyOfTemplate()
  const config = readConfig({ ...complete, DATABASE_URL: databaseUrl })
  const acquirer = () => scriptedAcquirer(() => ({ says: 'declined_by_bank' }))
  const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl: 'https://pay.example', acquirer })
  onTestFinished(() => app.close())
  const http = await openHttp(app, undefined)
  onTestFinished(() => http.close())
  for (const url of [
    '/sandbox/bank',
    '/sandbox',
    '/sandbox/clock',
    '/sandbox/mailbox',
    '/test-clock',
    '/demo',
    '/demo/app',
    '/',
  ])
    expect((await http.inject({ method: 'GET', url })).statusCode, url).toBe(404)
  for (const method of ['PATCH', 'POST'] as const)
    expect((await http.inject({ method, url: '/test-clock', body: { advanceBy: 'P1D' } })).statusCode).toBe(404)
  expect((await http.inject({ method: 'GET', url: '/openapi.json' })).body).not.toContain('test-clock')
  expect((await http.inject({ method: 'GET', url: '/ready' })).statusCode).toBe(200)
})

test('in production without a mail server no link of an invitation is shown, and the refusal says what to do', async () => {
  const { openHttp } = await import('../../src/surfaces/http.ts')
  const databaseUrl = await copyOfTemplate()
  const silent = { ...complete, FLORIN_SMTP_URL: undefined, FLORIN_MAIL_FROM: undefined, FLORIN_MESSAGES: 'off' }
  const config = readConfig({ ...silent, DATABASE_URL: databaseUrl })
  const acquirer = () => scriptedAcquirer(() => ({ says: 'declined_by_bank' }))
  const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl: 'https://pay.example', acquirer })
  onTestFinished(() => app.close())
  const http = await openHttp(app, undefined)
  onTestFinished(() => http.close())
  const by = { actor: 'test', fromWhere: 'test' }
  const { id: staffId } = await app.staff.add({
    ...{ by, scope: platform, email: 'mia@pay.example', name: 'Mia', role: 'owner' },
  })
  const { token } = await app.staff.createToken({ by, staffId, name: 'test', permissions: undefined })
  const reply = await http.inject({
    method: 'POST',
    url: `/staff/v1/staff/${staffId}/invite`,
    headers: { authorization: `Bearer ${token.reveal()}` },
    body: { reason: 'She starts on Monday.' },
  })
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({
    reason: 'invitation_needs_mail',
    message: expect.stringContaining('FLORIN_SMTP_URL'),
  })
})

function complaintOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}
