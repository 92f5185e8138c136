import { writeJson } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { KeyedRequest } from '#kernel/db/idempotency.ts'

/** What a request asks for, as it was read. */
type Asked = { params: unknown; query: unknown; body: unknown }

/**
 * What is kept of a request with an Idempotency-Key, to know it again: a fingerprint under a master key, since there may be
 * secrets in it. Each value counts as it was read, secrets included, so that the key with another PIN is another request.
 * Only security codes of cards are left out. `older` is what versions before it keep, which took all secrets and all moments
 * for the same: as long as one may run beside this one, it has to know a payment that is requested again.
 */
export function fingerprintsOf(
  keys: Pick<KeyRing, 'fingerprint'>,
  { params, query, body }: Asked,
): Pick<KeyedRequest, 'request' | 'older'> {
  const fingerprint = (text: string) => keys.fingerprint('cardNumber', text).toString('hex')
  const asked = [params, query, body]
  return { request: fingerprint(writeJson(asked, opened)), older: fingerprint(writeJson(asked, masked)) }
}

function opened(name: string, value: unknown): unknown {
  if (securityCodes.has(name)) return undefined
  return value instanceof Secret ? { secret: value.reveal() } : value
}
const securityCodes: ReadonlySet<string> = new Set(['cardCvv'])

const masked = (name: string, value: unknown, holder: object): unknown =>
  name === 'written' && 'hasOffset' in holder ? undefined : value
