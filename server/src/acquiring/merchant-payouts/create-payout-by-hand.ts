import { releaseDue } from '#acquiring/payments'
import type { Approval, StaffAuthor } from '#core/access'
import { checkReason } from '#core/access'
import { auditEntry, type MerchantId, merchantOwner } from '#core/directory'
import { type Currency, formatMoney, type Money } from '#kernel/base/money.ts'
import { decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import { type BankAccount, lastFour } from './bank-account.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { createPayout, decidePayout, statusOf } from './create-payout.ts'
import { availableFrom } from './earnings.ts'
import type { MerchantPayout } from './payout.ts'
import { findPayout } from './store.ts'

export type PayoutByHand = {
  by: StaffAuthor
  merchantId: MerchantId
  currency: Currency
  /** Undefined: all that is available. */
  amount: Money | undefined
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Pays a merchant now, whatever its schedule. Where the installation wants two people, the first call waits for an
 * approval, and the same call pays when another person has given it.
 */
export function createPayoutByHand(ctx: MerchantPayoutsContext, input: PayoutByHand): Promise<Created> {
  const { by, merchantId, currency, amount } = input
  const subject = { type: 'merchant', id: String(merchantId) }
  const given = { currency, amount: amountText(amount) }
  return ctx.approvals.attempt({ by, action: 'merchant-payouts:create', subject, given }, () => pay(ctx, input))
}

type Created = { payout?: MerchantPayout; waits?: Approval }

async function pay(ctx: MerchantPayoutsContext, input: PayoutByHand): Promise<Created> {
  const { merchantId, currency, amount, once } = input
  const by = { ...input.by, reason: checkReason(input.by.reason) }
  const merchantStatus = await statusOf(ctx, merchantId)
  await releaseDue(ctx, availableFrom, merchantId)
  // What is not possible is refused before another person is asked.
  const deciding = { merchantId, merchantStatus, currency, amount, now: ctx.clock.now() }
  const { bankAccount } = await decide(() => decidePayout(ctx.db, deciding))
  const cleared = await ctx.approvals.require({
    by,
    action: 'merchant-payouts:create',
    owner: merchantOwner(merchantId),
    subject: { type: 'merchant', id: String(merchantId) },
    request: { currency, amount: amountText(amount), account: shownAccount(bankAccount) },
    once,
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  const id = await createPayout(ctx, {
    merchantId,
    currency,
    amount,
    by,
    alongside: (payoutId, now) => [
      ...cleared.writesMaking('merchantPayout', String(payoutId)),
      ...(once?.(String(payoutId)) ?? []),
      auditEntry(now, by, {
        action: 'merchantPayoutCreated',
        owner: merchantOwner(merchantId),
        subject: { type: 'merchantPayout', id: payoutId },
        after: { currency, amount: amountText(amount) },
      }),
    ],
  })
  return { payout: (await findPayout(ctx.db, id))! }
}

const amountText = (amount: Money | undefined): string => (amount ? formatMoney(amount) : 'all that is available')

/** What was approved is a payout to this account: to another one it is asked for again. */
const shownAccount = (account: BankAccount) => ({
  bankAccountId: String(account.id),
  holderName: account.holderName,
  lastFour: lastFour(account),
})
