import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setRate } from '#core/rates'
import { openApp } from '../../src/app/compose.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { type ClearingColumns, clearingCsv, clearsFile, presentment, total } from '../world/clearing-file.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, publicUrl } from '../world/world.ts'

/** Ana with 1,000.00, and an operator with a folder for the files of her card network. */
async function openDesk() {
  const world = await createWorld({ ownTime: true })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const ana = await openSpender(world, await openPartner(world))
  const folder = await mkdtemp(join(tmpdir(), 'florin-clearing-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { runs, prints } = openCommandLine(world)
  const path = join(folder, 'clearing.csv')
  return {
    world,
    ana,
    folder,
    path,
    prints,
    number: ana.shown.number.reveal(),
    /** An approval that the network knows by this reference. */
    authorized: async (amount: string, rrn: string, more: { networkTransactionId?: string } = {}) => {
      const reference = { acquirerId: '400001', rrn, ...more }
      const { code, transactionId } = await ana.authorize(amount, { reference })
      expect(code).toBe('00')
      return transactionId!
    },
    clears: async (rows: readonly ClearingColumns[] | string, ...options: string[]) => {
      await writeFile(path, typeof rows === 'string' ? rows : clearingCsv(rows), { mode: 0o600 })
      const { printed, error } = await runs(['network', 'clear', path, ...options])
      const rejected = await readFile(`${path}.rejected`, 'utf8').catch(() => undefined)
      await rm(`${path}.rejected`, { force: true })
      return { printed, error: error?.message, rejected }
    },
    count: async (from: string) => Number((await world.query(`select count(*) as n from ${from}`))[0]!.n),
  }
}

test('a clearing file books payments by their references or cards, refunds too, and says what it has come to', async () => {
  const { world, ana, number, authorized, clears } = await openDesk()
  const bread = await authorized('42.99', '632510000001')
  const cake = await authorized('20.00', '632510000002', { networkTransactionId: 'MCC0000002' })

  const { printed, error, rejected } = await clears([
    presentment({ retrievalReference: '632510000001', amount: '42.99' }),
    presentment({ networkTransactionId: 'MCC0000002', amount: '12.50', part: '1', parts: '2' }),
    presentment({ cardNumber: number, amount: '5.00', merchantName: '"Kiosk, at the corner"' }),
    presentment({ kind: 'refund', retrievalReference: '632510000001', amount: '2.99' }),
    total('EUR', '57.50', 4),
  ])

  expect([error, rejected]).toEqual([undefined, undefined])
  expect(printed).toContain('2 cleared, 1 cleared without an authorization, 1 refunded, 0 booked before, 0 rejected.')
  expect(printed).toMatch(/EUR +60\.49 +2\.99 +57\.50/)
  expect(printed).toContain('In the file: 4 rows, 57.50 EUR. Its totals agree.')
  expect(await ana.transaction(bread)).toMatchObject({
    status: 'settled',
    amounts: { cleared: '42.99', refunded: '2.99' },
  })
  expect(await ana.transaction(cake)).toMatchObject({ status: 'settled', amounts: { cleared: '12.50', held: '7.50' } })
  expect((await ana.transactions()).data[0]).toMatchObject({
    amount: '5.00',
    forcePosted: true,
    merchant: { name: 'Kiosk, at the corner' },
  })
  expect(await ana.funds()).toEqual({ balance: '942.50', held: '7.50', available: '935.00' })
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])
})

// In small: two processes that clear one file at the same moment book each row once
longTest('the same file again changes nothing, and says so', async () => {
  const { number, clears, count, prints } = await openDesk()
  const rows = [presentment({ cardNumber: number }), presentment({ cardNumber: number })]
  await clears(rows)
  const messages = await count('spending.messages')

  const again = await clears(rows)

  expect(again.error).toBeUndefined()
  expect(again.printed).toContain('clearing.csv was cleared before: nothing has changed.')
  expect(await count('spending.messages')).toBe(messages)
  expect(await count('spending.files')).toBe(1)
  expect(await prints('network files')).toMatch(/1 +clearing\.csv +2 +2 +0 +2 +0 +0 +0/)
  expect(await prints('network files 1')).toContain('2 rows')
  expect(await prints('network files 9')).toContain('There is no clearing file 9.')
})

// In small: a row that is wrong is listed by line, field and what to do; corrected, it is cleared
longTest('a file that does not come to its own totals is refused whole', async () => {
  const { number, clears, count, ana } = await openDesk()
  const rows = [presentment({ cardNumber: number }), presentment({ cardNumber: number, currency: 'USD' })]
  const wrong: [ClearingColumns[], string][] = [
    [
      [...rows, total('EUR', '11.00', 1), total('USD', '10.00', 1)],
      'EUR: its total says 1 rows, 11.00; the file has 1 rows, 10.00',
    ],
    [[...rows, total('EUR', '10.00', 2), total('USD', '10.00', 1)], 'EUR: its total says 2 rows, 10.00'],
    [[...rows, total('EUR', '10.00', 1)], 'USD has rows, and no total'],
    [
      [...rows, total('EUR', '10.00', 1), total('USD', '10.00', 1), total('GBP', '1.00', 1)],
      'GBP: its total says 1 rows, 1.00; the file has 0 rows, 0.00',
    ],
    [[total('EUR', '10.00', 1), ...rows], 'line 3 is below the totals, which come last'],
    [
      [presentment({ cardNumber: number, amount: 'ten' }), total('EUR', '10.00', 1)],
      'line 2 has no amount that can be counted',
    ],
    [[...rows, total('EUR', 'ten', 1)], 'line 4, amount: must be clearings less refunds'],
    [
      [...rows, total('EUR', '10.00', 1), total('EUR', '10.00', 1), total('USD', '10.00', 1)],
      'line 5: there is a total of EUR above it',
    ],
  ]
  for (const [file, words] of wrong) {
    const { error } = await clears(file)
    expect(error).toContain('nothing is booked')
    expect(error).toContain(words)
  }
  expect(await count('spending.files')).toBe(0)
  expect(await ana.funds()).toMatchObject({ balance: '1000.00' })
})

test('a row that is wrong is listed by line, field and what to do; corrected, it is cleared', async () => {
  const { ana, number, authorized, clears } = await openDesk()
  await authorized('10.00', '632510000001')
  const row = (columns: ClearingColumns) => presentment({ cardNumber: number, ...columns })
  const wrong: [ClearingColumns, string][] = [
    [row({ cardNumber: '4000' }), 'cardNumber: must be a card number of 12 to 19 digits'],
    [row({ cardNumber: '4111111111111111' }), 'cardNumber: is no card of ours'],
    [presentment({}), 'cardNumber: is required, unless retrievalReference or networkTransactionId names a payment'],
    [presentment({ retrievalReference: '999999999999' }), 'retrievalReference: is no payment of ours'],
    [row({ kind: 'payment' }), 'kind: must be'],
    [row({ amount: '1.005' }), 'amount: has more decimals than EUR'],
    [row({ amount: '0.00' }), 'amount: is zero'],
    [row({ amount: '-1.00' }), 'amount: must be an amount such as 42.99'],
    [row({ currency: 'XXX' }), 'currency: must be'],
    [row({ billingAmount: '1.00' }), 'billingAmount: needs billingCurrency'],
    [row({ part: '2', parts: '1' }), 'part: is the number of this part'],
    [row({ merchantCategory: 'bakery' }), 'merchantCategory: must be a merchant category code'],
    [row({ merchantCountry: 'Romania' }), 'merchantCountry: must be'],
    [row({ presentmentId: '' }), 'presentmentId: is required'],
    [row({ acquirerId: 'me' }), 'acquirerId: must be the acquirer'],
    [row({ currency: 'JPY', amount: '100' }), 'currency: has no rate that may be used'],
  ]
  const good = presentment({ retrievalReference: '632510000001' })

  const { printed, error, rejected } = await clears([...wrong.map(([columns]) => columns), good])

  const lines = printed.split('\n')
  for (const [index, [, words]] of wrong.entries()) expect(lines[index]).toContain(`line ${index + 2}, ${words}`)
  expect(printed).toContain('1 cleared, 0 cleared without an authorization, 0 refunded, 0 booked before, 16 rejected')
  expect(`${printed}${error}`).not.toMatch(/\d{13}/)
  expect(error).toMatch(/^16 rows were rejected\. They are in .*clearing\.csv\.rejected: correct what is listed/)
  expect(rejected?.trim().split('\n')).toHaveLength(17)

  const corrected = await clears(
    rejected!
      .split('\n')
      .filter((line, index) => index === 0 || line.includes('1.005'))
      .join('\n')
      .replace('1.005', '1.00'),
  )
  expect(corrected.error).toBeUndefined()
  expect(corrected.printed).toContain('0 cleared, 1 cleared without an authorization')
  expect(await ana.funds()).toMatchObject({ balance: '989.00' })
})

test('what a message has booked before is not booked again; the same id for another amount is rejected', async () => {
  const { ana, number, clears } = await openDesk()
  await ana.clear('10.00', { presentmentId: 'same-1' })
  await ana.clear('10.00', { presentmentId: 'same-2' })

  const { printed, rejected } = await clears([
    presentment({ cardNumber: number, presentmentId: 'same-1' }),
    presentment({ cardNumber: number, presentmentId: 'same-2', amount: '11.00' }),
    presentment({ cardNumber: number, presentmentId: 'twice' }),
    presentment({ cardNumber: number, presentmentId: 'twice' }),
  ])

  expect(printed).toContain('line 3, presentmentId: is that of another presentment of this acquirer')
  expect(printed).toContain('0 cleared, 1 cleared without an authorization, 0 refunded, 2 booked before, 1 rejected.')
  expect(rejected?.split('\n')[1]).toContain('same-2')
  expect(await ana.funds()).toMatchObject({ balance: '970.00' })
})

// In small: a row that is wrong is listed by line, field and what to do; corrected, it is cleared
longTest(
  'a file with rejected rows may be cleared again: what can be booked by now is booked, and nothing twice',
  async () => {
    const { world, ana, number, clears } = await openDesk()
    const rows = [presentment({ cardNumber: number }), presentment({ cardNumber: number, currency: 'USD' })]
    const first = await clears(rows)
    expect(first.printed).toContain('line 3, currency: has no rate that may be used: set one (florin rates set)')
    await setRate(world.app, { by: { actor: 'test', fromWhere: 'test' }, base: 'EUR', quote: 'USD', rate: '1.25' })

    const second = await clears(rows)

    expect(second.error).toBeUndefined()
    expect(second.printed).toContain(
      '0 cleared, 1 cleared without an authorization, 0 refunded, 1 booked before, 0 rejected.',
    )
    expect(await ana.funds()).toMatchObject({ balance: '982.00' })
    await sealAll(world.app)
    expect((await world.verify()).differences).toEqual([])
  },
)

// In small: a clearing file books payments by their references or cards, refunds too, and says what it has come to
longTest('a reference that fits payments of several cards names none of them', async () => {
  const { world, clears, authorized } = await openDesk()
  const ben = await openSpender(world, await openPartner(world))
  await authorized('10.00', '632510000001')
  await ben.authorize('10.00', { reference: { acquirerId: '400001', rrn: '632510000001' } })
  const { printed } = await clears([presentment({ retrievalReference: '632510000001' })])
  expect(printed).toContain('line 2, retrievalReference: names payments of several cards; add the networkTransactionId')
})

test('two processes that clear one file at the same moment book each row once', async () => {
  const { world, ana, number, authorized } = await openDesk()
  await authorized('10.00', '632510000001')
  const rows = [
    presentment({ retrievalReference: '632510000001' }),
    ...Array.from({ length: 30 }, () => presentment({ cardNumber: number, amount: '1.00' })),
  ]
  const { config, log } = world.app
  const { databaseUrl, openDb } = world
  const second = await openApp({ config, log, databaseUrl, publicUrl, openDb })
  onTestFinished(() => second.close())
  const both = await Promise.all([world.app, second].map((app) => clearsFile(app, rows)))

  expect(both[0]).toEqual(both[1])
  expect(both[0]!.map(({ is }) => is).toSorted()).toEqual(['cleared', ...Array(30).fill('forced')])
  expect(await ana.funds()).toEqual({ balance: '960.00', held: '0.00', available: '960.00' })
  expect(await world.query('select 1 from spending.files')).toHaveLength(1)
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])
})

// In small: a row that is wrong is listed by line, field and reason, never with its number, and holds up no other
longTest(
  'a file with card numbers is closed to others, its columns are known ones, and rejected rows are never written over',
  async () => {
    const { path, prints, clears, number, authorized } = await openDesk()
    const row = presentment({ cardNumber: number })
    await clears([row])
    await chmod(path, 0o644)
    expect(await prints(`network clear ${path}`)).toContain('is open to other users (mode 0644); it holds card numbers')
    await chmod(path, 0o600)
    expect((await clears(clearingCsv([row]).replace('merchantName', 'shop'))).error).toContain(
      'the column merchantName is missing; there is no column "shop"',
    )
    expect((await clears('')).error).toContain('the column kind is missing')
    expect((await clears(`${clearingCsv([row])}short,row\n`)).printed).toContain(
      'line 3, row: has not as many fields as the header',
    )
    await authorized('10.00', '632510000001')
    await writeFile(`${path}.rejected`, 'corrected by hand')
    await writeFile(path, clearingCsv([presentment({ cardNumber: '4' })]), { mode: 0o600 })
    expect(await prints(`network clear ${path}`)).toContain(
      'is there already. It may hold rows that you have corrected',
    )
    expect(await prints('network clear -')).toContain('Pass --rejected <file>')
  },
)

// In small: the cards of a file are stored with their customers, and the mapping says which card is which
longTest('who has cleared which file is in the audit', async () => {
  const { number, clears, world } = await openDesk()
  await clears([presentment({ cardNumber: number })])
  expect(
    await world.query(`select actor, action, after from directory.audit where action like 'clearingFile%' order by id`),
  ).toEqual([
    { actor: 'operator', action: 'clearingFileStarted', after: { file: 'clearing.csv', rows: 1 } },
    {
      actor: 'operator',
      action: 'clearingFileFinished',
      after: { file: 'clearing.csv', cleared: 0, forced: 1, refunded: 0, repeated: 0, rejected: 0 },
    },
  ])
})
