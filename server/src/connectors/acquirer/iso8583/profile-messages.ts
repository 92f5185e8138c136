import { z } from 'zod'
import { pack } from '#connectors/iso8583/codec.ts'
import { FieldFault } from '#connectors/iso8583/iso-message.ts'
import type { Packaging } from '#connectors/iso8583/packaging.ts'
import { fill, namesIn, strayBrace, type Template } from './template.ts'
import { figureNames } from './totals.ts'
import { type MessageName, messageNames } from './value-names.ts'

const part = z.string().regex(/^[\x20-\x7e]{0,999}$/, 'printable characters, at most 999')
const tagged = z
  .strictObject({
    prefix: part.default(''),
    tagDigits: z.number().int().min(1).max(4).default(2),
    lengthDigits: z.number().int().min(1).max(3).default(2),
    parts: z.record(z.string().regex(/^[A-Z0-9]{1,4}$/, 'a tag'), part),
  })
  .refine(({ tagDigits, parts }) => Object.keys(parts).every((tag) => tag.length === tagDigits), {
    message: 'each tag has tagDigits characters',
  })
const mti = z.string().regex(/^\d{4}$/, 'the type of a message, four digits')
const message = z.strictObject({
  type: mti,
  fields: z.record(z.string().regex(/^\d{1,3}$/, 'the number of a field'), z.union([part, tagged])),
})
/** What is sent until it is answered: how its repeats are marked. */
const repeated = message.extend({ repeatType: mti.optional() })

export const messages = z.strictObject({
  authorization: message.optional(),
  financial: message.optional(),
  verification: message.optional(),
  completion: repeated.optional(),
  reversal: repeated,
  refund: repeated.optional(),
  payout: repeated.optional(),
  totals: repeated.optional(),
  signOn: message.optional(),
  signOff: message.optional(),
  echo: message,
})
export type Messages = z.output<typeof messages>
export type MessageLayout = z.output<typeof repeated>

type Sent = {
  messages: Messages
  byInitiator: Readonly<Record<string, unknown>>
  packaging: Packaging
}

/** What of the messages could never be sent, each with its path. */
export function problemOfMessages({ messages: sent, byInitiator, packaging }: Sent): string[] {
  return Object.entries(sent).flatMap(([name, layout]) => {
    if (!layout) return []
    const own = messageNames[name as MessageName]
    const known = new Set<string>([...own, ...(withCardholder.has(name) ? Object.keys(byInitiator) : [])])
    const problems = Object.entries(layout.fields).flatMap(([field, template]) =>
      templateProblem(template, known).map((problem) => `messages.${name}.fields.${field}: ${problem}`),
    )
    if (problems.length > 0) return problems
    return [...missing(name, layout), ...unpackable(layout, packaging)].map((problem) => `messages.${name}.${problem}`)
  })
}
/** The messages whose values depend on who has initiated the payment. */
const withCardholder = new Set<string>(['authorization', 'financial', 'verification'])

function templateProblem(template: Template, known: ReadonlySet<string>): string[] {
  if (strayBrace(template)) return ['a brace that belongs to no name']
  return namesIn(template)
    .filter((name) => !known.has(name))
    .map((name) => `there is no value ${name} in this message`)
}

/** A response is matched by field 11, and an amount that is not sent would be anybody's guess. */
function missing(name: string, { fields }: MessageLayout): string[] {
  const needed: [string, string][] = [['11', '{stan}']]
  if (withAmount.has(name)) needed.push(['4', '{amount}'])
  return needed
    .filter(([field, template]) => fields[field] !== template)
    .map(([field, template]) => `fields.${field}: it must be ${template}`)
}
const withAmount = new Set(['authorization', 'financial', 'completion', 'refund', 'payout'])

/** Packs the message with values as they could be. */
function unpackable({ type, fields }: MessageLayout, packaging: Packaging): string[] {
  const filled = Object.entries(fields).flatMap(([field, template]) => {
    const value = fill(template, samples)
    return value === undefined ? [] : [[Number(field), value] as const]
  })
  try {
    pack({ mti: type, fields: new Map(filled) }, packaging)
    return []
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return [`fields.${error.field}: ${error.message}`]
  }
}

const sixDigits = '000001'
const tenDigits = '0101000001'
const twelveDigits = '000000000001'
const sixteenDigits = '0000000000000001'
const samples = {
  stan: sixDigits,
  rrn: twelveDigits,
  transmissionTime: tenDigits,
  localTime: sixDigits,
  localDate: '0101',
  localDateTime: '260101000001',
  acquirer: '1',
  acquirer11: '00000000001',
  terminal: 'T',
  merchant: 'M',
  amount: twelveDigits,
  currency: '978',
  cardNumber: '4000000000000000',
  expiry: '3012',
  category: '5999',
  country: 'RO',
  countryNumber: '642',
  authorizationCode: 'A00001',
  originalType: '0100',
  originalRrn: twelveDigits,
  originalStan: sixDigits,
  originalTransmissionTime: tenDigits,
  originalLocalDateTime: '260101000001',
  originalAmount: twelveDigits,
  originalCode: '00',
  ...Object.fromEntries(figureNames.map((name) => [name, name.endsWith('Count') ? tenDigits : sixteenDigits])),
  netAmount: `C${sixteenDigits}`,
  businessDate: '0101',
  businessDateWithYear: '260101',
}
