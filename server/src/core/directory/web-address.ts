import { refuse } from './refusals.ts'

/** Returns the address as browsers write it: ASCII only, so that it is valid in a header. */
export function checkUrl(field: string, unchecked: string, live: boolean): string {
  const url = readWebAddress(unchecked)
  if (!url || url.href.length > urlLengthMax) throw refuse('invalid_url', { field, lengthMax: urlLengthMax })
  if (live && url.protocol !== 'https:') throw refuse('url_not_secure', { field })
  return url.href
}
const urlLengthMax = 2_048

/**
 * A web address with a plain host name. `URL` accepts `;` and `,` in a host, which would end the directive of a content
 * security policy that contains the origin, and it silently drops line breaks and tabs.
 */
export function readWebAddress(unchecked: string): URL | undefined {
  const url = URL.canParse(unchecked) && !/[\s\p{Cc}]/u.test(unchecked) ? new URL(unchecked) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol)) return undefined
  if (url.username || url.password) return undefined
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(url.hostname) ? url : undefined
}
