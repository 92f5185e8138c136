import type { z } from 'zod'
import { leastContentKept } from '#acquiring/emails'
import { leastMessageKept } from '#acquiring/processors'
import { leastKeyKept } from '#kernel/db/idempotency.ts'
import { lengthOf, lengthOfTime } from './setting-shapes.ts'

const day = Temporal.Duration.from('P1D')
const year = Temporal.Duration.from('P1Y')
/** The time that a card network leaves for the next step of a dispute. */
const step = Temporal.Duration.from('P30D')

/** The settings of how long things are kept, among the environment variables of `variables.ts`. */
export const retentionVariables = {
  FLORIN_DOCUMENTS_KEPT: lengthOf('P5Y', year).describe(
    'how long documents of customers are kept after a rejection, or after newer ones have replaced them; then they are deleted; the law against money laundering asks for five years in most countries; at least P1Y',
  ),
  FLORIN_EVIDENCE_KEPT: lengthOf('P540D', step).describe(
    'how long evidence of a dispute is kept after the last thing that happened to it; then it is deleted; at least P30D, the time that a card network leaves for the next step',
  ),
  FLORIN_EMAILS_KEPT: lengthOf('P90D', leastContentKept).describe(
    'how long the text and the address of an email to a shopper are kept after it was made, if it does not wait to be sent; then they are deleted, and an email cannot be sent again; at least P7D',
  ),
  FLORIN_IDEMPOTENCY_KEYS_KEPT: lengthOf('P30D', leastKeyKept).describe(
    'how long an Idempotency-Key of the interfaces is remembered with its first reply; after that the same request is a new one; at least P7D, which programs may count on',
  ),
  FLORIN_SESSIONS_KEPT: lengthOf('P30D', day).describe(
    'how long a session of staff is kept after it has ended; then it is deleted, and the audit still has the log-in; at least P1D',
  ),
  FLORIN_INVITATIONS_KEPT: lengthOf('P30D', day).describe(
    'how long an invitation of staff is kept after its link has lapsed; then it is deleted; at least P1D',
  ),
  FLORIN_HOLDER_EMAILS_KEPT: lengthOf('P30D', day).describe(
    'how long it is kept that an email was sent to a customer of a partner, and when; its text goes when it is sent; at least P1D',
  ),
  FLORIN_EXPORTS_KEPT: lengthOf('P7D', day).describe(
    'how long a file that was written in the background can be downloaded; then it is deleted; at least P1D',
  ),
  FLORIN_BLOCKS_KEPT: lengthOf('P365D', day).describe(
    'how long a block of an address, an email address or a card is kept after it has ended; then it is deleted, and the audit still has who made it; at least P1D',
  ),
  FLORIN_REQUESTS_KEPT: keptOrOff('P30D', Temporal.Duration.from('PT1H'))
    .default('P30D')
    .describe(
      'how long requests of programs to the merchant API and the issuing API are kept, masked, for developers; off: none is kept, and those that were are deleted within hours; at least PT1H',
    ),
  FLORIN_INBOUND_WEBHOOKS_KEPT: lengthOf('P90D', leastMessageKept).describe(
    'how long webhooks of processors are kept; then they are deleted, and of a parked one its body; at least P31D, since processors deliver them again for a month',
  ),
  FLORIN_INVOICES_KEPT: lengthOf('P10Y', year).describe(
    'how long invoices name a buyer who was erased, counted from the newest of them; the tax law of the country says how long they have to; at least P1Y',
  ),
  FLORIN_PERSONAL_DATA_KEPT: keptOrOff('P3Y', Temporal.Duration.from('P90D'))
    .default('off')
    .describe(
      'how long a customer may have done nothing before they are erased by a daily task: P3Y erases who was made, has ordered, paid or used a card last three years ago or longer, and has nothing open; off: customers are erased on request alone; at least P90D',
    ),
}

/** How long what is over is kept. */
export type Retention = Record<
  | 'emails'
  | 'inboundWebhooks'
  | 'idempotencyKeys'
  | 'sessions'
  | 'invitations'
  | 'holderEmails'
  | 'exports'
  | 'blocks'
  | 'invoices',
  Temporal.Duration
> & {
  /** Undefined: no request is kept. */
  requests: Temporal.Duration | undefined
  /** Who has done nothing for so long is erased; undefined: customers are erased on request alone. */
  personalData: Temporal.Duration | undefined
}

export const readRetention = (env: z.output<z.ZodObject<typeof retentionVariables>>): Retention => ({
  emails: Temporal.Duration.from(env.FLORIN_EMAILS_KEPT),
  inboundWebhooks: Temporal.Duration.from(env.FLORIN_INBOUND_WEBHOOKS_KEPT),
  idempotencyKeys: Temporal.Duration.from(env.FLORIN_IDEMPOTENCY_KEYS_KEPT),
  sessions: Temporal.Duration.from(env.FLORIN_SESSIONS_KEPT),
  invitations: Temporal.Duration.from(env.FLORIN_INVITATIONS_KEPT),
  holderEmails: Temporal.Duration.from(env.FLORIN_HOLDER_EMAILS_KEPT),
  exports: Temporal.Duration.from(env.FLORIN_EXPORTS_KEPT),
  blocks: Temporal.Duration.from(env.FLORIN_BLOCKS_KEPT),
  requests: unlessOff(env.FLORIN_REQUESTS_KEPT),
  invoices: Temporal.Duration.from(env.FLORIN_INVOICES_KEPT),
  personalData: unlessOff(env.FLORIN_PERSONAL_DATA_KEPT),
})

export const unlessOff = (text: string): Temporal.Duration | undefined =>
  text === 'off' ? undefined : Temporal.Duration.from(text)

/** A length of time, or `off`. */
export function keptOrOff(usual: string, least: Temporal.Duration) {
  return lengthOfTime(usual, { least, isOther: (text) => text === 'off', other: ', or off' })
}
