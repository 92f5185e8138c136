import { type Dispatcher, errors } from 'undici'
import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import { ForbiddenAddress, forbiddenScheme, type OpenAgent, openAgent } from './address-rules.ts'
import type { Egress } from './egress.ts'

/** Calls addresses that others have given: notifications to stores. For processors and banks: `client.ts`. */
export type Outbound = {
  /**
   * Posts a body and reads the beginning of the response. Faults of the network and of the other side are not thrown:
   * they are outcomes. Redirects are not followed; they are responses.
   */
  post(url: string, request: OutboundRequest): Promise<OutboundResponse>
  /** Closes all connections; what is still under way becomes `unreachable`, so stop the callers first. */
  close(): Promise<void>
}
export type OutboundRequest = {
  body: string
  headers: Readonly<Record<string, string>>
  /** For everything together: finding the name, connecting, sending, waiting and reading. */
  timeoutMs?: number
}
/** `forbidden`: nothing was sent, because the address is not one that may be called. `text` is cut at 4 kB. */
export type OutboundResponse =
  | { outcome: 'answered'; status: number; text: string; tookMs: number }
  | { outcome: 'unreachable' | 'timeout' | 'forbidden'; why: string; tookMs: number }

/** Opens the client, under the rules of `address-rules.ts`. */
export function openOutbound(options: Options): Outbound {
  const agent = openAgent({ ...options, connectTimeoutMs: options.timeoutMs })
  return {
    post: async (url, request) => post(agent, url, request, options),
    close: () => agent.destroy(),
  }
}
const replyBytesMax = 4_096

type Options = { allowPrivate: boolean; timeoutMs: number; egress?: Egress | undefined }

function post(
  agent: OpenAgent,
  unchecked: string,
  { headers, body, timeoutMs }: OutboundRequest,
  options: Options,
): OutboundResponse | Promise<OutboundResponse> {
  assertOutsideTransaction('an outbound request')
  const url = URL.parse(unchecked)
  const why = url ? forbiddenScheme(url, options) : 'this is not an address'
  if (!url || why) return { outcome: 'forbidden', why: why ?? '', tookMs: 0 }
  const exchange = new Exchange(timeoutMs ?? options.timeoutMs)
  agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body }, exchange)
  return exchange.response
}

/**
 * One request and its result, as the client reports them: a stream, a signal and listeners between them would cost as
 * much as the request. The first outcome counts; what comes after it is not looked at.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #startedAt = performance.now()
  readonly #outcome = Promise.withResolvers<OutboundResponse>()
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #isOver = false
  #status = 0
  #beginning: Uint8Array[] = []
  #bytes = 0

  constructor(timeoutMs: number) {
    this.#timer = setTimeout(() => this.#breakOff({ outcome: 'timeout', why: late }), timeoutMs)
  }

  get response(): Promise<OutboundResponse> {
    return this.#outcome.promise
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Its time was over before a connection was free: it is not sent.
    if (this.#isOver) controller.abort(new Error(late))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    this.#status = status
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#beginning.push(chunk)
    this.#bytes += chunk.length
    // A huge body is not read to its end.
    if (this.#bytes >= replyBytesMax) this.#breakOff(this.#answered())
  }

  onResponseEnd(): void {
    this.#end(this.#answered())
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    // A bug of ours, not a failure of the network.
    if (error instanceof errors.InvalidArgumentError) this.#outcome.reject(error)
    this.#end(failureOf(error))
  }

  #answered(): Outcome {
    const text = Buffer.concat(this.#beginning).toString('utf8', 0, replyBytesMax)
    return { outcome: 'answered', status: this.#status, text }
  }

  /** What has begun ends with its connection. */
  #breakOff(outcome: Outcome): void {
    this.#end(outcome)
    this.#controller?.abort(new Error('its outcome is known'))
  }

  #end(outcome: Outcome): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#outcome.resolve({ ...outcome, tookMs: Math.round(performance.now() - this.#startedAt) })
  }
}

type Outcome =
  | { outcome: 'answered'; status: number; text: string }
  | { outcome: 'unreachable' | 'timeout' | 'forbidden'; why: string }
const late = 'no complete response in time'

function failureOf(error: Error): Outcome {
  if (error instanceof ForbiddenAddress) return { outcome: 'forbidden', why: error.message }
  if (error instanceof errors.ConnectTimeoutError) return { outcome: 'timeout', why: late }
  const { code, message } = error as { code?: string; message?: string }
  return { outcome: 'unreachable', why: message || code || 'the connection failed' }
}
