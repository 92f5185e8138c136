import type { Instant } from '#kernel/base/clock.ts'
import { passesLuhn } from '#kernel/base/mask-numbers.ts'
import { type Capabilities, type DeclineReason, type PayOutRequest, type PayOutResult, takesAmount } from '../port.ts'
import { stateAt } from './authorization-state.ts'
import { magicOutcomeOf } from './magic-amounts.ts'
import type { PayoutEntry, Story } from './record.ts'
import { referenceOf } from './request-trail.ts'
import { testCardOf } from './test-cards.ts'

/**
 * Decides about a payout to a card. The test cards that decline payments decline payouts too, for the same reason, and
 * the magic amounts have the same results as for payments.
 */
export function decidePayout(
  story: Story,
  request: PayOutRequest,
  { now, capabilities }: { now: Instant; capabilities: Capabilities },
): PayoutEntry {
  const { key, amount, descriptor } = request
  const reference = referenceOf(key)
  const done: PayOutResult = { outcome: 'done', reference }
  const entry = {
    key,
    authorization: key,
    step: story.length,
    kind: 'credit',
    amount,
    cardTail: request.card.pan.reveal().slice(-4),
    descriptor,
    garbled: false,
    next: undefined,
    requestedAt: now,
  } as const
  const refused = (reason: DeclineReason, note: string): PayoutEntry => {
    const result: PayOutResult = { outcome: 'declined', reason, reference, checks: undefined }
    return { ...entry, result, note }
  }
  if (stateAt(story, now).is === 'reversed') return refused('rejected_by_processor', 'reversed before it arrived')
  const problem = problemWith(request, now)
  if (problem) return refused(problem.reason, problem.note)
  if (!takesAmount(capabilities, amount)) return refused('rejected_by_processor', 'outside of the supported amounts')
  const magic = magicOutcomeOf(amount.minor)
  switch (magic?.is) {
    case 'declined':
      return refused(magic.reason, 'magic amount')
    case 'garbled':
      return { ...refused(magic.reason, 'magic amount'), garbled: true }
    case 'pending':
      return { ...entry, result: { outcome: 'pending', reference }, next: done, note: 'magic amount' }
    default:
      return { ...entry, result: done, note: undefined }
  }
}

function problemWith(
  { amount, card }: PayOutRequest,
  now: Instant,
): { reason: DeclineReason; note: string } | undefined {
  const number = card.pan.reveal()
  const expires = Temporal.PlainYearMonth.from({ year: card.expiryYear, month: card.expiryMonth })
  const today = now.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth()
  if (amount.minor <= 0n) return { reason: 'rejected_by_processor', note: 'there is no amount' }
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    return { reason: 'rejected_by_processor', note: 'no such card number' }
  if (Temporal.PlainYearMonth.compare(expires, today) < 0) return { reason: 'card_expired', note: 'expired' }
  const { month, year } = { month: String(card.expiryMonth).padStart(2, '0'), year: String(card.expiryYear).slice(-2) }
  const declines = testCardOf(number, `${month}/${year}`).declines
  if (!declines || onlyOfPayments.has(declines.reason)) return undefined
  return { reason: declines.reason, note: 'the card declines' }
}
/** A card that receives money needs no funds and no authentication. */
const onlyOfPayments: ReadonlySet<DeclineReason> = new Set(['insufficient_funds', 'authentication_required'])
