import type { ApiCaller } from '#acquiring/api'
import type { Directory } from '#core/directory'
import { refuse } from './refusals.ts'

/**
 * The site whose key is in the `Authorization` header, in all the ways clients send it (wire fact 0.3): `Bearer <key>`,
 * the bare key, the key with its `sk_test_` prefix, and as the user name of HTTP Basic.
 */
export async function callerOf(directory: Directory, header: string | undefined): Promise<ApiCaller> {
  const key = keyIn(header ?? '')
  if (!key) throw refuse('missing_api_key')
  const site = await directory.siteOfKey(key)
  if (!site) throw refuse('invalid_api_key')
  return { siteId: site.id, merchantId: site.merchantId, timeZone: site.timeZone }
}

function keyIn(header: string): string | undefined {
  const [, scheme, value] = /^(?:(Bearer|Basic)\s+)?(\S+)$/i.exec(header.trim()) ?? []
  if (scheme?.toLowerCase() !== 'basic') return value
  return Buffer.from(value ?? '', 'base64')
    .toString('utf8')
    .split(':', 1)[0]
}
