import { lookup as lookupName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, Dispatcher, ProxyAgent } from 'undici'
import { type Egress, isCalledDirectly } from './egress.ts'

/**
 * What may be called. Unless `allowPrivate`, only https to public addresses is possible: a caller that can name an address
 * must not reach what only this machine can reach. The check sits where the connection is made and sees the addresses that
 * are connected to, so neither the spelling of an address nor a name that resolves differently the second time gets
 * around it.
 */
export type AddressRules = {
  allowPrivate: boolean
  /** How long finding the name, connecting and the TLS handshake may take. */
  connectTimeoutMs: number
  /** Finds the addresses of a name; that of the system when left out. */
  lookup?: typeof lookupName | undefined
  /** Shown to servers that ask who calls: a certificate and its private key, both in PEM. */
  identity?: { cert: string; key: string } | undefined
  /** The proxy through which the internet is reached; directly without one. */
  egress?: Egress | undefined
}

/** What requests leave by. */
export type OpenAgent = Pick<Dispatcher, 'dispatch' | 'compose'> & { destroy(): Promise<void> }

/** Connections under the rules, a bounded number of them for each origin, kept only for a burst of calls. */
export function openAgent(rules: AddressRules): OpenAgent {
  const direct = new Agent({ ...settings, connect: connector(rules) })
  return rules.egress ? new ThroughProxy(direct, { ...rules, egress: rules.egress }) : direct
}
const settings = {
  connections: 32,
  pipelining: 1,
  // Connections are given up well before the other side would close them under a request.
  keepAliveTimeout: 1_000,
  keepAliveMaxTimeout: 1_000,
  // The caller's own timer rules the whole call.
  headersTimeout: 0,
  bodyTimeout: 0,
}

/**
 * Requests through the proxy. It resolves names by itself, so what a name leads to is not seen here: that no private
 * address is called by a name is for the proxy to refuse. One that is written in digits is refused here, and so is this
 * machine's own name.
 */
class ThroughProxy extends Dispatcher {
  readonly #direct: Agent
  readonly #proxied: ProxyAgent
  readonly #rules: AddressRules & { egress: Egress }
  constructor(direct: Agent, rules: AddressRules & { egress: Egress }) {
    super()
    const timeout = rules.connectTimeoutMs
    this.#direct = direct
    this.#rules = rules
    this.#proxied = new ProxyAgent({
      ...settings,
      uri: rules.egress.proxy.reveal(),
      // Also for http, so that the proxy never has more of a request than a name.
      proxyTunnel: true,
      connectTimeout: timeout,
      requestTls: { timeout, allowH2: false, ...rules.identity },
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { hostname, protocol, port } = new URL(String(options.origin))
    const defaultPort = protocol === 'https:' ? 443 : 80
    if (isCalledDirectly(this.#rules.egress, { hostname, port: Number(port || defaultPort) }))
      return this.#direct.dispatch(options, handler)
    const literal = hostname.replace(/^\[(.*)\]$/, '$1')
    const isPrivate = isIP(literal) === 0 ? /(?:^|\.)localhost\.?$/.test(literal) : !isPublicAddress(literal)
    if (this.#rules.allowPrivate || !isPrivate) return this.#proxied.dispatch(options, handler)
    // Nothing has begun, so there is no request that a handler could control.
    handler.onResponseError?.(undefined as never, new ForbiddenAddress(literal))
    return true
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#proxied.destroy()])
  }
}

/** Why an address may not be called at all, whatever it resolves to. */
export function forbiddenScheme(
  { protocol }: URL,
  { allowPrivate }: Pick<AddressRules, 'allowPrivate'>,
): string | undefined {
  if (protocol === 'https:' || (protocol === 'http:' && allowPrivate)) return undefined
  return allowPrivate ? 'only http and https addresses are called' : 'only https addresses are called'
}

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor(address: string) {
    super(`${address} is not a public address`)
  }
}

/** Names are checked where they are resolved; a literal address is never resolved, so it is checked here. */
function connector({ allowPrivate, connectTimeoutMs, lookup = lookupName, identity }: AddressRules) {
  const common = { allowH2: false, timeout: connectTimeoutMs, ...identity }
  if (allowPrivate) return buildConnector(common)
  const connect = buildConnector({ ...common, lookup: lookupPublic(lookup) })
  const checked: buildConnector.connector = (options, callback) => {
    if (isIP(options.hostname) === 0 || isPublicAddress(options.hostname)) connect(options, callback)
    else callback(new ForbiddenAddress(options.hostname), null)
  }
  return checked
}

/** One private address among those of a name is enough to refuse the name. */
const lookupPublic =
  (lookup: typeof lookupName): LookupFunction =>
  (hostname, options, callback) => {
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
