import { openRequestLog, type RequestLog, type RequestLogParts } from '#core/request-log'
import type { Retention } from './retention-variables.ts'

type Parts = { config: { retention: Pick<Retention, 'requests'> }; requestsWaitMs?: number }

/** The request log of this process. */
export const requestLogOf = (
  { config, requestsWaitMs: everyMs = waitMs }: Parts,
  parts: Pick<RequestLogParts, 'db' | 'clock' | 'log'>,
): RequestLog => openRequestLog({ ...parts, kept: config.retention.requests, everyMs })

/** A developer who looks for a request looks later than that, or at the process that has it. */
const waitMs = 1_000
