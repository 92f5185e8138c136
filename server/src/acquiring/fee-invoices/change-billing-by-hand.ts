import type { Approval, StaffAuthor } from '#core/access'
import { type MerchantId, merchantOwner } from '#core/directory'
import { decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import {
  type BillingChange,
  type BillingDetails,
  billingDetailsOf,
  changeBillingDetails,
  planBillingDetails,
} from './billing-details.ts'
import type { ByHandContext } from './context.ts'

type Input = {
  by: StaffAuthor
  merchantId: MerchantId
  changes: BillingChange
  /** Refuses what the author has not seen of the details; undefined: there are none. */
  expect?: ((details: BillingDetails | undefined) => void) | undefined
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Changes to whom invoices are addressed, and the VAT in the fees, as a member of staff. Where the installation wants two
 * people, the first call waits for an approval of this change of the details as they are, and the same call makes it when
 * another person has given it.
 */
export function changeBillingByHand(ctx: ByHandContext, input: Input): Promise<Changed> {
  const { by, merchantId, changes } = input
  const subject = { type: 'billingDetails', id: String(merchantId) }
  return ctx.approvals.attempt({ by, action: 'settlements:change', subject, given: changes }, () => change(ctx, input))
}

type Changed = { details: BillingDetails; waits?: undefined } | { details?: undefined; waits: Approval }

const change = (ctx: ByHandContext, { by, merchantId, changes, expect, once }: Input): Promise<Changed> =>
  decide(async () => {
    // What is not possible is refused before another person is asked.
    const over = await planBillingDetails(ctx, { merchantId, changes })
    // Read after the version that is written over: what changes after this is a `StaleWrite`.
    expect?.(await billingDetailsOf(ctx, merchantId))
    if (!over.changed && by.carriesOut === undefined) return { details: over.details }
    const cleared = await ctx.approvals.require({
      by,
      action: 'settlements:change',
      owner: merchantOwner(merchantId),
      subject: { type: 'billingDetails', id: String(merchantId) },
      request: { ...changes, before: over.changed?.before },
      once,
    })
    if (!cleared.allowed) return { waits: cleared.approval }
    const alongside = [...cleared.writes, ...(once?.(String(merchantId)) ?? [])]
    return { details: await changeBillingDetails(ctx, { by, merchantId, changes, over, alongside }) }
  })
