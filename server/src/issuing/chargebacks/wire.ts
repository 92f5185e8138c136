import { z } from 'zod'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { formatMoney } from '#kernel/base/money.ts'
import { optional, text } from '#kernel/http/field.ts'
import { type Dispute, disputeReasons, type Transition } from './dispute.ts'
import { disputeStates } from './dispute-states.ts'

/** What the holder, or somebody of the staff for them, says of a dispute. */
export const explanationField = text({ max: 2_000, min: 1, what: 'what happened, in words', lines: true, prose: true })
export const amountField = optional(
  text({ max: 18, pattern: /^\d{1,13}(?:\.\d{1,4})?$/, what: 'an amount in the currency of the card, such as 42.99' }),
).meta({ description: 'All that can be disputed, unless it is sent.' })

/** How disputes look to holders and their partners. */
export const disputeShape = z.strictObject({
  id: uuidShape,
  transactionId: uuidShape,
  accountId: uuidShape,
  status: z.enum(disputeStates.statuses),
  reason: z.enum(disputeReasons),
  explanation: z.string(),
  amount: z.string().meta({ description: 'In the currency of the card, a decimal text such as 100.00.' }),
  currency: z.string(),
  createdAt: momentShape,
})

export const disputeRecord = (dispute: Dispute): z.output<typeof disputeShape> => ({
  id: dispute.id,
  transactionId: dispute.transactionId,
  accountId: dispute.accountId,
  status: dispute.status,
  reason: dispute.reason,
  explanation: dispute.explanation,
  amount: formatMoney(dispute.amount),
  currency: dispute.amount.currency,
  createdAt: momentText(dispute.createdAt),
})

export const detailedShape = disputeShape.extend({
  history: z.array(z.strictObject({ status: z.enum(disputeStates.statuses), changedAt: momentShape })),
})

/** Who of the operator has decided, and what they noted, stays with the operator. */
export const detailedRecord = (dispute: Dispute, history: readonly Transition[]): z.output<typeof detailedShape> => ({
  ...disputeRecord(dispute),
  history: history.map(({ toStatus, occurredAt }) => ({ status: toStatus, changedAt: momentText(occurredAt) })),
})
