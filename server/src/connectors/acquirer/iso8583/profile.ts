import { z } from 'zod'
import type { FrameLayout } from '#connectors/iso8583/framing.ts'
import { macAlgorithms } from '#connectors/iso8583/mac.ts'
import { type Packaging, packagingNames } from '#connectors/iso8583/packaging.ts'
import { isoCurrencies } from '#kernel/base/assets.ts'
import type { Currency } from '#kernel/base/money.ts'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { declineReasons } from '../decline-reasons.ts'
import { messages, problemOfMessages } from './profile-messages.ts'
import { fieldChange, packagingIn } from './profile-packaging.ts'
import { settlementFile } from './profile-settlement-file.ts'
import { acceptedCodes, type Codes, codesOf, specialMeanings } from './response-codes.ts'
import { circumstances } from './value-names.ts'

const seconds = z.number().positive().max(3_600)
const characters = (max: number) => z.string().regex(new RegExp(`^[\\x20-\\x7e]{1,${max}}$`), `1 to ${max} characters`)
const minor = z
  .string()
  .regex(/^\d{1,12}$/, 'an amount in minor units, as text of at most 12 digits')
  .transform((text) => BigInt(text))
const hostName = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'the name or address of a host')
const code = z.string().regex(/^[A-Z0-9]{2,3}$/, 'a response code of two or three characters')

const place = z.strictObject({
  field: z.number().int().min(2).max(127),
  at: z.number().int().min(1).max(999).optional(),
  length: z.number().int().min(1).max(999).optional(),
  tag: z
    .string()
    .regex(/^[A-Z0-9]{1,4}$/)
    .optional(),
  skip: z.number().int().min(0).max(99).optional(),
  lengthDigits: z.number().int().min(1).max(3).optional(),
})
const check = place.extend({ match: z.array(characters(4)).min(1), mismatch: z.array(characters(4)).min(1) })

const shape = z.strictObject({
  name: characters(60),
  mode: z.enum(['test', 'live']),
  hosts: z
    .array(z.strictObject({ host: hostName, port: z.number().int().min(1).max(65_535) }))
    .min(1)
    .max(4),
  tls: z.strictObject({ serverName: hostName.optional() }).optional(),
  frame: z
    .strictObject({
      lengthAs: z.enum(['binary', 'text', 'packed']).default('binary'),
      lengthBytes: z.union([z.literal(2), z.literal(4)]).default(2),
      countsItself: z.boolean().default(false),
      header: z
        .string()
        .regex(/^(?:[0-9A-Fa-f]{2}){0,32}$/, 'bytes as hexadecimal digits')
        .default(''),
    })
    .prefault({}),
  edition: z.enum(['1987', '1993']).default('1987'),
  packaging: z.enum(packagingNames).default('bcd'),
  text: z.enum(['ascii', 'ebcdic-1047', 'ebcdic-500']).default('ascii'),
  fields: z.record(z.string().regex(/^\d{1,3}$/, 'the number of a field'), fieldChange).default({}),
  mac: z
    .strictObject({
      algorithm: z.enum(macAlgorithms),
      field: z.union([z.literal(64), z.literal(128)]).optional(),
      ofManagement: z.boolean().default(false),
    })
    .optional(),
  acquirer: z.string().regex(/^\d{1,11}$/, 'at most 11 digits'),
  terminal: characters(8),
  merchant: characters(15),
  timeZone: z
    .string()
    .refine((name) => readTimeZone(name) !== undefined, 'a time zone such as Europe/Bucharest')
    .default('UTC'),
  currencies: z.array(z.enum(isoCurrencies)).min(1),
  amounts: z.strictObject({ min: minor.prefault('1'), max: minor.prefault('999999999999') }).prefault({}),
  partialCapture: z.boolean().default(true),
  keepCardDays: z.number().int().min(1).max(1_000).default(400),
  session: z
    .strictObject({
      echoAfterSeconds: seconds.default(45),
      connectWithinSeconds: seconds.default(5),
      respondWithinSeconds: seconds.default(20),
      inFlight: z.number().int().min(1).max(1_000).default(50),
    })
    .prefault({}),
  byInitiator: z
    .record(z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/), z.partialRecord(z.enum(circumstances), characters(99)))
    .default({}),
  messages,
  response: z
    .strictObject({
      networkTransactionId: place.optional(),
      securityCode: check.optional(),
      postalCode: check.optional(),
      address: check.optional(),
    })
    .default({}),
  codes: z.record(code, z.enum([...specialMeanings, ...declineReasons])).default({}),
  acceptedCodes: z.array(code).min(1).default(acceptedCodes),
  reasons: z
    .strictObject({ unanswered: characters(4), requested: characters(4) })
    .prefault({ unanswered: '68', requested: '17' }),
  settlementFile: settlementFile.optional(),
  totals: z
    .strictObject({
      cutOver: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time such as 22:00')
        .default('00:00'),
      afterMinutes: z.number().int().min(0).max(300).default(30),
      inOurFavour: z.enum(['C', 'D']).default('C'),
      outOfBalance: z.array(code).default(['95', '501', '502', '504']),
    })
    .optional(),
})

type Read = z.output<typeof shape>

/** What is particular to one host: how to reach it, and what its messages say. Seconds are those of the file. */
export type Profile = Omit<
  Read,
  'frame' | 'packaging' | 'fields' | 'text' | 'currencies' | 'codes' | 'acceptedCodes'
> & {
  frame: FrameLayout
  packaging: Packaging
  currencies: readonly Currency[]
  codes: Codes
  acceptedCodes: ReadonlySet<string>
}

/** What is wrong with a profile, with the path of the field. */
export class ProfileProblem extends Error {
  override readonly name = 'ProfileProblem'
}

/** @throws ProfileProblem that names every field that is wrong. */
export function readProfile(text: string): Profile {
  const parsed = shape.safeParse(jsonOf(text))
  if (!parsed.success)
    throw new ProfileProblem(
      parsed.error.issues
        .map(
          ({ path, message }) =>
            `${path.join('.') || 'the profile'}: ${message.endsWith('received undefined') ? 'it is missing' : message}`,
        )
        .join('; '),
    )
  const { frame, fields, text: encoding, packaging: layout, edition, ...read } = parsed.data
  const made = packagingIn({ layout, text: encoding, edition, fields })
  if ('problem' in made) throw new ProfileProblem(made.problem)
  const problems = [...problemOfMessages({ ...read, packaging: made.packaging }), ...problemsOf(read)]
  if (problems.length > 0) throw new ProfileProblem(problems.join('; '))
  return {
    ...read,
    edition,
    frame: { ...frame, header: Buffer.from(frame.header, 'hex') },
    packaging: made.packaging,
    currencies: read.currencies,
    codes: codesOf(read.codes),
    acceptedCodes: new Set(read.acceptedCodes),
  }
}

function problemsOf({
  amounts,
  messages: sent,
  totals,
}: Omit<Read, 'frame' | 'fields' | 'text' | 'packaging' | 'edition'>): string[] {
  return [
    ...(amounts.min > amounts.max ? ['amounts.min: it is above amounts.max'] : []),
    ...(!sent.authorization && !sent.financial ? ['messages: authorization or financial is needed'] : []),
    ...(totals && !sent.totals ? ['messages.totals: it is missing, and totals are wanted'] : []),
    ...(sent.authorization && !sent.completion ? ['messages.completion: an authorization is captured by it'] : []),
  ]
}

/** A text that is no JSON has no shape, and is refused as such. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProfileProblem('the profile: it is not JSON')
  }
}
