import { z } from 'zod'
import type { AgreedFee, ReportTerms } from '#acquiring/reconciliation'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'

/** The settings of what acquirers report, among the environment variables of `variables.ts`. */
export const reportVariables = {
  FLORIN_REPORTS_WITHIN: z
    .string()
    .refine((text) => !(duration.read(text) instanceof Fault), 'write a length of time, such as P7D')
    .default('P7D')
    .describe(
      'how long after its batch was closed a payment has to be in a report of its acquirer; after that it is a break (`florin reconcile breaks`)',
    ),
  FLORIN_ACQUIRER_FEES: z
    .string()
    .default('none')
    .describe(
      'what each acquirer may keep of a payment, by connector: acme=1.2%+0.10,other=0.9%; the fixed part is in the currency of the payment. More becomes a break. none: any fee is right',
    ),
}

type Env = z.output<z.ZodObject<typeof reportVariables>>

export function readReportTerms(env: Env, problems: string[]): ReportTerms {
  const fees = new Map<string, AgreedFee>()
  for (const word of env.FLORIN_ACQUIRER_FEES === 'none' ? [] : env.FLORIN_ACQUIRER_FEES.split(',')) {
    const [, connector, whole, part = '', fixed = '0'] =
      /^([a-z][a-z0-9-]{0,39})=(\d{1,2})(?:\.(\d{1,2}))?%(?:\+(\d{1,6}(?:\.\d{1,4})?))?$/.exec(word.trim()) ?? []
    if (connector === undefined || whole === undefined)
      problems.push(`FLORIN_ACQUIRER_FEES: write none, or fees such as acme=1.2%+0.10; "${word.trim()}" is neither`)
    else fees.set(connector, { basisPoints: Number(whole) * 100 + Number(part.padEnd(2, '0')), fixed })
  }
  return { reportsWithin: hoursOf(env.FLORIN_REPORTS_WITHIN), fees }
}

/** Due times are counted in hours. */
export const hoursOf = (text: string): Temporal.Duration => {
  const start = Temporal.PlainDate.from('2026-01-01').toZonedDateTime('UTC')
  return start.until(start.add(Temporal.Duration.from(text)), { largestUnit: 'hours' })
}
