import type { PartnerId } from '#core/partners'
import { addressKey, type RateLimiter } from '#kernel/http/rate-limit.ts'
import { refuse } from './refusals.ts'

/**
 * Counts a request of the auth routes by the address of the caller, by whom it names (an e-mail address, a wallet, a
 * session), whether or not there is such a customer, and by partner.
 */
export async function throttle(
  { limiter }: { limiter: RateLimiter },
  { ip, partnerId, identity }: { ip: string; partnerId?: PartnerId; identity: string },
): Promise<void> {
  const keys = [
    ['auth_by_address', addressKey(ip)],
    ['auth_by_identity', `${partnerId ?? ''} ${identity.toLowerCase()}`],
    ...(partnerId === undefined ? [] : [['auth_by_partner', String(partnerId)] as const]),
  ] as const
  for (const [name, key] of keys) {
    const taken = await limiter.take(name, key)
    if (!taken.allowed) throw refuse('too_many_attempts', { retryAfterSeconds: taken.retryAfterSeconds })
  }
}

/** Counts an email to an address: nobody fills the mailbox of somebody else. */
export async function throttleEmails(
  { limiter }: { limiter: RateLimiter },
  { partnerId, email }: { partnerId: PartnerId; email: string },
): Promise<void> {
  const taken = await limiter.take('auth_emails', `${partnerId} ${email.toLowerCase()}`)
  if (!taken.allowed) throw refuse('too_many_attempts', { retryAfterSeconds: taken.retryAfterSeconds })
}
