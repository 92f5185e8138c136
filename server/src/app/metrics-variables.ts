import { z } from 'zod'
import { Secret } from '#kernel/base/secret.ts'
import { milliseconds } from './setting-shapes.ts'
import type { TracingSettings } from './tracing.ts'

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
  FLORIN_SLOW_STATEMENT_MS: milliseconds({ from: 1, to: 600_000 })
    .default(1_000)
    .describe('a statement that takes longer is in the log, with its use case and its text without values'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'address of an OpenTelemetry collector that takes OTLP by HTTP, such as http://localhost:4318: traces are sent there; unless it is set, none are made',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(?:,[^=,\s]+=[^,]*)*$/, 'write name=value,name=value')
    .optional()
    .describe('headers of requests to the collector, as name=value,name=value: its key, where it wants one'),
  OTEL_SERVICE_NAME: z.string().max(100).default('florin').describe('what traces call this program'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('the share of traces that is made and sent, from 0 to 1'),
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
  tracing:
    env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : readTracing(env, env.OTEL_EXPORTER_OTLP_ENDPOINT),
})

function readTracing(env: Variables, endpoint: string): TracingSettings {
  const pairs = env.OTEL_EXPORTER_OTLP_HEADERS?.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair)!.slice(1, 3))
  return {
    endpoint,
    headers: pairs && new Secret(Object.fromEntries(pairs) as Record<string, string>),
    service: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  }
}
