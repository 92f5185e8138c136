import { BlockList, isIP } from 'node:net'

/** The surfaces that can have host names of their own. What the demo store and the staging desk show is `staging`. */
export type HostedSurface = 'checkout' | 'api' | 'issuing' | 'network' | 'webhooks' | 'staff' | 'staging'

/** The host names of each surface, in small letters, without ports. */
export type SurfaceHosts = Readonly<Record<HostedSurface, readonly string[]>>

/** Where a surface is called: at a host name of its own, if it has one. */
export function addressOf(publicUrl: string, [host]: readonly string[]): string {
  const url = new URL(publicUrl)
  if (host !== undefined) url.hostname = host
  return url.origin
}

/**
 * The address of a program that listens on this machine and has no public one. Browsers make passkeys at `localhost` and at
 * no number, so wherever the program can be reached by that name, it is called so. Port 80 is left out, as in every
 * other address of http: addresses are compared as text.
 */
export function ownAddress({ host, port }: { host: string; port: number }): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
  return new URL(`http://${isLocal ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host}:${port}`).origin
}

/** Reads `pay.example.com,pay.example.org`. Returns what is wrong with it as text. */
export function readHosts(text: string | undefined): { hosts: readonly string[] } | { problem: string } {
  const hosts = listed(text).map((name) => name.toLowerCase())
  const wrong = hosts.filter((name) => !/^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(name))
  return wrong.length > 0
    ? { problem: `${wrong.join(', ')}: write host names without scheme, port and path, such as pay.example.com` }
    : { hosts }
}

/** The addresses of proxies, as addresses and as blocks (CIDR). */
export type Proxies = { blocks: readonly string[]; includes(address: string | undefined): boolean }

/** Reads `10.0.0.0/8,192.0.2.7`; `no` is none. Returns what is wrong with it as text. */
export function readProxies(text: string): { proxies: Proxies } | { problem: string } {
  const blocks = text === 'no' ? [] : listed(text)
  const list = new BlockList()
  const wrong = blocks.filter((block) => !addBlock(list, block))
  if (wrong.length > 0)
    return { problem: `${wrong.join(', ')}: write no, or the addresses of your proxies, such as 10.0.0.0/8,192.0.2.7` }
  return { proxies: { blocks, includes: (address) => isIn(list, address) } }
}

function addBlock(list: BlockList, block: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(block) ?? []
  const family = isIP(address)
  const longest = family === 6 ? 128 : 32
  const prefix = bits === undefined ? longest : Number(bits)
  if (family === 0 || prefix > longest || prefix === 0) return false
  list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  return true
}

/** Sockets that take both families give an address of IPv4 as `::ffff:192.0.2.7`. */
function isIn(list: BlockList, address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  const family = isIP(plain)
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
