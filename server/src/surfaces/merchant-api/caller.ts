import type { FastifyRequest } from 'fastify'
import type { ApiCaller } from '#acquiring/api'
import { siteKeyAuthor } from '#core/directory'
import type { Permissions } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { countCall } from '../rate-limits.ts'
import { refuse } from './refusals.ts'

/** A private key of a site has every permission; keys that are narrowed would name theirs here. */
type Authenticated = { caller: ApiCaller; permissions: Permissions; keyId: bigint }

/**
 * The site whose key is in the `Authorization` header, in all the ways clients send it (wire fact 0.3): `Bearer <key>`,
 * the bare key, the key with its `sk_test_` prefix, and as the user name of HTTP Basic.
 */
export async function callerOf(
  { directory, limiter, testMode }: Pick<App, 'directory' | 'limiter' | 'testMode'>,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<Authenticated> {
  const key = keyIn(headers.authorization ?? '')
  if (!key) throw refuse('missing_api_key')
  const found = await directory.siteOfKey(key)
  if (!found) {
    await countCall(limiter, 'wrong_api_keys', { ip, params: {} })
    throw refuse('invalid_api_key')
  }
  const { site, keyId } = found
  if (site.live === testMode) throw refuse('wrong_environment', { kind: site.live ? 'live' : 'test' })
  const by = siteKeyAuthor(keyId, ip)
  const caller = { siteId: site.id, merchantId: site.merchantId, timeZone: site.timeZone, by }
  return { caller, permissions: 'all', keyId }
}

function keyIn(header: string): string | undefined {
  const [, scheme, value] = /^(?:(Bearer|Basic)\s+)?(\S+)$/i.exec(header.trim()) ?? []
  if (scheme?.toLowerCase() !== 'basic') return value
  return Buffer.from(value ?? '', 'base64')
    .toString('utf8')
    .split(':', 1)[0]
}
