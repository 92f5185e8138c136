import { z } from 'zod'
import { reportedStatuses } from '#connectors/bank/bank-report.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { MerchantBalance } from './balance-of.ts'
import { type BankAccount, lastFour } from './bank-account.ts'
import { bankAccountStates } from './bank-account-states.ts'
import { hinderedRecord, hinderedShape } from './hindrance-shape.ts'
import { describeHolds } from './holds.ts'
import { importOutcomes } from './import-bank-file.ts'
import { itemKinds, type MerchantPayout, type PayoutTransition } from './payout.ts'
import { merchantPayoutStates } from './payout-states.ts'
import type { itemsOfPayout } from './store.ts'
import { describeTerms, type Terms } from './terms.ts'

const amount = (description: string) => z.string().meta({ description })

export const balanceShape = z.strictObject({
  merchantId: z.string(),
  balances: z.array(
    z.strictObject({
      currency: z.string(),
      payable: amount('What is owed to the merchant; below zero, what it owes.'),
      pending: amount('Of that, earned by payments whose batch is not closed, or not for the days of the terms.'),
      outflows: amount('Refunds, cancellations and payouts to cards that are under way.'),
      available: amount('What can be paid out now.'),
      disputed: amount('Set aside while it is disputed.'),
      reserve: amount('Held back for a time.'),
      onItsWay: amount('In payouts that the bank has not paid yet.'),
      bankAccountId: z.string().optional().meta({ description: 'Where the next payout goes.' }),
      nextPayoutAt: momentShape
        .optional()
        .meta({ description: 'The next day of the schedule; absent: by hand alone.' }),
      hindrance: hinderedShape
        .optional()
        .meta({ description: 'Why nothing would be paid now; absent: nothing stands in the way.' }),
    }),
  ),
})

export const balanceRecord = (
  merchantId: number,
  balances: readonly MerchantBalance[],
): z.output<typeof balanceShape> => ({
  merchantId: String(merchantId),
  balances: balances.map(({ currency, bankAccount, nextPayoutAt, hindrance, ...money }) => ({
    currency,
    payable: formatMoney(money.payable),
    pending: formatMoney(money.pending),
    outflows: formatMoney(money.outflows),
    available: formatMoney(money.available),
    disputed: formatMoney(money.disputed),
    reserve: formatMoney(money.reserve),
    onItsWay: formatMoney(money.onItsWay),
    ...(bankAccount && { bankAccountId: String(bankAccount.id) }),
    ...(nextPayoutAt && { nextPayoutAt: momentText(nextPayoutAt) }),
    ...(hindrance && { hindrance: hinderedRecord(hindrance) }),
  })),
})

export const termsShape = z.strictObject({
  merchantId: z.string(),
  schedule: z.string().meta({ description: 'manual, daily, weekly MON or monthly 1' }),
  timeZone: z.string(),
  delayDays: z.int().meta({ description: 'Money is available so many days after its batch has closed.' }),
  minimums: z.array(z.string()).meta({ description: 'Less is not paid by schedule.', examples: [['100.00 EUR']] }),
  reserveBasisPoints: z.int().meta({ description: 'The part of captures that is held back.' }),
  reserveDays: z.int(),
  holdReason: z.string().nullable().meta({ description: 'Why payouts are on hold; null: they are not.' }),
  holdReasons: z.array(z.string()).meta({ description: 'The same one by one: each hold is ended by itself.' }),
  nextPayoutAt: momentShape.optional(),
})

export const termsRecord = (merchantId: number, terms: Terms): z.output<typeof termsShape> => ({
  merchantId: String(merchantId),
  ...describeTerms(terms),
  holdReasons: [...terms.holds],
  ...(terms.dueAt && { nextPayoutAt: momentText(terms.dueAt) }),
})

export const bankAccountShape = z.strictObject({
  id: z.string(),
  merchantId: z.string(),
  currency: z.string(),
  holderName: z.string(),
  lastFour: z.string().meta({ description: 'Of the IBAN or account number, which is not shown again.' }),
  country: z.string(),
  bic: z.string().optional(),
  status: z.enum(bankAccountStates.statuses),
  holdReason: z.string().optional(),
  holdReasons: z.array(z.string()).optional().meta({ description: 'The same one by one: each is released by itself.' }),
  createdAt: momentShape,
  usableAt: momentShape.meta({ description: 'The first payout is made no earlier.' }),
})

export const bankAccountRecord = (account: BankAccount): z.output<typeof bankAccountShape> => ({
  id: String(account.id),
  merchantId: String(account.merchantId),
  currency: account.currency,
  holderName: account.holderName,
  lastFour: lastFour(account),
  country: account.country,
  ...(account.bic !== undefined && { bic: account.bic }),
  status: account.status,
  ...(account.status === 'held' && { holdReason: describeHolds(account.holds)!, holdReasons: [...account.holds] }),
  createdAt: momentText(account.createdAt),
  usableAt: momentText(account.usableAt),
})

export const payoutShape = z.strictObject({
  id: z.string(),
  merchantId: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(merchantPayoutStates.statuses),
  bankAccountId: z.string(),
  scheduledFor: z.string().optional().meta({ description: 'The day of the schedule; absent: made by hand.' }),
  endToEndId: z.string().meta({ description: 'By which the banks know it.' }),
  bankReference: z.string().optional(),
  bankCharge: z
    .string()
    .optional()
    .meta({ description: 'The part that banks kept when it came back, at the expense of the operator; absent: none.' }),
  fileId: z.string().optional().meta({ description: 'The file that it left in.' }),
  createdAt: momentShape,
  paidAt: momentShape.optional(),
})

export const payoutRecord = (payout: MerchantPayout): z.output<typeof payoutShape> => ({
  id: String(payout.id),
  merchantId: String(payout.merchantId),
  amount: formatMoney(payout.amount),
  currency: payout.amount.currency,
  status: payout.status,
  bankAccountId: String(payout.bankAccountId),
  ...(payout.scheduledFor !== undefined && { scheduledFor: payout.scheduledFor }),
  endToEndId: payout.endToEndId,
  ...(payout.bankReference !== undefined && { bankReference: payout.bankReference }),
  ...(payout.bankCharge.minor !== 0n && { bankCharge: formatMoney(payout.bankCharge) }),
  ...(payout.fileId !== undefined && { fileId: String(payout.fileId) }),
  createdAt: momentText(payout.createdAt),
  ...(payout.paidAt && { paidAt: momentText(payout.paidAt) }),
})

/** A payout with what it is made of and its history. */
export const explainedShape = payoutShape.extend({
  items: z.array(
    z.strictObject({
      kind: z.enum(itemKinds),
      amount: z.string().meta({ description: 'What was held in reserve is negative.' }),
      batchId: z.string().optional(),
      payoutId: z.string().optional().meta({ description: 'The payout that came back.' }),
    }),
  ),
  otherAmount: z.string().meta({
    description:
      'The rest: refunds, chargebacks, payouts to cards, and what was carried over from one payout to the next.',
  }),
  history: z.array(
    z.strictObject({
      action: z.string(),
      status: z.enum(merchantPayoutStates.statuses),
      actor: z.string(),
      note: z.string().optional(),
      at: momentShape,
    }),
  ),
})

type Items = Awaited<ReturnType<typeof itemsOfPayout>>

export function explainedRecord(
  payout: MerchantPayout,
  items: Items,
  history: readonly PayoutTransition[],
): z.output<typeof explainedShape> {
  const { currency } = payout.amount
  const listed = items.reduce((sum, { minor }) => sum + minor, 0n)
  return {
    ...payoutRecord(payout),
    items: items.map(({ kind, minor, batchId, itemId }) => ({
      kind,
      amount: formatMoney({ minor, currency }),
      ...(batchId !== null && { batchId: String(batchId) }),
      ...(kind === 'payoutReturned' && { payoutId: String(itemId) }),
    })),
    otherAmount: formatMoney({ minor: payout.amount.minor - listed, currency }),
    history: history.map(({ action, toStatus, actor, note, occurredAt }) => ({
      action,
      status: toStatus,
      actor,
      ...(note !== undefined && { note }),
      at: momentText(occurredAt),
    })),
  }
}

export const fileShape = z.strictObject({
  id: z.string(),
  messageId: z.string(),
  payouts: z.int(),
  madeBy: z.string(),
  madeAt: momentShape,
})

export const importedShape = z.strictObject({
  transfers: z.array(
    z.strictObject({
      endToEndId: z.string(),
      reported: z.enum(reportedStatuses),
      outcome: z.enum(importOutcomes).meta({
        description:
          'unknown: no payout of ours; differs: another amount, which no charges of the bank explain; impossible: the status of the payout does not allow it; duplicate: the bank has it already, and this says nothing of it; unclear: it is not understood.',
      }),
      payoutId: z.string().optional(),
      status: z.enum(merchantPayoutStates.statuses).optional(),
    }),
  ),
})
