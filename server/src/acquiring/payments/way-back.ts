import type { PaymentId } from '#acquiring/ids'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { type Bearer, bearerToken, readBearer } from '#kernel/crypto/bearer.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Payment } from './transaction.ts'

/** How long the way back of an attempt brings its result to the store; histories and restored tabs keep the address. */
const resultFor = { hours: 24 }
export const endOfWayBack = ({ createdAt }: Pick<Payment, 'createdAt'>): Instant => createdAt.add(resultFor)

/** Names the attempt with which a browser was sent to the bank, in the address that the bank sends it back to. */
export const attemptToken = (keys: KeyRing, attempt: Pick<Payment, 'id' | 'createdAt'>): string =>
  bearerToken(keys, { purpose, subject: attempt.id, endsAt: endOfWayBack(attempt) })

export const readAttemptToken = (keys: KeyRing, token: string): Bearer<typeof purpose, PaymentId> | undefined =>
  readBearer(keys, purpose, token)
const purpose = 'attempt'

/**
 * The attempt that the bank's answer is about, while it waits for one. An answer about another attempt is about none of
 * these. An address of before names none: it is about the attempt that is at the bank.
 */
export function attemptAtBank(
  { keys, clock }: { keys: KeyRing; clock: Clock },
  attempts: readonly Payment[],
  token: unknown,
): Payment | undefined {
  const waiting = attempts.filter(({ status }) => status === 'challenging')
  if (token === undefined) return waiting[0]
  const named = readAttemptToken(keys, String(token))
  if (!named || Temporal.Instant.compare(clock.now(), named.endsAt) > 0) return undefined
  return waiting.find(({ id }) => id === named.subject)
}

/**
 * A shopper's attempts to pay an order, oldest first. None follows one that was approved, so the last one is what a session
 * is about, whatever has become of it since: bills and cards that were verified later are not.
 */
export const ownAttempts = (payments: readonly Payment[]): readonly Payment[] =>
  payments.filter(({ period, source }) => period === undefined && source !== 'card-change')
