import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { approveKyc, bookOnAccount } from '../world/issuing.ts'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { textsOfPdf } from '../world/read-pdf.ts'
import { createWorld, type World } from '../world/world.ts'

type Row = Record<string, string>
type Body = Row & { final: boolean; movements: Row[] }

describe('statements of accounts', () => {
  let world: World
  let nordwind: PartnerFixture
  let references = 0
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  /** A customer with an account in euros, and what is needed to book on it and to read its statements. */
  async function accountHolder() {
    const { customerId } = await nordwind.customer()
    await approveKyc(world, customerId)
    // Tokens live for fifteen minutes, and statements are about days.
    const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
      const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
      return nordwind.withToken(login.body.accessToken as string)(method, path, { body })
    }
    const accountId = (await call('POST', '/accounts', { currency: 'EUR' })).body.id as string
    const raw = async (query: string) => {
      const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
      const headers = { authorization: `Bearer ${login.body.accessToken}` }
      return world.http.inject({ method: 'GET', url: `/v1/accounts/${accountId}/statement?${query}`, headers })
    }
    return {
      customerId,
      accountId,
      raw,
      statement: async (query: string) => (await raw(query)).json() as Body,
      book: (minor: bigint, reference = `test ${++references}`) =>
        bookOnAccount(world, { accountId, minor, reference }),
      balance: async () => (await call('GET', `/accounts/${accountId}`)).body.balance,
    }
  }
  const at = (moment: string) => world.clock.set(Temporal.Instant.from(moment))

  test('a statement has every movement of its days with the balance after it, and what the account held before', async () => {
    at('2026-05-10T12:00:00Z')
    const { accountId, customerId, book, statement } = await accountHolder()
    await book(10_000n, 'salary')
    at('2026-05-11T00:00:00Z')
    await book(-1_234n, 'bread')
    at('2026-05-12T23:59:59.999Z')
    await book(5n, 'cents')
    at('2026-05-13T00:00:00Z')
    await book(-7n, 'the day after')
    at('2026-06-01T00:00:00Z')
    const movement = { kind: 'adjustment', description: 'Adjustment' }
    expect(await statement('from=2026-05-11&to=2026-05-12')).toEqual({
      accountId,
      customerId,
      currency: 'EUR',
      from: '2026-05-11',
      to: '2026-05-12',
      timeZone: 'UTC',
      final: true,
      openingBalance: '100.00',
      movements: [
        { ...movement, bookedAt: '2026-05-11T00:00:00.000Z', reference: 'bread', amount: '-12.34', balance: '87.66' },
        { ...movement, bookedAt: '2026-05-12T23:59:59.999Z', reference: 'cents', amount: '0.05', balance: '87.71' },
      ],
      closingBalance: '87.71',
    })
    expect(await statement('from=2026-05-01&to=2026-05-02')).toMatchObject({
      openingBalance: '0.00',
      movements: [],
      closingBalance: '0.00',
    })
  })

  test('the closing balance of a period is the opening balance of the next one, and the lines add up to the difference', async () => {
    at('2026-07-01T00:00:00Z')
    const { book, statement, balance } = await accountHolder()
    const amounts = [700n, 3n, -250n, 1n, 99_999n, -100_000n, 12n, 40n, -5n, 500n]
    for (const [index, minor] of amounts.entries()) {
      at(`2026-07-${String(1 + 3 * index).padStart(2, '0')}T0${index}:30:00Z`)
      await book(minor)
    }
    at('2026-08-01T00:10:00Z')
    const day = (number: number) => Temporal.PlainDate.from('2026-06-30').add({ days: number }).toString()
    const minor = (text: string) => BigInt(text.replace('.', ''))
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.constantFrom('UTC', 'Pacific/Auckland', 'America/New_York'), async (ends, timeZone) => {
        let closing = '0.00'
        let last = -1
        for (const end of [...ends.toSorted((a, b) => a - b).filter((one) => one < 31), 31]) {
          const one = await statement(`from=${day(last + 1)}&to=${day(end)}&timeZone=${timeZone}`)
          const sum = one.movements.reduce((total, { amount }) => total + minor(amount!), 0n)
          expect(one.openingBalance).toBe(closing)
          expect(minor(one.closingBalance!) - minor(one.openingBalance!)).toBe(sum)
          closing = one.closingBalance!
          last = end
        }
        expect(closing).toBe(await balance())
      }),
      { numRuns: 8 },
    )
  })

  test('a final statement is the same bytes when it is asked for again, in every format, whatever was booked since', async () => {
    at('2026-09-01T08:00:00Z')
    const { book, raw } = await accountHolder()
    await book(4_200n)
    const query = (format: string) => `from=2026-09-01&to=2026-09-01&format=${format}`
    at('2026-09-02T00:04:59Z')
    expect((await raw(query('json'))).json()).toMatchObject({ final: false })
    at('2026-09-02T00:05:00Z')
    const formats = ['json', 'csv', 'pdf']
    const first = await Promise.all(formats.map((format) => raw(query(format))))
    expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(first[0]!.json()).toMatchObject({ final: true })
    at('2026-10-02T00:00:00Z')
    await book(1n)
    const again = await Promise.all(formats.map((format) => raw(query(format))))
    for (const [index, { rawPayload }] of again.entries()) expect(rawPayload).toEqual(first[index]!.rawPayload)
  })

  test('days begin and end in the time zone that is asked for, where clocks change too', async () => {
    at('2026-10-24T22:30:00Z')
    const { book, statement } = await accountHolder()
    await book(1n, 'late on Saturday in Bucharest, Sunday already')
    at('2026-10-25T21:30:00Z')
    await book(2n, 'the 25th hour of Sunday in Bucharest')
    at('2026-10-25T22:00:00Z')
    await book(4n, 'Monday in Bucharest')
    at('2026-11-01T00:00:00Z')
    const sunday = 'from=2026-10-25&to=2026-10-25'
    expect((await statement(`${sunday}&timeZone=europe/bucharest`)).closingBalance).toBe('0.03')
    expect(await statement(sunday)).toMatchObject({ openingBalance: '0.01', closingBalance: '0.07' })
  })

  test('as CSV it has a line for each movement between the two balances, and nothing that a spreadsheet calculates', async () => {
    at('2026-12-01T08:00:00Z')
    const { accountId, book, raw } = await accountHolder()
    await book(900n, '=HYPERLINK("http://thief.example")')
    await book(-150n, 'tea, and "cake"')
    at('2026-12-02T08:00:00Z')
    const reply = await raw('from=2026-12-01&to=2026-12-01&format=csv')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="statement-${accountId}-2026-12-01-2026-12-01.csv"`,
      'cache-control': 'no-store',
    })
    const [columns, ...lines] = parse(reply.body) as string[][]
    const booked = ['bookedAt', 'kind', 'description', 'reference', 'amount', 'balance', 'currency']
    expect(columns).toEqual([...booked, 'merchantAmount', 'merchantCurrency'])
    expect(lines.map((line) => line.slice(7))).toEqual(lines.map(() => ['', '']))
    expect(lines.map(([, kind, , reference, ...amounts]) => [kind, reference, ...amounts.slice(0, 3)])).toEqual([
      ['opening', '', '', '0.00', 'EUR'],
      ['adjustment', `'=HYPERLINK("http://thief.example")`, '9.00', '9.00', 'EUR'],
      ['adjustment', 'tea, and "cake"', '-1.50', '7.50', 'EUR'],
      ['closing', '', '', '7.50', 'EUR'],
    ])
  })

  test('as PDF it has the same movements, on as many pages as they need', async () => {
    at('2027-01-04T08:00:00Z')
    const { accountId, book, raw } = await accountHolder()
    for (let number = 1; number <= 60; number++) await book(BigInt(number), `movement (${number})`)
    at('2027-01-05T08:00:00Z')
    const reply = await raw('from=2027-01-04&to=2027-01-04&format=pdf')
    expect(reply.headers['content-type']).toBe('application/pdf')
    const pages = textsOfPdf(reply.rawPayload)
    expect(pages).toHaveLength(2)
    const texts = pages.flat()
    expect(texts).toContain(`Account ${accountId}`)
    for (let number = 1; number <= 60; number++) {
      const row = texts.indexOf(`Adjustment: movement (${number})`)
      const balance = ((number * (number + 1)) / 200).toFixed(2)
      expect(texts.slice(row + 1, row + 3)).toEqual([(number / 100).toFixed(2), balance])
    }
    const named = expect.stringContaining(`Account statement ${accountId}`)
    expect(texts.slice(texts.indexOf('Closing balance'))).toEqual(['Closing balance', '18.30', named, 'Page 2'])
    expect(texts.filter((text) => text.startsWith('Provisional'))).toEqual([])
  })

  // In small: a statement has every movement of its days with the balance after it, and what the account held before
  longTest('a long account is read in parts, and every movement is in its statement once', async () => {
    at('2027-02-01T08:00:00Z')
    const { accountId, book, statement } = await accountHolder()
    await book(1n, 'the first')
    const bookMany = (first: number, last: number) =>
      world.query(`
        with e as (
          insert into ledger.entries (recipe, reference, posted_at)
          select 'testMovement', 'long ' || n, '2027-02-02T00:00:00Z' from generate_series(${first}, ${last}) n returning id
        )
        insert into ledger.lines select id, account, 'EUR', minor
        from e, (values ('holder:${accountId}:available', -1), ('test:elsewhere', 1)) v (account, minor)`)
    await bookMany(1, 2_500)
    at('2027-02-03T08:00:00Z')
    const { movements, closingBalance } = await statement('from=2027-02-01&to=2027-02-02')
    expect(new Set(movements.map(({ reference }) => reference)).size).toBe(2_501)
    expect(movements.map(({ balance }) => balance)).toEqual(
      Array.from({ length: 2_501 }, (_, index) => ((index + 1) / 100).toFixed(2)),
    )
    expect(closingBalance).toBe('25.01')

    await bookMany(2_501, 50_000)
    const refused = { code: 400, reason: 'statement_too_long', field: 'to' }
    expect(await statement('from=2027-02-01&to=2027-02-02')).toMatchObject(refused)
    expect(await statement('from=2027-02-01&to=2027-02-01')).toMatchObject({ closingBalance: '0.01' })
  })

  test.each([
    ['from=2027-03-01', 'to', 'invalid_field'],
    ['to=2027-03-01', 'from', 'invalid_field'],
    ['from=2027-02-30&to=2027-03-01', 'from', 'invalid_field'],
    ['from=2027-03-01&to=2027-03-02&timeZone=%2B02:00', 'timeZone', 'invalid_field'],
    ['from=2027-03-01&to=2027-03-02&format=xls', 'format', 'invalid_field'],
    ['from=2027-03-02&to=2027-03-01', 'from', 'statement_period_reversed'],
    ['from=2026-03-01&to=2027-03-02', 'from', 'statement_period_too_long'],
    ['from=2027-03-11&to=2027-03-11', 'to', 'statement_in_future'],
  ])('%s is refused, and the field is named', async (query, field, reason) => {
    at('2027-03-10T23:30:00Z')
    const { raw, statement } = await accountHolder()
    expect((await raw(query)).json()).toMatchObject({ code: 400, field, reason })
    // A leap year is not too long, and it is the 11th already further east.
    expect(await statement('from=2026-03-11&to=2027-03-11&timeZone=Asia/Tokyo')).toMatchObject({ final: false })
  })

  test('who asks for too many statements has to wait, and another customer has not', async () => {
    at('2027-04-01T00:00:00Z')
    const { raw } = await accountHolder()
    const ask = () => raw('from=2027-03-01&to=2027-03-31')
    for (let number = 1; number <= 60; number++) expect((await ask()).statusCode).toBe(200)
    expect((await ask()).json()).toMatchObject({ code: 429, reason: 'too_many_statements' })
    expect((await (await accountHolder()).raw('from=2027-03-01&to=2027-03-31')).statusCode).toBe(200)
  })

  // In small: a statement has every movement of its days with the balance after it, and what the account held before
  longTest('an operator reads the accounts of a customer by command, and the same statement', async () => {
    at('2027-05-01T08:00:00Z')
    const { accountId, customerId, book, raw } = await accountHolder()
    // The command line goes by the clock of the machine, which is later than this.
    at('2020-05-15T08:00:00Z')
    await book(4_200n)
    at('2027-05-01T08:00:00Z')
    const { prints } = openCommandLine(world)
    expect(await prints(`account list --holder ${customerId}`)).toContain(
      `${accountId}  ${customerId}  EUR       active  42.00    0.00  42.00`,
    )
    expect(await prints(`account show ${accountId}`)).toContain(`${accountId}  ${customerId}`)
    const folder = mkdtempSync(join(tmpdir(), 'statements-'))
    const statement = (words: string) => prints(`account statement ${accountId} --from 2020-05-01 --to ${words}`)
    for (const format of ['json', 'csv', 'pdf']) {
      const file = join(folder, `may.${format}`)
      expect(await statement(`2020-05-31 --format ${format} --file ${file}`)).toBe(`The statement is in ${file}.`)
      const reply = await raw(`from=2020-05-01&to=2020-05-31&format=${format}`)
      expect(readFileSync(file)).toEqual(reply.rawPayload)
      expect(await statement(`2020-05-31 --format ${format} --file ${file}`)).toContain('file already exists')
    }
    rmSync(folder, { recursive: true })
    expect(await statement('2020-05-31 --format pdf')).toContain('Name a file')
    expect(await statement('2020-05-32')).toContain('"2020-05-32" is no day')
    expect(await statement('2020-05-31 --time-zone +02:00')).toContain('is no time zone')
    expect(await prints(`account show ${crypto.randomUUID()}`)).toContain('There is no account')
    expect(await prints('account show 7')).toContain('accountId is a UUID')
    expect(await prints('account list --holder ana')).toContain('--holder is the id of a customer')
  })
})
