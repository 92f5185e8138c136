import { isIP } from 'node:net'
import type { Secret } from '#kernel/base/secret.ts'

/**
 * How the internet is reached where a network allows it through a proxy alone: by HTTP CONNECT, so that TLS is between us
 * and the service, and the proxy sees no more of it than its name.
 */
export type Egress = {
  /** `http://user:password@proxy.example:3128`, or https. */
  proxy: Secret<string>
  /** Hosts that are called directly, as `readHostsCalledDirectly` reads them. */
  directly: readonly DirectHost[]
}

/** `subdomains`: every name below it, and not itself. */
export type DirectHost = { host: string; subdomains: boolean; port: number | undefined }

/**
 * Hosts in a list with commas: `intranet.example`, `*.intranet.example` for the names below it, `10.1.2.3`, `[fd00::1]`,
 * each with or without a port. Returns the entry that is none of these as `wrong`.
 */
export function readHostsCalledDirectly(text: string): { hosts: readonly DirectHost[] } | { wrong: string } {
  const entries = text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
  const hosts = entries.map(readEntry)
  const wrong = entries.find((_, index) => hosts[index] === undefined)
  return wrong === undefined ? { hosts: hosts.filter((host) => host !== undefined) } : { wrong }
}

function readEntry(entry: string): DirectHost | undefined {
  const [, stars, host = '', digits] = /^(\*\.)?(\[[\da-f:.]+\]|[a-z\d.-]+)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  const isName = URL.parse(`https://${host}`)?.hostname === host
  if (!isName || (port !== undefined && (port < 1 || port > 65_535))) return undefined
  if (stars !== undefined && isIP(host) !== 0) return undefined
  return { host, subdomains: stars !== undefined, port }
}

/** Whether this address is called without the proxy. */
export function isCalledDirectly(
  { directly }: Egress,
  { hostname, port }: { hostname: string; port: number },
): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return directly.some(
    (entry) =>
      (entry.port === undefined || entry.port === port) &&
      (entry.subdomains ? name.endsWith(`.${entry.host}`) : name === entry.host),
  )
}
