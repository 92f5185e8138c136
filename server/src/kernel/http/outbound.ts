import { type Agent, errors } from 'undici'
import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import { ForbiddenAddress, forbiddenScheme, openAgent } from './address-rules.ts'

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
export function openOutbound(options: { allowPrivate: boolean; timeoutMs: number }): Outbound {
  const agent = openAgent({ ...options, connectTimeoutMs: options.timeoutMs })
  return {
    post: (url, request) => post(agent, url, request, options),
    close: () => agent.destroy(),
  }
}
const replyBytesMax = 4_096

type Options = { allowPrivate: boolean; timeoutMs: number }

async function post(
  agent: Agent,
  unchecked: string,
  request: OutboundRequest,
  options: Options,
): Promise<OutboundResponse> {
  assertOutsideTransaction('an outbound request')
  const startedAt = performance.now()
  const tookMs = () => Math.round(performance.now() - startedAt)
  const url = URL.parse(unchecked)
  const why = url ? forbiddenScheme(url, options) : 'this is not an address'
  if (!url || why) return { outcome: 'forbidden', why: why ?? '', tookMs: tookMs() }
  // Not `AbortSignal.timeout`: its timer and what hangs on it would stay until the time is over, long after the response.
  const controller = new AbortController()
  const { signal } = controller
  const timer = setTimeout(() => controller.abort(), request.timeoutMs ?? options.timeoutMs)
  try {
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: request.headers,
      body: request.body,
      signal,
    })
    return { outcome: 'answered', status: statusCode, text: await readBeginning(body), tookMs: tookMs() }
  } catch (error) {
    return { ...failureOf(error, signal), tookMs: tookMs() }
  } finally {
    clearTimeout(timer)
  }
}

/** Leaving the loop ends the connection: a huge body is not read to its end. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= replyBytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, replyBytesMax).toString('utf8')
}

type Failure = { outcome: 'unreachable' | 'timeout' | 'forbidden'; why: string }

function failureOf(error: unknown, signal: AbortSignal): Failure {
  // A bug of ours, not a failure of the network.
  if (error instanceof errors.InvalidArgumentError) throw error
  if (error instanceof ForbiddenAddress) return { outcome: 'forbidden', why: error.message }
  if (signal.aborted || error instanceof errors.ConnectTimeoutError)
    return { outcome: 'timeout', why: 'no complete response in time' }
  const { code, message } = error as { code?: string; message?: string }
  return { outcome: 'unreachable', why: message || code || 'the connection failed' }
}
