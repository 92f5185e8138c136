import { context, trace } from '@opentelemetry/api'
import type { Secret } from '#kernel/base/secret.ts'
import { setTracing } from '#kernel/telemetry/trace.ts'
import type { Role } from './roles.ts'
import { florinVersion } from './version.ts'

export type TracingSettings = {
  /** Of a collector that takes OTLP by HTTP, without a path. */
  endpoint: string
  headers: Secret<Readonly<Record<string, string>>> | undefined
  service: string
  /** Of all traces, from 0 to 1. */
  share: number
}

/**
 * Sends traces to a collector from now on. The library is loaded here, so who has no collector loads none of it. A
 * collector that does not reply loses spans, and nothing waits for it. `close` sends what is left.
 */
export async function openTracing(
  { endpoint, headers, service, share }: TracingSettings,
  { environment, roles }: { environment: string; roles: readonly Role[] },
): Promise<{ flush(): Promise<void>; close(): Promise<void> }> {
  const [{ BatchSpanProcessor, TracerProvider, TraceIdRatioBasedSampler }, exporters, contexts, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new exporters.OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    ...(headers && { headers: { ...headers.reveal() } }),
  })
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': service,
      'service.version': florinVersion,
      'deployment.environment.name': environment,
      'florin.roles': roles.join(' '),
    }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const manager = new contexts.AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  trace.setGlobalTracerProvider(provider)
  setTracing(true)
  return {
    flush: () => provider.forceFlush(),
    close: async () => {
      setTracing(false)
      await provider.shutdown().catch(() => undefined)
      trace.disable()
      context.disable()
    },
  }
}
