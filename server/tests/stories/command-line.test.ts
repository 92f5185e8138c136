import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { failureOf, Mistyped } from '../../src/cli/failure.ts'
import { reportUnexpected } from '../../src/cli/report-unexpected.ts'
import { openCommandLine, runCommand } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { officeOf } from '../world/payer.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openShop } from '../world/shop.ts'

/** The installation has its own time, since a command is a program of its own that reads it there. */
async function openOperator(input: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(input, { ownTime: true })
  return { ...shop, id: shop.site.id, ...openCommandLine(shop.world) }
}

test('a mistyped command is named, with the command that was meant; nothing is started', async () => {
  const { runs } = await openOperator()

  expect((await runs(['strat'])).error?.message).toBe("error: unknown command 'strat'\n(Did you mean start?)")
  expect((await runs(['site', 'chnage', '10001'])).error?.message).toContain('(Did you mean change?)')
  expect((await runs(['clock', 'nxt'])).error?.message).toContain('There is no command "clock nxt"')
  expect((await runs(['--port', '80'])).error?.message).toBe("error: unknown option '--port'")
  for (const words of [[], ['payment'], ['help', 'payment'], ['payment', '--help']]) {
    const { printed, error } = await runs(words)
    expect(failureOf(error)).toMatchObject({ exitCode: 0, text: undefined })
    expect(printed).toContain(words.length === 0 ? 'Usage: florin [options] [command]' : 'Usage: florin payment')
  }
})

test('an unexpected error prints one line, which says in which file the rest is; card numbers are masked there', async () => {
  vi.stubEnv('FLORIN_DATA', await scratchFolder('florin-report-'))
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await reportUnexpected(new TypeError('select secret from vault.cards where number = 4111111111111111'))

  const [[line]] = printed.mock.calls as [[string]]
  printed.mockRestore()
  vi.unstubAllEnvs()
  expect(line).toMatch(/^Florin failed at something unexpected\. What is known of it is in \S+\.log$/)
  const [path] = /\S+$/.exec(line)!
  const { err } = JSON.parse(await readFile(path, 'utf8'))
  expect(err).toMatchObject({ type: 'TypeError', message: expect.stringContaining('411111******1111') })
  expect(err.stack).toContain('command-line.test.ts')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a database that cannot be reached is said in one line, with the setting to look at', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://florin@127.0.0.1:1/florin')
  const { error } = await runCommand(['books'])
  vi.unstubAllEnvs()

  const { exitCode, text } = failureOf(error)
  expect(exitCode).toBe(1)
  expect(text).toMatch(/^A connection failed: .*127\.0\.0\.1:1.* DATABASE_URL names the database/)
})

test('a yes or no that is neither is refused, and the site stays as it was', async () => {
  const { runs, id } = await openOperator({ payoutsAllowed: true })

  for (const option of ['--payouts', '--active', '--receipts', '--reminders']) {
    const { error } = await runs(['site', 'change', String(id), option, 'maybe'])
    expect(error?.message).toBe(`${option} is yes or no, not "maybe".`)
  }
  const { printed } = await runs(['site', 'show', String(id)])
  expect(printed).toContain('up to 1000.00 each')
  expect(printed).toContain('receipts on, reminders on')
  expect(printed).not.toContain('inactive')
})

test.each([
  ['site change abc', 'siteId is a whole number from 1 to 2147483647, such as 10001; it is "abc".'],
  ['site show 99999999999', 'siteId is a whole number from 1 to 2147483647, such as 10001; it is "99999999999".'],
  ['site add 1.5 shop', 'merchantId is a whole number from 1 to 2147483647, such as 101; it is "1.5".'],
  ['site rotate-key 10001 --overlap soon', '"soon" is no duration; write it as P1D, P1M or PT12H.'],
  ['notifications show 1 abc', 'id is a whole number from 1 to 9223372036854775807, such as 42; it is "abc".'],
  ['notifications list 10001 --limit 0', '--limit is a whole number from 1 to 500, such as 50; it is "0".'],
  ['emails resend 10001 x', 'id is a whole number from 1 to 9223372036854775807, such as 42; it is "x".'],
  ['payout resolve x', 'transactionId is a whole number from 1 to 9223372036854775807, such as 42; it is "x".'],
  ['dispute retry x', 'event is a whole number from 1 to 9223372036854775807, such as 42; it is "x".'],
  ['routing remove x', 'rule is a whole number from 1 to 9223372036854775807, such as 42; it is "x".'],
])('a number that is none is named, with what belongs there: florin %s', async (line, message) => {
  const { error } = await runCommand(line.split(' '))

  expect(error).toBeInstanceOf(Mistyped)
  expect(error?.message).toBe(message)
})

// In small: with --json every answer is JSON with ids as text, amounts with their currency and moments with their zone
longTest('site show shows everything that site change can set', async () => {
  const { runs, helps, id } = await openOperator()
  const folder = await scratchFolder('florin-logo-')
  await writeFile(join(folder, 'logo.png'), '\x89PNG\r\n\x1a\n', 'latin1')
  await writeFile(join(folder, 'form.json'), '{"fields": [{"name": "phone", "required": true}, {"name": "city"}]}')
  const settings = {
    '--name': 'Corner shop',
    '--currencies': 'RON',
    '--notification-url': 'https://corner.example/told',
    '--back-url': 'https://corner.example/back',
    '--time-zone': 'Europe/Paris',
    '--cut-off': '03:30',
    '--logo': join(folder, 'logo.png'),
    '--theme-color': '#123abc',
    '--pay-form': join(folder, 'form.json'),
    '--attempts-max': '7',
    '--retries': 'P2D,P9D',
    '--session-minutes': '45',
    '--challenge-minutes': '20',
    '--authorization-days': '3',
    '--payouts': 'yes',
    '--payout-max': '77.00',
    '--frame-ancestors': 'https://frame.example',
    '--wallets': 'applePay,googlePay',
    '--receipts': 'no',
    '--reminders': 'no',
    '--sender-name': 'The corner',
    '--reply-to': 'corner@example.com',
    '--language': 'ro',
    '--category': '5462',
    '--country': 'FR',
    '--active': 'no',
    '--under-attack': 'yes',
    '--notify-attempts': 'yes',
    '--notify-partial-refunds': 'no',
    '--notify-representments': 'yes',
  }
  const help = new Map(await helps()).get('florin site change')!
  const options = [...help.matchAll(/^ {2}(--[a-z-]+) /gm)].map(([, option]) => option)
  expect(options.toSorted()).toEqual(['--json', ...Object.keys(settings)].toSorted())

  await runs(['site', 'change', String(id), ...Object.entries(settings).flat()])
  const { printed } = await runs(['site', 'show', String(id)])
  const words = {
    '--logo': 'logo              set',
    '--pay-form': 'asks phone,city (optional)',
    '--payouts': 'up to',
    '--active': 'inactive',
    '--receipts': 'receipts off',
    '--reminders': 'reminders off',
    '--under-attack': 'under attack',
    '--notify-attempts': 'each declined attempt',
    '--notify-partial-refunds': 'notified also of',
    '--notify-representments': 'representments',
  }
  for (const [option, value] of Object.entries({ ...settings, ...words }))
    expect(printed.replaceAll(', ', ','), option).toContain(value)
})

test('an older key of a site is listed with its id and can be ended before its time; the newest cannot', async () => {
  const { runs, id, privateKey, ...shop } = await openOperator()
  await runs(['site', 'rotate-key', String(id)])
  const old = officeOf({ ...shop, privateKey })
  expect((await old.request('GET', '/order')).status).toBe(200)

  const { printed } = await runs(['site', 'show', String(id)])
  const [newest, older] = [...printed.matchAll(/^(\d+) +\d{4}-/gm)].map(([, keyId]) => keyId!)
  expect((await runs(['site', 'revoke-key', String(id), newest!])).error?.message).toContain('the newest key')
  expect((await runs(['site', 'revoke-key', String(id), older!])).error).toBeUndefined()
  await expect.poll(async () => (await old.request('GET', '/order')).status).toBe(401)
})

// In small: notifications are listed newest first, page by page, of the sites and the order that were asked for
longTest('notifications are listed page by page, and by order and transaction', async () => {
  const { runs, id, world, ...shop } = await openOperator()
  const office = officeOf({ ...shop, world })
  await office.request('POST', '/customer', { identifier: 'ana-17', email: 'ana@example.com' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' }
  const order = { customerId: '1001', orderType: 'purchase', amount: '5.00', currency: 'EUR', ...card }
  for (const externalOrderId of ['rye', 'oat', 'spelt'])
    await office.request('POST', '/order', { ...order, externalOrderId })
  const listed = async (...options: string[]) => {
    const { printed } = await runs(['notifications', 'list', String(id), ...options])
    return [...printed.matchAll(/^\d+ +\w+ +(\d+)/gm)].map(([, orderId]) => orderId)
  }

  expect(await listed()).toEqual(['1003', '1002', '1001'])
  expect(await listed('--limit', '2')).toEqual(['1003', '1002'])
  const { printed } = await runs(['notifications', 'list', String(id), '--limit', '2'])
  const [, before] = /Older ones: add --before (\d+)/.exec(printed)!
  expect(await listed('--limit', '2', '--before', before!)).toEqual(['1001'])
  expect(await listed('--order', '1002')).toEqual(['1002'])
  expect(await listed('--transaction', '1003')).toEqual(['1003'])
})

test('with --json every answer is JSON with ids as text, amounts with their currency and moments with their zone', async () => {
  const { runs, id, world, ...shop } = await openOperator()
  const office = officeOf({ ...shop, world })
  await office.request('POST', '/customer', { identifier: 'ana-17', email: 'ana@example.com' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' }
  const order = { customerId: '1001', orderType: 'purchase', amount: '5.00', currency: 'EUR', ...card }
  await office.request('POST', '/order', { ...order, externalOrderId: 'rye' })
  const json = async (...words: string[]) => JSON.parse((await runs([...words, '--json'])).printed)

  expect((await json('notifications', 'list', String(id))).data[0]).toMatchObject({ orderId: '1001', attempts: 0 })
  expect(await json('payment', 'show', '1001')).toMatchObject({ amount: '5.00', currency: 'EUR' })
  expect((await json('clock', 'show')).now).toMatch(/Z$/)
  expect(await json('site', 'change', String(id), '--name', 'Corner')).toMatchObject({ id: String(id), name: 'Corner' })
  const rotated = await json('site', 'rotate-key', String(id))
  expect(rotated).toEqual({
    privateKey: expect.stringMatching(/^sk_test_/),
    previousUntil: expect.stringMatching(/Z$/),
  })
  expect(await json('merchant', 'add', 'Mill')).toMatchObject({ name: 'Mill', createdAt: expect.stringMatching(/Z$/) })
  expect(await json('verify')).toMatchObject({ differences: [] })
  const [entry] = (await runs(['books', '--json'])).printed.split('\n').map((line) => JSON.parse(line))
  expect(entry).toMatchObject({ recipe: expect.any(String), lines: expect.any(Array) })
  const [line] = (await runs(['books', '--json', '--limit', '1'])).printed.split('\n')
  expect(JSON.parse(line!)).toEqual(entry)
})
