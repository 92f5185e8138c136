import { z } from 'zod'

/** What operators see of a process: its log, its figures, and slow statements. */
export const metricsVariables = {
  FLORIN_LOG_FORMAT: z
    .enum(['auto', 'json', 'short'])
    .default('auto')
    .describe(
      'how the log is written, on standard error: json, one object per event; short, one line for people; auto: short at a terminal and json elsewhere',
    ),
}

type Variables = z.output<z.ZodObject<typeof metricsVariables>>

/** `metrics` undefined: none are served. */
export const readMetricsSettings = (env: Variables) => ({
  logFormat: env.FLORIN_LOG_FORMAT,
})
