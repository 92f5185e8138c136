import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, merchantLock, merchantOwner } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { readBankCharge } from './bank-charge.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { MerchantPayoutId } from './ids.ts'
import type { MerchantPayout } from './payout.ts'
import { merchantPayoutStates, type PayoutAction } from './payout-states.ts'
import { refuse } from './refusals.ts'
import { returnPayout } from './return-payout.ts'
import { findPayout } from './store.ts'
import { transitionPayout } from './transition-payout.ts'

/** What an operator may do with a payout: cancel it before the bank has it, or record what the bank has said of it. */
export const manualActions = ['submit', 'cancel', 'pay', 'fail', 'return'] as const satisfies readonly PayoutAction[]
export type ManualAction = (typeof manualActions)[number]

export type ManualPayoutChange = {
  by: StaffAuthor
  id: MerchantPayoutId
  action: ManualAction
  bankReference?: string | undefined
  /** Of a return: what banks have kept, such as 2.50 in the currency of the payout. */
  uncheckedCharge?: string | undefined
  once?: ((subjectId: string) => Write[]) | undefined
}

/** Changes a payout as the operator, who says why. What its status does not allow is refused with what it does. */
export async function resolvePayoutManually(
  ctx: MerchantPayoutsContext,
  { by: author, id, action, bankReference, uncheckedCharge, once }: ManualPayoutChange,
): Promise<MerchantPayout> {
  const by = { ...author, reason: checkReason(author.reason) }
  await decide(async () => {
    const payout = await findPayout(ctx.db, id)
    if (!payout) throw refuse('merchant_payout_not_found', { payoutId: id })
    const bankCharge = uncheckedCharge === undefined ? undefined : readBankCharge(payout, uncheckedCharge)
    const now = ctx.clock.now()
    const audited = auditEntry(now, by, {
      action: auditActions[action],
      owner: merchantOwner(payout.merchantId),
      subject: { type: 'merchantPayout', id },
      before: { status: payout.status },
      after: {
        status: merchantPayoutStates.next(payout.status, action),
        bankReference,
        ...(bankCharge && { bankCharge: formatMoney(bankCharge) }),
      },
    })
    const alongside = [audited, ...(once?.(String(id)) ?? [])]
    if (action === 'return')
      return returnPayout(ctx, id, { by, reason: by.reason, bankReference, bankCharge, alongside })
    const change = { by, note: by.reason, bankReference }
    const writes = [...transitionPayout(now, payout, action, change), ...alongside]
    if (payout.status !== 'failed') return void (await commit(ctx, now, writes, 'resolve-payout-manually'))
    // The merchant is owed less from then on: nothing else may be paid of it at this moment.
    await ctx.db.locked(
      [merchantLock(payout.merchantId)],
      { name: 'resolve-payout-manually' },
      async (db) => void (await commit({ ...ctx, db }, now, writes, 'resolve-payout-manually')),
    )
  })
  return (await findPayout(ctx.db, id))!
}

const auditActions = {
  submit: 'merchantPayoutSubmittedByHand',
  cancel: 'merchantPayoutCancelled',
  pay: 'merchantPayoutPaidByHand',
  fail: 'merchantPayoutFailedByHand',
  return: 'merchantPayoutReturnedByHand',
} as const
