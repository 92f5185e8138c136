import { z } from 'zod'
import type { AgreedFee, ReportTerms, ReportTimes } from '#acquiring/reconciliation'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'

/** The settings of what acquirers report, among the environment variables of `variables.ts`. */
export const reportVariables = {
  FLORIN_REPORTS_WITHIN: z
    .string()
    .default('P7D')
    .describe(
      'how long after its batch was closed a payment has to be in a report of its acquirer, and of what was cancelled its reversal; after that it is a break (`florin reconcile breaks`). Connectors that take another time are named after it: P7D,acme=P14D',
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
  return { reportsWithin: readTimes(env.FLORIN_REPORTS_WITHIN, problems), fees }
}

/** A time, and those of connectors that take another one. */
function readTimes(text: string, problems: string[]): ReportTimes {
  const [usual = '', ...others] = text.split(',').map((word) => word.trim())
  const named = others.map((word) => /^([a-z][a-z0-9-]{0,39})=(.+)$/.exec(word) ?? [])
  const isTime = (one: string | undefined) => one !== undefined && !(duration.read(one) instanceof Fault)
  const wrong = [usual, ...others].find((word, index) => !isTime(index === 0 ? word : named[index - 1]![2]))
  if (wrong !== undefined) {
    problems.push(`FLORIN_REPORTS_WITHIN: write a length of time, such as P7D or P7D,acme=P14D; "${wrong}" is none`)
    return { usual: hoursOf('P7D'), byConnector: new Map() }
  }
  return { usual: hoursOf(usual), byConnector: new Map(named.map(([, id, time]) => [id!, hoursOf(time!)])) }
}

/** Due times are counted in hours. */
export const hoursOf = (text: string): Temporal.Duration => {
  const start = Temporal.PlainDate.from('2026-01-01').toZonedDateTime('UTC')
  return start.until(start.add(Temporal.Duration.from(text)), { largestUnit: 'hours' })
}
