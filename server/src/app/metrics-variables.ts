import { z } from 'zod'

/** What operators see of a process: its log, its figures, and slow statements. */
export const metricsVariables = {
  FLORIN_LOG_FORMAT: z
    .enum(['auto', 'json', 'short'])
    .default('auto')
    .describe(
      'how the log is written, on standard error: json, one object per event; short, one line for people; auto: short at a terminal and json elsewhere',
    ),
  FLORIN_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'port on which this process serves its metrics for Prometheus at /metrics, without a login; 0: a free one; unless it is set, nothing is served or counted',
    ),
  FLORIN_METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('address that FLORIN_METRICS_PORT listens on: one that only Prometheus reaches'),
  FLORIN_SLOW_STATEMENT_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(1_000)
    .describe('a statement that takes longer is in the log, with its use case and its text without values'),
}

type Variables = z.output<z.ZodObject<typeof metricsVariables>>

/** `metrics` undefined: none are served. */
export const readMetricsSettings = (env: Variables) => ({
  logFormat: env.FLORIN_LOG_FORMAT,
  metrics:
    env.FLORIN_METRICS_PORT === undefined
      ? undefined
      : { port: env.FLORIN_METRICS_PORT, host: env.FLORIN_METRICS_HOST },
  slowStatementMs: env.FLORIN_SLOW_STATEMENT_MS,
})
