import assert from 'node:assert/strict'
import type { lookup } from 'node:dns'
import { DecoratorHandler, type Dispatcher, errors, FormData } from 'undici'
import { type JsonValue, parseJsonExactly, writeJson } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import { type Log, maskCardNumbers } from '#kernel/telemetry/log.ts'
import { ForbiddenAddress, forbiddenScheme, type OpenAgent, openAgent } from './address-rules.ts'
import type { Egress } from './egress.ts'

/**
 * Calls one service at one address: what connectors are written with. It never tries again and follows no redirect,
 * since only its caller knows what may be repeated.
 */
export type HttpClient = {
  /** Returns every response with a status, also an error's. Throws `OutboundError` when there is none. */
  send(request: ClientRequest): Promise<ClientResponse>
  /**
   * The same for a file of any size: its body comes as it arrives, and throws `OutboundError` where it ends too early. Who
   * leaves the loop over it ends the connection.
   */
  stream(request: ClientRequest): Promise<StreamedResponse>
  /** Closes all connections; what is under way fails. */
  close(): Promise<void>
}

type ClientRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Behind the base address, beginning with a slash, without a query. It stands in the log: no secrets. */
  path: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string | Secret<string>>>
  /**
   * Bigints and `NumberText` are written to JSON with their own digits. `parts`: a form with files (multipart/form-data).
   */
  body?:
    | { json: unknown }
    | { form: Readonly<Record<string, string>> }
    | { parts: Readonly<Record<string, string | File>> }
  /** For everything together: finding the name, connecting, sending, waiting and reading. */
  timeoutMs?: number
}

type ClientResponse = {
  status: number
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  /** With numbers as their own digits; undefined when the body is not JSON. */
  json: JsonValue | undefined
  tookMs: number
}

type StreamedResponse = Pick<ClientResponse, 'status' | 'headers'> & { body: AsyncIterable<Uint8Array> }

/**
 * There is no usable response. `never`: not one byte of the request was sent, so it did nothing and may be repeated.
 * `maybe`: it was sent or may have been, and what it did is not known; it must be inquired about, never guessed.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly sent: 'never' | 'maybe'
  readonly reason: 'forbidden' | 'unreachable' | 'timeout' | 'broken' | 'too_large'
  constructor(sent: OutboundError['sent'], reason: OutboundError['reason'], message: string) {
    super(message)
    this.sent = sent
    this.reason = reason
  }
}

export type ClientOptions = {
  /** Such as https://api.processor.example/v1 */
  baseUrl: string
  log: Log
  /** Whether http and private addresses may be called: in staging, or for a processor in the operator's own network. */
  allowPrivate: boolean
  timeoutMs: number
  connectTimeoutMs?: number
  responseBytesMax?: number
  /** For a service that asks who calls: a certificate in PEM, and its private key in PEM. */
  identity?: { certificate: string; key: Secret<string> } | undefined
  lookup?: typeof lookup
  /** The proxy through which the internet is reached; directly without one. */
  egress?: Egress | undefined
  /**
   * The only hosts that may be called, with their ports where these are not the usual ones, such as `api.example`; asked
   * at every request, since they may change. Absent: that of `baseUrl`, whatever it is.
   */
  hosts?: (() => Promise<readonly string[]>) | undefined
}

/** Opens a client. Throws when the base address is not one that may be called. */
export function openClient(options: ClientOptions): HttpClient {
  const { baseUrl, allowPrivate, timeoutMs, connectTimeoutMs = Math.min(timeoutMs, 10_000) } = options
  const why = forbiddenScheme(new URL(baseUrl), { allowPrivate })
  if (why) throw new Error(`${baseUrl}: ${why}`)
  const { identity, lookup, egress } = options
  const shown = identity && { cert: identity.certificate, key: identity.key.reveal() }
  const agent = openAgent({ allowPrivate, connectTimeoutMs, lookup, egress, identity: shown })
  return {
    send: (request) => send(agent, options, request),
    stream: (request) => stream(agent, options, request),
    close: () => agent.destroy(),
  }
}

async function send(agent: OpenAgent, options: ClientOptions, request: ClientRequest): Promise<ClientResponse> {
  const call = openCall(agent, options, request)
  try {
    const { statusCode: status, headers, body } = await call.begin()
    const text = await readAll(body, options.responseBytesMax ?? responseBytesMax)
    return { status, headers, text, json: jsonOf(text), tookMs: call.ended(status) }
  } catch (error) {
    throw call.failed(error)
  }
}

async function stream(agent: OpenAgent, options: ClientOptions, request: ClientRequest): Promise<StreamedResponse> {
  const call = openCall(agent, options, request)
  try {
    const { statusCode: status, headers, body } = await call.begin()
    return { status, headers, body: piecesOf(body, status, call) }
  } catch (error) {
    throw call.failed(error)
  }
}

async function* piecesOf(body: AsyncIterable<Uint8Array>, status: number, call: Call): AsyncGenerator<Uint8Array> {
  try {
    yield* body
    call.ended(status)
  } catch (error) {
    throw call.failed(error)
  }
}

/** One request under way, and what the log says of it. */
type Call = {
  begin(): Promise<Dispatcher.ResponseData>
  /** Returns how long it took, in milliseconds. */
  ended(status: number): number
  failed(error: unknown): OutboundError
}

function openCall(agent: OpenAgent, options: ClientOptions, request: ClientRequest): Call {
  assertOutsideTransaction('a connector')
  const { log, baseUrl } = options
  const startedAt = performance.now()
  const tookMs = () => Math.round(performance.now() - startedAt)
  assert(request.path.startsWith('/'), 'a path begins with a slash')
  const url = new URL(baseUrl.replace(/\/$/, '') + request.path)
  const about = { method: request.method, host: url.host, path: maskCardNumbers(url.pathname) }
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const progress = { started: false }
  const signal = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs)
  return {
    begin: async () => {
      await expectAllowed(url, options)
      return agent.compose(noting(progress)).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        ...contentOf(request),
        signal,
      })
    },
    ended: (status) => {
      log.debug({ ...about, status, tookMs: tookMs() }, 'a service was called')
      return tookMs()
    },
    failed: (error) => {
      const trouble = outboundErrorOf(error, signal, progress)
      const { sent, reason, message } = trouble
      log.warn({ ...about, sent, reason, why: message, tookMs: tookMs() }, 'a service did not respond')
      return trouble
    },
  }
}

/** Before a name is looked up or a connection is taken: nothing leaves for a host that is not on the list. */
async function expectAllowed({ host }: URL, { hosts }: Pick<ClientOptions, 'hosts'>): Promise<void> {
  if (!hosts) return
  const allowed = await hosts()
  if (!allowed.includes(host))
    throw new OutboundError('never', 'forbidden', `${host} is not among the hosts that may be called`)
}

/** Responses of processors are small; lists and files come in pages. */
const responseBytesMax = 1_048_576

/** A request starts when it is given to a connection that stands; before that, nothing of it has been sent. */
const noting =
  (progress: { started: boolean }): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, new Noting(handler, progress))

class Noting extends DecoratorHandler {
  readonly #progress: { started: boolean }
  readonly #handler: Dispatcher.DispatchHandler
  constructor(handler: Dispatcher.DispatchHandler, progress: { started: boolean }) {
    super(handler)
    this.#handler = handler
    this.#progress = progress
  }
  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#progress.started = true
    this.#handler.onRequestStart?.(controller, context)
  }
}

type Content = { headers: Record<string, string>; body: string | FormData | null }

function contentOf({ headers = {}, body }: ClientRequest): Content {
  // The boundary of a form in parts is made with its body.
  const type = !body || 'parts' in body ? {} : 'json' in body ? json : form
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), revealed(value)] as const)
  return {
    headers: { accept: 'application/json', 'user-agent': 'Florin', ...type, ...Object.fromEntries(sent) },
    body: !body ? null : bodyOf(body),
  }
}

function bodyOf(body: NonNullable<ClientRequest['body']>): string | FormData {
  if ('parts' in body) {
    const parts = new FormData()
    for (const [name, part] of Object.entries(body.parts))
      if (typeof part === 'string') parts.append(name, part)
      else parts.append(name, part, part.name)
    return parts
  }
  return 'json' in body ? writeJson(body.json) : new URLSearchParams(body.form).toString()
}
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const revealed = (value: string | Secret<string>): string => (value instanceof Secret ? value.reveal() : value)

/** Leaving the loop ends the connection. */
async function readAll(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) throw new OutboundError('maybe', 'too_large', `the response has more than ${bytesMax} bytes`)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJsonExactly(text)
  } catch {
    return undefined
  }
}

/** The causes of an error are left out: what a library says may quote the request. */
function outboundErrorOf(error: unknown, signal: AbortSignal, { started }: { started: boolean }): OutboundError {
  if (error instanceof OutboundError) return error
  // Ours to repair, not a fault of the network.
  if (error instanceof errors.InvalidArgumentError) throw error
  const sent = started ? 'maybe' : 'never'
  if (error instanceof ForbiddenAddress) return new OutboundError(sent, 'forbidden', error.message)
  if (signal.aborted || error instanceof errors.ConnectTimeoutError)
    return new OutboundError(sent, 'timeout', started ? 'no complete response in time' : 'no connection in time')
  const { code, message } = error as { code?: string; message?: string }
  const why = maskCardNumbers(message || code || 'the connection failed')
  return new OutboundError(sent, started ? 'broken' : 'unreachable', why)
}
