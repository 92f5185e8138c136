import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pack, unpack } from '#connectors/iso8583/codec.ts'
import { plainFields } from '#connectors/iso8583/messages-under-test.ts'
import { Secret } from '#kernel/base/secret.ts'
import { readCredentials } from './credentials.ts'
import { readProfile } from './profile.ts'
import { amountValues, factValues, identityOf, messageOf, rrnOf } from './values.ts'

const example = JSON.parse(
  readFileSync(new URL('../../../../../deploy/iso8583/example-host.json', import.meta.url), 'utf8'),
)
const text = (changes: Readonly<Record<string, unknown>> = {}) => JSON.stringify({ ...example, ...changes })
const withMessage = (name: string, fields: Readonly<Record<string, unknown>>) => ({
  messages: { ...example.messages, [name]: { type: '0100', fields: { 4: '{amount}', 11: '{stan}', ...fields } } },
})

test.each<[what: string, changes: Readonly<Record<string, unknown>>, problem: string]>([
  ['a host without a port', { hosts: [{ host: 'a.example' }] }, 'hosts.0.port: '],
  ['a word that there is not', { colour: 'red' }, 'Unrecognized key: "colour"'],
  ['a currency that there is not', { currencies: ['EUX'] }, 'currencies.0: '],
  ['a time zone that there is not', { timeZone: '+02:00' }, 'timeZone: a time zone such as Europe/Bucharest'],
  ['a reason for declines that there is not', { codes: { '05': 'sad' } }, 'codes.05: '],
  ['amounts the wrong way round', { amounts: { min: '5', max: '4' } }, 'amounts.min: it is above amounts.max'],
  ['a text in packed digits', { fields: { 37: { content: 'packed' } } }, 'fields.37: its content can be text'],
  [
    'a value that there is not',
    withMessage('authorization', { 2: '{pan}' }),
    'messages.authorization.fields.2: there is no value pan',
  ],
  [
    'a security code in a message that follows',
    withMessage('completion', { 48: '{securityCode}' }),
    'messages.completion.fields.48: there is no value securityCode',
  ],
  [
    'half a brace',
    withMessage('authorization', { 48: '{amount' }),
    'messages.authorization.fields.48: a brace that belongs to no name',
  ],
  [
    'a fixed number',
    withMessage('authorization', { 11: '000001' }),
    'messages.authorization.fields.11: it must be {stan}',
  ],
  [
    'letters in an amount',
    withMessage('authorization', { 6: 'EUR' }),
    'messages.authorization.fields.6: field 6: it is not all digits',
  ],
  ['a field that there is not', withMessage('authorization', { 65: '1' }), 'messages.authorization.fields.65: '],
  [
    'a tag of three characters',
    withMessage('authorization', { 48: { parts: { '092': 'x' } } }),
    'messages.authorization.fields.48: ',
  ],
  [
    'nothing to pay with',
    { messages: { reversal: example.messages.reversal, echo: example.messages.echo } },
    'messages: authorization or financial is needed',
  ],
])('%s is refused with the name of the field', (_what, changes, problem) => {
  expect(() => readProfile(text(changes))).toThrow(problem)
})

test('a text that is no JSON is refused, and so is a key that does not fit', () => {
  expect(() => readProfile('{')).toThrow('it is not JSON')
  const fieldOf = (given: Readonly<Record<string, string>>) => {
    try {
      return readCredentials(given) && undefined
    } catch (error) {
      return error
    }
  }
  expect(fieldOf({ profile: text() })).toMatchObject({ field: 'macKey', message: expect.stringContaining('missing') })
  expect(fieldOf({ profile: text(), macKey: '00' })).toMatchObject({ field: 'macKey' })
  expect(fieldOf({ profile: text({ mac: undefined }), macKey: '00'.repeat(16) })).toMatchObject({ field: 'macKey' })
  const mac = { profile: text({ tls: {} }), macKey: '00'.repeat(16) }
  expect(fieldOf({ ...mac, tlsCa: 'x' })).toMatchObject({ field: 'tlsCa' })
  expect(fieldOf({ ...mac, tlsKey: 'x' })).toMatchObject({ field: 'tlsKey' })
  expect(fieldOf(mac)).toBeUndefined()
})

/** The first message of a payment, on the last second of a year in Bucharest. */
const message = {
  stan: 42,
  sentAt: Temporal.Instant.from('2026-12-31T21:59:59Z'),
  terminal: 'FLORIN01',
  minor: 1_099n,
  currency: 'EUR',
} as const
const valuesFor = (profile: ReturnType<typeof readProfile>) => ({
  ...identityOf(profile, message),
  ...amountValues(message),
  ...factValues({ expiry: '3012', descriptor: 'Brutăria', country: 'RO' }),
  cardNumber: new Secret('4000000000000002'),
  rrn: rrnOf(message),
})

test('a field whose value is not known is left out, and the time of the host is local', () => {
  const profile = readProfile(text())
  const { fields } = messageOf(profile.messages.authorization!, valuesFor(profile))
  expect([18, 22, 48, 60].some((field) => fields.has(field))).toBe(false)
  expect(plainFields({ mti: '0100', fields })).toMatchObject({
    4: '000000001099',
    7: '1231215959',
    11: '000042',
    12: '235959',
    13: '1231',
    37: '636521000042',
    43: `${'Brutaria'.padEnd(25)}Bucharest    RO`,
    49: '978',
  })
  expect(fields.get(2)).toBeInstanceOf(Secret)
})

test('a host of the edition of 1993 has its fields and types', () => {
  const original = '{originalType}{originalStan}{originalLocalDateTime}06455123'
  const fields = {
    2: '{cardNumber}',
    4: '{amount}',
    11: '{stan}',
    12: '{localDateTime}',
    22: '812020100000',
    24: '100',
    41: '{terminal}',
  }
  const messages = {
    authorization: { type: '1100', fields },
    completion: { type: '1220', fields: { ...fields, 24: '201', 56: original } },
    reversal: { type: '1420', fields: { ...fields, 24: '400', 25: '4021', 56: original } },
    echo: { type: '1804', fields: { 11: '{stan}', 12: '{localDateTime}', 24: '831' } },
  }
  const profile = readProfile(text({ edition: '1993', packaging: 'ascii', messages }))
  const { packaging } = profile
  const packed = pack(messageOf(profile.messages.authorization!, valuesFor(profile)), packaging)
  expect(plainFields(unpack(packed, packaging).message)).toMatchObject({
    12: '261231235959',
    22: '812020100000',
    24: '100',
  })
  const response = {
    mti: '1110',
    fields: new Map([
      [11, '000042'],
      [39, '000'],
      [44, 'M'.repeat(60)],
    ]),
  }
  expect(unpack(pack(response, packaging), packaging)).toMatchObject({ message: response })
})
