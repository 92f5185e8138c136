import { z } from 'zod'
import { openRequestLog, type RequestLog, type RequestLogParts } from '#core/request-log'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'

/** The setting of the request log, among the environment variables of `variables.ts`. */
export const requestVariables = {
  FLORIN_REQUESTS_KEPT: z
    .string()
    .refine(
      (text) => text === 'off' || !(duration.read(text) instanceof Fault),
      'write a length of time, such as P30D, or off',
    )
    .default('P30D')
    .describe(
      'how long requests of programs to the merchant API and the issuing API are kept, masked, for developers; off: none is kept, and those that were are deleted within hours',
    ),
}

/** Undefined: nothing is kept. */
export const readRequestsKept = ({
  FLORIN_REQUESTS_KEPT: text,
}: z.output<z.ZodObject<typeof requestVariables>>): Temporal.Duration | undefined =>
  text === 'off' ? undefined : Temporal.Duration.from(text)

type Parts = { config: { requestsKept: Temporal.Duration | undefined }; requestsWaitMs?: number }

/** The request log of this process. */
export const requestLogOf = (
  { config, requestsWaitMs: everyMs = waitMs }: Parts,
  parts: Pick<RequestLogParts, 'db' | 'clock' | 'log'>,
): RequestLog => openRequestLog({ ...parts, kept: config.requestsKept, everyMs })

/** A developer who looks for a request looks later than that, or at the process that has it. */
const waitMs = 1_000
