import { createHash } from 'node:crypto'

export type PolicyParts = {
  /** The exact texts of the page's own `style` and `script` elements. */
  styles: readonly string[]
  scripts: readonly string[]
  /**
   * Its form takes the browser to somebody else, and nothing is typed on it. Browsers hold the redirects that follow a form
   * to the policy of the page with the form, and where a store or a bank sends the browser on to is theirs to say.
   */
  leaves?: boolean
  /** Origins that may show the page in a frame. `any`: of a bank, whose pages are shown by stores that it does not know. */
  frameAncestors: FrameAncestors
  /** An address that the page itself shows in a frame; where that leads to is not known before. */
  framed?: string | undefined
  /** Its script waits for news of this site, or calls it. */
  isLive?: boolean
  /** Addresses that its script or the browser's own payment sheet fetches, besides our own. */
  connects?: readonly string[]
}

export type FrameAncestors = readonly string[] | 'any'

/**
 * The Content-Security-Policy of a page: nothing may load, run, be sent or embed it but what is named here. A form of it goes
 * to us alone, so that what is typed goes nowhere else whatever gets into the page; one of a page that leaves may go anywhere.
 * Styles and scripts are named by their hash, so whatever else gets into the page stays dead text.
 */
export function contentSecurityPolicy(parts: PolicyParts): string {
  const { styles, scripts, leaves, frameAncestors, framed, isLive, connects = [] } = parts
  return [
    "default-src 'none'",
    `script-src ${listOf(scripts.map(hashOf))}`,
    `style-src ${listOf(styles.map(hashOf))}`,
    "img-src 'self' data:",
    ...(isLive ? [`connect-src ${listOf(["'self'", ...connects])}`] : []),
    ...(leaves ? [] : ["form-action 'self'"]),
    ...(framed === undefined ? [] : [`frame-src 'self' ${framed.startsWith('http:') ? 'http: ' : ''}https:`]),
    `frame-ancestors ${frameAncestors === 'any' ? '*' : listOf(ancestorsOf(frameAncestors))}`,
    "base-uri 'none'",
  ].join('; ')
}

/** How a policy names an inline text: the base64 of its SHA-256. The few texts there are are hashed once. */
export function hashOf(text: string): string {
  const known = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (hashes.size < mostHashes) hashes.set(text, known)
  return known
}
const hashes = new Map<string, string>()
/** One per accent colour, and our own two. */
const mostHashes = 1_000

/**
 * The origin of an http or https address; undefined for anything else, and for a host with signs that a URL allows and a
 * policy reads as its own, such as a semicolon.
 */
export function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return undefined
  return plainHost.test(url.hostname) ? url.origin : undefined
}
const plainHost = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

/** `'self'` is a page of ours that is shown in another of ours. */
const ancestorsOf = (ancestors: readonly string[]): string[] => [
  ...(ancestors.includes("'self'") ? ["'self'"] : []),
  ...originsOf(ancestors),
]

function originsOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(originOf).filter((origin) => origin !== undefined))]
}

const listOf = (sources: readonly string[]): string => (sources.length > 0 ? sources.join(' ') : "'none'")
