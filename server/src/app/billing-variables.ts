import { z } from 'zod'
import { type BillingRules, noMicroPayments, readMicroPayments } from '#acquiring/billing'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'
import { hoursOf } from './report-variables.ts'

/** From six hours to a week: when thirty requests were lost, an order ends. */
const isRetryWait = (text: string): boolean => {
  if (duration.read(text) instanceof Fault) return false
  const hours = Temporal.Duration.from(text).total({ unit: 'hours', relativeTo: '2026-01-01' })
  return hours >= 6 && hours <= 7 * 24
}

/** The settings of renewals that fail, among the environment variables of `variables.ts`. */
export const billingVariables = {
  FLORIN_MICRO_PAYMENTS: z
    .string()
    .default('on')
    .describe(
      'from which amount on a part of a renewal is tried when the card has not enough for the whole: on, off, or amounts that replace the built-in ones, EUR=50.00,RON=250.00; the others are USD, GBP, CHF and ILS. share=20% tries a fifth instead of a tenth',
    ),
  FLORIN_RETRY_AFTER_ERROR: z
    .string()
    .refine(isRetryWait, 'write a length of time from PT6H to P7D')
    .default('PT24H')
    .describe(
      'how long a renewal waits after an error of the provider, an exceeded limit or a lost request, whatever the retry times of the order say',
    ),
}

type Env = z.output<z.ZodObject<typeof billingVariables>>

export function readBillingRules(env: Env, problems: string[]): BillingRules {
  const read = readMicroPayments(env.FLORIN_MICRO_PAYMENTS)
  if ('problem' in read) problems.push(`FLORIN_MICRO_PAYMENTS: ${read.problem}`)
  const micro = 'micro' in read ? read.micro : noMicroPayments
  return { micro, errorWait: hoursOf(env.FLORIN_RETRY_AFTER_ERROR) }
}
