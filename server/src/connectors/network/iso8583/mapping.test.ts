import { describe, expect, test } from 'vitest'
import { currencyOfNumber, numberOfCurrency } from '#connectors/iso8583/currencies.ts'
import { FieldFault, responseMti } from '#connectors/iso8583/iso-message.ts'
import { isoMessage, isoVector, plainFields } from '#connectors/iso8583/messages-under-test.ts'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type Dialect, readRequest } from './read-request.ts'
import { writeFormatError, writeResponse } from './write-response.ts'

const dialect: Dialect = { network: 'net', zone: 'zone-1', nameLayout: 'visa', additionalData: 'subelements' }
const now = Temporal.Instant.from('2026-11-22T08:00:00Z')

const read = (id: string, changes: Record<string, string | undefined> = {}, mti?: string) => {
  const vector = isoVector(id)
  const fields = Object.entries({ ...vector.fields, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return readRequest(isoMessage(mti ?? vector.mti, Object.fromEntries(fields)), dialect, now)
}
/** With secrets opened, so that they can be compared. */
const opened = (value: unknown): unknown => {
  if (value instanceof Secret) return value.reveal()
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, opened(part)]])),
  )
}

describe('what messages say', () => {
  test('an e-commerce authorization, with the security code and the authentication', () => {
    expect(opened(read('D05'))).toEqual({
      kind: 'authorization',
      key: { sender: 'net/400001', stan: '000123', sentAt: '1121093215' },
      card: { number: '4000000000000002', expiry: '2912', cvv2: '123' },
      amount: { minor: 4299n, currency: 'EUR' },
      merchant: {
        id: 'MERCHANT0000001',
        terminalId: 'TERM0001',
        name: 'FLORIN BAKERY',
        city: 'BUCURESTI',
        country: 'RO',
        category: '5411',
      },
      reference: { rrn: '632510000123', acquirerId: '400001' },
      purpose: 'purchase',
      channel: 'online',
      entry: '812',
      posts: false,
      partialAllowed: false,
      preauthorization: false,
      threeDs: { eci: '02', authenticationValue: 'AAABBZIHcQAAAABjRWWZEEFgFz8=' },
      recurring: false,
    })
  })

  test('a chip purchase in another currency, with its PIN', () => {
    const request = read('D07')
    expect(request).toMatchObject({
      kind: 'authorization',
      key: { sender: 'net/400001/400002' },
      amount: { minor: 10000n, currency: 'USD' },
      billing: { minor: 9250n, currency: 'EUR' },
      channel: 'inStore',
    })
    expect(opened(request.card)).toEqual({
      number: '5555555555554444',
      expiry: '2811',
      track2: '5555555555554444=28112011234500000000',
      pinBlock: { bytes: Uint8Array.from(Buffer.from('9A3C5E7F01B2D4F6', 'hex')), format: 0, zone: 'zone-1' },
    })
  })

  test('cash at a machine posts at once', () => {
    expect(read('D16')).toMatchObject({ kind: 'authorization', purpose: 'cash', channel: 'atm', posts: true })
    expect(read('D16', { 18: '6010' })).toMatchObject({ purpose: 'cash', channel: 'inStore' })
  })

  test('an original credit is no refund: no payment came before it', () => {
    const credit = (type: string) => read('D05', { 3: `${type}0000` })
    expect(credit('26')).toMatchObject({ kind: 'authorization', purpose: 'refund', originalCredit: true })
    expect(credit('20')).toMatchObject({ kind: 'authorization', purpose: 'refund', originalCredit: undefined })
  })

  test('a reversal names its original by field 90', () => {
    expect(opened(read('D10'))).toMatchObject({
      kind: 'reversal',
      key: { sender: 'net/400001', stan: '000130' },
      original: {
        key: { sender: 'net/400001', stan: '000123', sentAt: '1121093215' },
        rrn: '632510000123',
        authorizationCode: 'A1B2C3',
      },
      reason: '17',
    })
    expect(read('D10')).toMatchObject({ remaining: undefined })
    expect(read('D10', { 90: undefined })).toMatchObject({ original: { rrn: '632510000123' } })
    expect(read('D10', { 90: '0'.repeat(42) })).not.toHaveProperty('original.key')
  })

  test('a reversal of a part says what stays', () => {
    expect(read('D12')).toMatchObject({ purpose: 'purchase', remaining: money(3000n, 'EUR'), reason: '32' })
    expect(read('D12', { 95: '0'.repeat(42) })).toMatchObject({ remaining: undefined })
  })

  test('an advice says what was decided, and whether in our place', () => {
    expect(read('D14')).toMatchObject({
      kind: 'advice',
      decided: '00',
      standIn: true,
      replaces: undefined,
      channel: 'contactless',
    })
    expect(read('D14', { 60: undefined, 25: '06' })).toMatchObject({
      standIn: false,
      replaces: { rrn: '632511000140', authorizationCode: 'SI0140' },
    })
  })

  test('a financial advice is a clearing, a refund, or the report of a decline', () => {
    expect(read('D18')).toMatchObject({
      kind: 'clearing',
      purpose: 'purchase',
      amount: money(4499n, 'EUR'),
      original: { key: { stan: '000123' } },
      presentmentId: 'net/400001:20261122020000:000200',
      sequence: undefined,
    })
    expect(read('D18', { 71: '0002', 72: '0003' })).toMatchObject({ sequence: { number: 2, of: 3 } })
    expect(read('D22')).toMatchObject({ kind: 'refund', presentmentId: 'net/400001:20261125020000:000220' })
    expect(read('D18', { 39: '51' })).toMatchObject({ kind: 'advice', decided: '51' })
  })

  test('the year of a presentment is the one nearest to now', () => {
    const at = (instant: string, sentAt: string) =>
      readRequest(
        isoMessage('0220', { ...isoVector('D18').fields, 7: sentAt }),
        dialect,
        Temporal.Instant.from(instant),
      )
    expect(at('2027-01-02T00:00:00Z', '1231235900')).toMatchObject({
      presentmentId: 'net/400001:20261231235900:000200',
    })
    expect(at('2026-12-31T23:59:59Z', '0101000001')).toMatchObject({
      presentmentId: 'net/400001:20270101000001:000200',
    })
    expect(() => at('2026-12-31T23:59:59Z', '1301000001')).toThrow('field 7')
  })

  test('a refund that asks first is an authorization', () => {
    expect(read('D05', { 3: '200000' })).toMatchObject({ kind: 'authorization', purpose: 'refund', posts: false })
  })

  test('an increment names the stay that it adds to', () => {
    expect(read('D20')).toMatchObject({
      incrementOf: { networkTransactionId: '386325080000205', authorizationCode: 'H00099' },
      reference: { networkTransactionId: '386325080000205' },
    })
    expect(read('D20', { 63: undefined })).toMatchObject({ incrementOf: undefined })
    expect(() => read('D20', { 62: undefined })).toThrow('field 62')
  })

  test.each([
    ['00', { 25: '51', 4: '000000000000' }, 'verification'],
    ['33', { 4: undefined }, 'verification'],
    ['30', { 4: undefined }, 'balance'],
    ['11', {}, 'quasiCash'],
    ['09', {}, 'purchase'],
  ])('processing code %s with %o is for a %s', (code, changes, purpose) => {
    expect(read('D05', { 3: `${code}0000`, ...changes })).toMatchObject({ purpose })
  })

  test.each([
    [{ 22: '071' }, 'contactless'],
    [{ 22: '911' }, 'contactless'],
    [{ 22: '012', 25: '00' }, 'inStore'],
    [{ 22: '012', 25: '59' }, 'online'],
    [{ 22: '102', 25: '00' }, 'online'],
    [{ 22: '051', 25: '00' }, 'inStore'],
  ])('entry and condition %o are the channel %s', (changes, channel) => {
    expect(read('D05', changes)).toMatchObject({ channel })
  })

  test('what may be approved in part, is repeated by order, or reserved for later is said in fields 48, 61 and 25', () => {
    expect(read('D05', { 48: 'T61051xxxx' })).toMatchObject({ partialAllowed: true })
    expect(read('D05', { 48: 'T61050xxxx' })).toMatchObject({ partialAllowed: false })
    expect(read('D05', { 61: '0004' })).toMatchObject({ recurring: true, preauthorization: false })
    expect(read('D05', { 61: '0000004' })).toMatchObject({ recurring: false, preauthorization: true })
    expect(read('D05', { 25: '06' })).toMatchObject({ preauthorization: true })
  })

  test('the layout of field 43 is that of the network', () => {
    const message = isoMessage('0100', {
      ...isoVector('D05').fields,
      43: `${'JOES DINER'.padEnd(23)}${'NEW YORK'.padEnd(14)}USA`,
    })
    expect(readRequest(message, { ...dialect, nameLayout: 'mastercard' }, now)).toMatchObject({
      merchant: { name: 'JOES DINER', city: 'NEW YORK', country: 'US' },
    })
  })

  test('field 48 of another network is not read', () => {
    const message = isoMessage('0100', { ...isoVector('D05').fields, 48: 'whatever it is' })
    expect(() => readRequest(message, dialect, now)).toThrow('field 48')
    expect(readRequest(message, { ...dialect, additionalData: 'unread' }, now)).toMatchObject({ threeDs: undefined })
  })

  test.each([
    [{ 2: undefined }, 2],
    [{ 4: undefined }, 4],
    [{ 18: undefined }, 18],
    [{ 32: undefined }, 32],
    [{ 49: undefined }, 49],
    [{ 49: '999' }, 49],
    [{ 35: '5555555555554444=2912' }, 35],
    [{ 35: '4000000000000002=2911' }, 35],
    [{ 52: '0011223344556677', 53: '2001090100000000' }, 53],
    [{ 48: 'T9203' }, 48],
  ])('without sense: %o', (changes, field) => {
    expect(() => read('D05', changes)).toThrow(expect.objectContaining({ field }))
  })

  test('the card number and its expiry may be on the track alone', () => {
    expect(opened(read('D16', { 2: undefined, 14: undefined }).card)).toMatchObject({
      number: '4000000000000002',
      expiry: '2912',
    })
  })

  test.each([
    ['a prepaid load', { 3: '280000' }, '0100'],
    ['a file update', {}, '0302'],
    ['totals', {}, '0520'],
  ])('%s is not for this issuer', (_what, changes, mti) => {
    expect(() => read('D05', changes, mti)).toThrow(expect.objectContaining({ code: '12' }))
  })
})

describe('what is answered', () => {
  const answer = (id: string, response: Parameters<typeof writeResponse>[1], changes: Record<string, string> = {}) => {
    const { mti, fields } = isoVector(id)
    const { mti: type, ...written } = writeResponse(isoMessage(mti, { ...fields, ...changes }), response)
    return { mti: type, fields: plainFields({ mti: type, ...written }) }
  }
  const expected = (id: string) => ({ mti: isoVector(id).mti, fields: isoVector(id).fields })

  test.each<[request: string, response: string, Parameters<typeof writeResponse>[1]]>([
    ['D05', 'D06', { code: '00', authorizationCode: 'A1B2C3', cvv: 'match' }],
    [
      'D07',
      'D08',
      { code: '10', authorizationCode: 'P00124', approved: money(5000n, 'USD'), billed: money(4625n, 'EUR') },
    ],
    ['D10', 'D11', { code: '00' }],
    ['D12', 'D13', { code: '00' }],
    ['D14', 'D15', { code: '00', authorizationCode: 'X00000' }],
    ['D18', 'D19', { code: '00' }],
  ])('%s is answered by %s', (request, response, result) => {
    expect(answer(request, result)).toEqual(expected(response))
  })

  test('a decline says what is available, in debt too', () => {
    expect(answer('D05', { code: '51', available: money(12345n, 'EUR') }).fields).toMatchObject({
      39: '51',
      54: isoVector('D09').fields[54],
    })
    expect(answer('D05', { code: '51', available: money(-5n, 'EUR') }).fields[54]).toBe('0002978D000000000005')
    expect(answer('D05', { code: '51', available: money(5n, 'ETH') }).fields).not.toHaveProperty('54')
    expect(answer('D16', { code: '00', available: money(30000n, 'EUR') }).fields[54]).toBe('1002978C000000030000')
  })

  test('field 44 says that the security code is wrong', () => {
    expect(answer('D05', { code: '82', cvv: 'noMatch' }).fields[44]).toBe('  N')
    expect(answer('D05', { code: '05', cvv: 'notChecked' }).fields).not.toHaveProperty('44')
  })

  test('a format error names the field, and shows no more of the message than what names it', () => {
    const { mti, fields } = writeFormatError(isoMessage('0100', isoVector('D05').fields), new FieldFault(4, 'x'))
    expect([mti, fields.get(39), fields.get(44), fields.has(48)]).toEqual(['0110', '30', '004', false])
  })

  test.each([
    ['0100', '0110'],
    ['0101', '0110'],
    ['0421', '0430'],
    ['0220', '0230'],
    ['0402', '0412'],
    ['0800', '0810'],
  ])('%s is answered by %s', (request, response) => {
    expect(responseMti(request)).toBe(response)
  })
})

test('every currency has its number', () => {
  expect(isoCurrencies.filter((code) => !/^\d{3}$/.test(numberOfCurrency(code) ?? ''))).toEqual([])
  expect(['978', '840', '392', '048', '532'].map(currencyOfNumber)).toEqual(['EUR', 'USD', 'JPY', 'BHD', 'XCG'])
  const shared = isoCurrencies.filter((code) => currencyOfNumber(numberOfCurrency(code)!) !== code)
  expect(shared).toEqual(['ANG'])
})
