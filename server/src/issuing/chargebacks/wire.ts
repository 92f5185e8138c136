import { z } from 'zod'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { formatMoney } from '#kernel/base/money.ts'
import { type Dispute, disputeReasons, type Transition } from './dispute.ts'
import { disputeStates } from './dispute-states.ts'

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
