import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, errors } from 'undici'

/** How this house calls addresses that others have given it. */
export type Outbound = {
  /**
   * Posts a body and reads the beginning of the answer. No trouble of the network or of the other side is thrown: it is
   * an outcome. Redirects are not followed; they are answers.
   */
  post(url: string, ask: OutboundRequest): Promise<OutboundResponse>
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

/**
 * Opens the way out. Unless `allowPrivate`, only https to public addresses is possible: whoever can name an address must
 * not reach what only we can reach. The check sits where the connection is made and sees the addresses that are connected
 * to, so neither the spelling of an address nor a name that resolves differently the second time gets around it.
 */
export function openOutbound(options: { allowPrivate: boolean; timeoutMs: number }): Outbound {
  const agent = new Agent({
    connect: connector(options),
    connections: connectionsPerOriginMax,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // One timer rules the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    post: (url, ask) => post(agent, url, ask, options),
    close: () => agent.destroy(),
  }
}
const connectionsPerOriginMax = 32
/** Connections are kept for a burst, and given up well before the other side would close them under a request. */
const idleMs = 1_000
const replyBytesMax = 4_096

type Options = { allowPrivate: boolean; timeoutMs: number }

async function post(
  agent: Agent,
  unchecked: string,
  ask: OutboundRequest,
  options: Options,
): Promise<OutboundResponse> {
  const startedAt = performance.now()
  const tookMs = () => Math.round(performance.now() - startedAt)
  const url = URL.parse(unchecked)
  const why = url ? forbiddenScheme(url, options) : 'this is not an address'
  if (!url || why) return { outcome: 'forbidden', why: why ?? '', tookMs: tookMs() }
  const signal = AbortSignal.timeout(ask.timeoutMs ?? options.timeoutMs)
  try {
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: ask.headers,
      body: ask.body,
      signal,
    })
    return { outcome: 'answered', status: statusCode, text: await readBeginning(body), tookMs: tookMs() }
  } catch (error) {
    return { ...troubleOf(error, signal), tookMs: tookMs() }
  }
}

function forbiddenScheme({ protocol }: URL, { allowPrivate }: Options): string | undefined {
  if (protocol === 'https:' || (protocol === 'http:' && allowPrivate)) return undefined
  return allowPrivate ? 'only http and https addresses are called' : 'only https addresses are called'
}

/** Leaving the loop ends the connection, so nobody makes us read more than we want. */
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

type Trouble = { outcome: 'unreachable' | 'timeout' | 'forbidden'; why: string }

function troubleOf(error: unknown, signal: AbortSignal): Trouble {
  // Ours to repair, not a trouble of the network.
  if (error instanceof errors.InvalidArgumentError) throw error
  if (error instanceof ForbiddenAddress) return { outcome: 'forbidden', why: error.message }
  if (signal.aborted || error instanceof errors.ConnectTimeoutError)
    return { outcome: 'timeout', why: 'no complete answer in time' }
  const { code, message } = error as { code?: string; message?: string }
  return { outcome: 'unreachable', why: message || code || 'the connection failed' }
}

class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor(address: string) {
    super(`${address} is not a public address`)
  }
}

/** Names are checked where they are resolved; a literal address is never resolved, so it is checked here. */
function connector({ allowPrivate, timeoutMs }: Options): buildConnector.connector {
  const common = { allowH2: false, timeout: timeoutMs }
  if (allowPrivate) return buildConnector(common)
  const connect = buildConnector({ ...common, lookup: lookupPublic })
  return (options, callback) => {
    if (isIP(options.hostname) === 0 || isPublicAddress(options.hostname)) connect(options, callback)
    else callback(new ForbiddenAddress(options.hostname), null)
  }
}

/** One private address among those of a name is enough to refuse the name. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error, [])
    const stranger = addresses.find(({ address }) => !isPublicAddress(address))
    if (stranger) return callback(new ForbiddenAddress(stranger.address), [])
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

/**
 * Whether an address is out in the public internet: IANA's special-purpose registries list what is not (private,
 * loopback, link-local, shared, documentation, multicast and more). IPv6 gives out global addresses from 2000::/3 only,
 * which leaves out every form that carries an IPv4 address inside, except the mapped one, which counts as that address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
