import { z } from 'zod'
import { assets } from '#kernel/base/assets.ts'
import { money } from '#kernel/base/money.ts'
import {
  type AuthorizeResult,
  type CaptureResult,
  type DisputePage,
  declineAdvices,
  declineReasons,
  disputeEventKinds,
  disputeReasons,
  type InquiryResult,
  NoResponse,
  type SettlementPage,
  type SubmitEvidenceResult,
  settlementKinds,
} from './port.ts'

/**
 * Reads an acquirer's response. One without the shape of the port is `NoResponse`: the acquirer may have acted, and its
 * result is not known. The error names the invalid fields and never their values.
 */
export const readAuthorizeResult = (unchecked: unknown): AuthorizeResult => read(authorizeResult, unchecked)
/** Of a capture, a reversal, a refund or a payout, whose results have one shape. */
export const readModificationResult = (unchecked: unknown): CaptureResult => read(modificationResult, unchecked)
/** Of an inquiry, or of an incoming message with the result of a request. */
export const readInquiryResult = (unchecked: unknown): InquiryResult => read(inquiry, unchecked)
export const readDisputeResponseResult = (unchecked: unknown): SubmitEvidenceResult =>
  read(disputeResponseResult, unchecked)
export const readSettlementPage = (unchecked: unknown): SettlementPage => read(settlementPage, unchecked)
export const readDisputePage = (unchecked: unknown): DisputePage => read(disputePage, unchecked)

const lengthMax = 255
const fieldLengthMax = 20_000
const fieldsMax = 20
const text = z.string().min(1).max(lengthMax)
const maybe = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value): T | undefined => value ?? undefined)

const checkResult = z.enum(['match', 'mismatch', 'unavailable'])
const checks = z.object({ address: checkResult, postalCode: checkResult, securityCode: checkResult })

const approved = z.object({
  outcome: z.literal('approved'),
  reference: text,
  networkTransactionId: maybe(text),
  authorizationCode: text,
  checks,
  threeDSecure: z.enum(['none', 'frictionless', 'challenged', 'attempted']),
})
const challenge = z.object({
  outcome: z.literal('challenge'),
  reference: text,
  redirect: z.object({
    // A page sends the shopper's browser there: an address that is not the web's would run as script.
    url: z.url({ protocol: /^https?$/ }),
    method: z.enum(['POST', 'GET']),
    fields: z
      .record(text, z.string().max(fieldLengthMax))
      .refine((fields) => Object.keys(fields).length <= fieldsMax, `at most ${fieldsMax} fields`),
    unframed: z.boolean().exactOptional(),
  }),
})
const declined = z.object({
  outcome: z.literal('declined'),
  reason: z.enum(declineReasons),
  reference: maybe(text),
  checks: maybe(checks),
  advice: maybe(z.enum(declineAdvices)).optional(),
})
const pending = z.object({ outcome: z.literal('pending'), reference: text })
const done = z.object({ outcome: z.literal('done'), reference: text })
const returned = z.object({ outcome: z.literal('returned'), reference: text })
const failed = z.object({
  outcome: z.literal('failed'),
  request: z.enum(['capture', 'reverse']),
  authorization: text,
  reference: text,
})
const notFound = z.object({ outcome: z.literal('not_found') })
const closed = z.object({ outcome: z.literal('closed'), reference: maybe(text) })

export const authorizeResult: z.ZodType<AuthorizeResult> = z.discriminatedUnion('outcome', [
  approved,
  challenge,
  declined,
  pending,
])
export const disputeResponseResult: z.ZodType<SubmitEvidenceResult> = z.discriminatedUnion('outcome', [
  done,
  closed,
  pending,
])
export const modificationResult: z.ZodType<CaptureResult> = z.discriminatedUnion('outcome', [done, declined, pending])
const inquiry: z.ZodType<InquiryResult> = z.discriminatedUnion('outcome', [
  approved,
  challenge,
  declined,
  pending,
  done,
  returned,
  failed,
  notFound,
])

const amountOf = (minor: z.ZodType<bigint>) =>
  z.object({ minor, currency: z.enum(assets) }).transform((amount) => money(amount.minor, amount.currency))

/** A larger page is not accepted: a connector that ignores the limit cannot be trusted with the rest. */
const perPageMax = 500
const disputePage: z.ZodType<DisputePage> = z
  .object({
    place: maybe(text),
    events: z
      .array(
        z.object({
          id: text,
          dispute: text,
          authorization: text,
          kind: z.enum(disputeEventKinds),
          amount: amountOf(z.bigint().positive()),
          reason: z.enum(disputeReasons),
          at: z.instanceof(Temporal.Instant),
          respondBy: maybe(z.instanceof(Temporal.Instant)),
        }),
      )
      .max(perPageMax),
  })
  .refine(({ events, place }) => events.length === 0 || place !== undefined, { path: ['place'] })

const settlementPage: z.ZodType<SettlementPage> = z
  .object({
    place: maybe(text),
    entries: z
      .array(
        z.object({
          id: text,
          batch: text,
          kind: z.enum(settlementKinds),
          authorization: maybe(text),
          request: maybe(text),
          reference: maybe(text),
          gross: amountOf(z.bigint()),
          fee: amountOf(z.bigint()),
          settledOn: z.instanceof(Temporal.PlainDate),
        }),
      )
      .max(perPageMax),
  })
  .refine(({ entries, place }) => entries.length === 0 || place !== undefined, { path: ['place'] })

function read<T>(schema: z.ZodType<T>, unchecked: unknown): T {
  const parsed = schema.safeParse(unchecked)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'outcome')
  throw new NoResponse(`the acquirer's response cannot be read: ${[...new Set(fields)].join(', ')}`, {
    because: 'unreadable',
  })
}
