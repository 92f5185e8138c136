import { z } from 'zod'
import { leastContentKept } from '#acquiring/emails'
import { leastMessageKept } from '#acquiring/processors'
import { leastKeyKept } from '#kernel/db/idempotency.ts'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'

const day = Temporal.Duration.from('P1D')

/** The settings of how long things are kept, among the environment variables of `variables.ts`. */
export const retentionVariables = {
  FLORIN_DOCUMENTS_KEPT: kept('P5Y').describe(
    'how long documents of customers are kept after a rejection, or after newer ones have replaced them; then they are deleted',
  ),
  FLORIN_EVIDENCE_KEPT: kept('P540D').describe(
    'how long evidence of a dispute is kept after the last thing that happened to it; then it is deleted',
  ),
  FLORIN_EMAILS_KEPT: kept('P90D', leastContentKept).describe(
    'how long the text and the address of an email to a shopper are kept after it was made, if it does not wait to be sent; then they are deleted, and an email cannot be sent again; at least P7D',
  ),
  FLORIN_IDEMPOTENCY_KEYS_KEPT: kept('P30D', leastKeyKept).describe(
    'how long an Idempotency-Key of the interfaces is remembered with its first reply; after that the same request is a new one; at least P7D, which programs may count on',
  ),
  FLORIN_SESSIONS_KEPT: kept('P30D', day).describe(
    'how long a session of staff is kept after it has ended; then it is deleted, and the audit still has the log-in; at least P1D',
  ),
  FLORIN_INVITATIONS_KEPT: kept('P30D', day).describe(
    'how long an invitation of staff is kept after its link has lapsed; then it is deleted; at least P1D',
  ),
  FLORIN_INBOUND_WEBHOOKS_KEPT: kept('P90D', leastMessageKept).describe(
    'how long webhooks of processors are kept; then they are deleted, and of a parked one its body; at least P31D, since processors deliver them again for a month',
  ),
  FLORIN_INVOICES_KEPT: kept('P10Y', Temporal.Duration.from('P1Y')).describe(
    'how long invoices name a buyer who was erased, counted from the newest of them; the tax law of the country says how long they have to; at least P1Y',
  ),
  FLORIN_PERSONAL_DATA_KEPT: z
    .union([z.literal('off'), kept('P3Y', Temporal.Duration.from('P90D'))])
    .default('off')
    .describe(
      'how long a customer may have done nothing before they are erased by a daily task: P3Y erases who was made, has ordered, paid or used a card last three years ago or longer, and has nothing open; off: customers are erased on request alone; at least P90D',
    ),
}

/** How long what is over is kept. */
export type Retention = Record<
  'emails' | 'inboundWebhooks' | 'idempotencyKeys' | 'sessions' | 'invitations' | 'invoices',
  Temporal.Duration
> & {
  /** Who has done nothing for so long is erased; undefined: customers are erased on request alone. */
  personalData: Temporal.Duration | undefined
}

export const readRetention = (env: z.output<z.ZodObject<typeof retentionVariables>>): Retention => ({
  emails: Temporal.Duration.from(env.FLORIN_EMAILS_KEPT),
  inboundWebhooks: Temporal.Duration.from(env.FLORIN_INBOUND_WEBHOOKS_KEPT),
  idempotencyKeys: Temporal.Duration.from(env.FLORIN_IDEMPOTENCY_KEYS_KEPT),
  sessions: Temporal.Duration.from(env.FLORIN_SESSIONS_KEPT),
  invitations: Temporal.Duration.from(env.FLORIN_INVITATIONS_KEPT),
  invoices: Temporal.Duration.from(env.FLORIN_INVOICES_KEPT),
  personalData:
    env.FLORIN_PERSONAL_DATA_KEPT === 'off' ? undefined : Temporal.Duration.from(env.FLORIN_PERSONAL_DATA_KEPT),
})

function kept(usual: string, least?: Temporal.Duration) {
  const isDuration = (text: string) => !(duration.read(text) instanceof Fault)
  return z
    .string()
    .refine(isDuration, `write a length of time, such as ${usual}`)
    .refine((text) => !isDuration(text) || isBetween(text, least), {
      error: least ? `write at least ${least}, and at most P100Y` : 'write at most P100Y',
    })
    .default(usual)
}

function isBetween(text: string, least: Temporal.Duration | undefined): boolean {
  const compared = (one: Temporal.Duration, other: Temporal.Duration) =>
    Temporal.Duration.compare(one, other, { relativeTo: shortestMonth })
  const length = Temporal.Duration.from(text)
  return (!least || compared(length, least) >= 0) && compared(length, longest) <= 0
}
const longest = Temporal.Duration.from('P100Y')
/** A month counts as its 28 days. */
const shortestMonth = Temporal.PlainDate.from('2026-02-01')
