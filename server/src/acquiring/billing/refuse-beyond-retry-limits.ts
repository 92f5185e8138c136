import { declinesOf, type PaymentsContext } from '#acquiring/payments'
import type { StoredCard } from '#acquiring/shoppers'
import type { Money } from '#kernel/base/money.ts'
import { refuse } from './refusals.ts'
import { checkRetryLimits, retryLimitWindow } from './scheme-retry-limits.ts'

/** Refuses with `do_not_retry` or `retry_limit_reached` what the card schemes forbid, for every caller. */
export async function refuseBeyondRetryLimits(
  { db, clock }: PaymentsContext,
  card: Pick<StoredCard, 'fingerprint' | 'brand'>,
  amount: Money,
): Promise<void> {
  const now = clock.now()
  const hex = Buffer.from(card.fingerprint).toString('hex')
  const declines = (await declinesOf(db, [hex], now.subtract(retryLimitWindow))).get(hex) ?? []
  const retryLimit = checkRetryLimits(card.brand, declines, amount, now)
  if (retryLimit.is === 'do_not_retry') throw refuse('do_not_retry', { field: 'cardId', reason: retryLimit.reason })
  if (retryLimit.is === 'limit_reached')
    throw refuse('retry_limit_reached', { field: 'cardId', until: retryLimit.until.toString() })
}
