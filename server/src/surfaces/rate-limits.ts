import { type Refusal, refusals } from '#kernel/base/refusal.ts'
import { addressKey, type RateLimiter } from '#kernel/http/rate-limit.ts'
import type { Call } from '#kernel/http/route.ts'
import type { LimitName } from '../app/limits.ts'

const refuse = refusals({
  too_many_requests: ['limit', 'Too many requests. Wait {retryAfterSeconds} seconds and try again.'],
})

type Caller = Pick<Call, 'ip' | 'params'>
/** Those that count calls; the others are taken where it is known what a call is about. */
export type CallLimit = Exclude<LimitName, LimitTakenElsewhere>
type LimitTakenElsewhere =
  | 'waited_attempts'
  | 'bad_webhook_signatures'
  | 'card_secrets'
  | 'cards_issued'
  | 'card_activations'
  | 'statements'
  | 'kyc_submissions'
  | 'verification_starts'
  | `auth_${string}`
  | `staff_${string}`

/** What each limit counts by: the address, or the session whose token is in the address of the page. */
const keyOf: Readonly<Record<CallLimit, (call: Caller) => string>> = {
  wrong_api_keys: ({ ip }) => addressKey(ip),
  sessions_opened: ({ ip }) => addressKey(ip),
  card_attempts: ({ ip, params }) => params.token ?? addressKey(ip),
  bank_returns: ({ ip, params }) => params.token ?? addressKey(ip),
  verification_forms: ({ ip, params }) => params.token ?? addressKey(ip),
  challenge_pages: ({ ip }) => addressKey(ip),
}

/** Counts a call; throws the refusal that surfaces reply to with 429 and `Retry-After`. */
export const countCall = (limiter: RateLimiter, name: CallLimit, call: Caller): Promise<void> =>
  countAgainst(limiter, name, keyOf[name](call))

/** The same, for a surface that knows by what a limit counts. */
export async function countAgainst(limiter: RateLimiter, name: LimitName, key: string): Promise<void> {
  const taken = await limiter.take(name, key)
  if (taken.allowed) return
  throw refuse('too_many_requests', { retryAfterSeconds: taken.retryAfterSeconds })
}

export const isCallLimit = (name: string): name is CallLimit => Object.hasOwn(keyOf, name)

/** RFC 9110, 10.2.3. */
export const retryAfterOf = ({ details }: Refusal): Record<string, string> =>
  typeof details.retryAfterSeconds === 'number' ? { 'retry-after': String(details.retryAfterSeconds) } : {}
