import type { Approval, StaffAuthor } from '#core/access'
import { difference, type MerchantId, merchantOwner } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import { decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { changedTerms, changeTerms, describeTerms, type Terms, type TermsChange, termsOf } from './terms.ts'

type Input = {
  by: StaffAuthor
  merchantId: MerchantId
  changes: TermsChange
  /** Refuses what the author has not seen of the terms, as `describeTerms` says them. */
  expect?: ((terms: ReturnType<typeof describeTerms>) => void) | undefined
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Changes the terms of a merchant as a member of staff. Where the installation wants two people, the first call waits for
 * an approval of this change of the terms as they are, and the same call changes them when another person has given it.
 * To stop payouts needs one person: it is done in a hurry, and takes no money from where it is.
 */
export function changeTermsByHand(ctx: MerchantPayoutsContext, input: Input): Promise<Changed> {
  const { by, merchantId, changes } = input
  const subject = { type: 'payoutTerms', id: String(merchantId) }
  return ctx.approvals.attempt({ by, action: 'settlements:change', subject, given: described(changes) }, () =>
    change(ctx, input),
  )
}

type Changed = { terms: Terms; waits?: undefined } | { terms?: undefined; waits: Approval }

const change = (ctx: MerchantPayoutsContext, { by, merchantId, changes, expect, once }: Input): Promise<Changed> =>
  decide(async () => {
    const over = await termsOf(ctx.db, merchantId)
    expect?.(describeTerms(over))
    // What is not possible is refused before another person is asked.
    const changed = difference(describeTerms(over), describeTerms(changedTerms(over, changes, by)))
    const alongside = once?.(String(merchantId)) ?? []
    if (by.carriesOut === undefined && (!changed || isHoldAlone(changes)))
      return { terms: await changeTerms(ctx, { by, merchantId, changes, over, alongside }) }
    const cleared = await ctx.approvals.require({
      by,
      action: 'settlements:change',
      owner: merchantOwner(merchantId),
      subject: { type: 'payoutTerms', id: String(merchantId) },
      request: { ...described(changes), before: changed?.before },
      once,
    })
    if (!cleared.allowed) return { waits: cleared.approval }
    const writes = [...cleared.writes, ...alongside]
    return { terms: await changeTerms(ctx, { by, merchantId, changes, over, alongside: writes }) }
  })

const isHoldAlone = ({ hold, ...others }: TermsChange): boolean =>
  hold === true && Object.values(others).every((value) => value === undefined)

/** As a call says it, so that the call can be made again. */
const described = ({ minimums, ...changes }: TermsChange) => ({
  ...changes,
  minimums: minimums?.map((minimum) => `${formatMoney(minimum)} ${minimum.currency}`),
})
