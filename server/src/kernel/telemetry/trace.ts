import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Traces go through the interface of OpenTelemetry. Until `app/tracing.ts` has given it a provider nothing is made, and
 * each of these costs a comparison. No span holds a value of a statement, an address, a body or a person: names, ids of
 * requests and outcomes alone.
 */
let isOn = false

/** Called once a provider is set, and when it is gone. */
export const setTracing = (on: boolean): void => {
  isOn = on
}

const tracer = () => trace.getTracer('florin')

/** Work with a span around it; what it calls has its spans below. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work()
  return tracer().startActiveSpan(name, { kind: SpanKind.INTERNAL, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      failed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** A span that begins now, below what is under way, if anything is that is traced; returns what ends it. */
export function beginStep(nameOf: () => string, attributes: Attributes): (() => void) | undefined {
  if (!isOn || !trace.getActiveSpan()) return undefined
  const span = tracer().startSpan(nameOf(), { kind: SpanKind.CLIENT, attributes })
  return () => span.end()
}

/** The span of a request that has arrived. It begins a trace: what a stranger says of one is not believed. */
export function beginRequest(attributes: Attributes): RequestSpan | undefined {
  if (!isOn) return undefined
  const span = tracer().startSpan('request', { kind: SpanKind.SERVER, root: true, attributes })
  return {
    inside: (work) => context.with(trace.setSpan(context.active(), span), work),
    end: (name, more) => {
      span.updateName(name)
      span.setAttributes(more)
      if (Number(more['http.response.status_code']) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

export type RequestSpan = {
  inside(work: () => void): void
  end(name: string, more: Attributes): void
}

/** The ids of what is under way, for a line of the log. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const found = isOn ? trace.getActiveSpan()?.spanContext() : undefined
  return found ? { traceId: found.traceId, spanId: found.spanId } : {}
}

/** The name of an error and no message, which may quote values. */
function failed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'error')
}
