import type { PaymentsContext } from '#acquiring/payments'
import { type Approval, type Approvals, checkReason, type StaffAuthor } from '#core/access'
import { type Merchant, type MerchantId, merchantOwner, merchantStates } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Ref, type Write } from '#kernel/db/commit/commit.ts'

export type MerchantsContext = PaymentsContext & { approvals: Pick<Approvals, 'require' | 'attempt' | 'get'> }

type Input = { by: StaffAuthor; merchantId: MerchantId; once?: ((subjectId: string | Ref) => Write[]) | undefined }
type Changed = { merchant: Merchant; waits?: undefined } | { merchant?: undefined; waits: Approval }

/**
 * Begins to close a merchant: from now on it takes no payments, its links and payment pages are closed, and what runs is
 * ended by `windDown`. Refunds, disputes and payouts of what is left go on. Where the installation wants two people, the
 * first call waits for an approval. Refuses with `merchant_state`.
 */
export const closeMerchant = (ctx: MerchantsContext, input: Input): Promise<Changed> =>
  change(ctx, input, { action: 'close', dueAt: ctx.clock.now() })

/** Opens a merchant again that is closing or closed. What was ended stays ended. Refuses with `merchant_state`. */
export const reopenMerchant = (ctx: MerchantsContext, input: Input): Promise<Changed> =>
  change(ctx, input, { action: 'reopen', dueAt: undefined })

type Change = { action: 'close' | 'reopen'; dueAt: Instant | undefined }

const change = (ctx: MerchantsContext, input: Input, wanted: Change): Promise<Changed> =>
  ctx.approvals.attempt({ ...approvalOf(input, wanted.action), by: input.by }, () => transition(ctx, input, wanted))

async function transition(
  { directory, approvals }: MerchantsContext,
  { by: author, merchantId, once }: Input,
  { action, dueAt }: Change,
): Promise<Changed> {
  const by = { ...author, reason: checkReason(author.reason) }
  const found = await directory.merchant(merchantId)
  // What is not possible is refused below, before another person is asked.
  const isPossible = found && merchantStates.next(found.status, action) !== undefined
  const cleared = isPossible && (await approvals.require(approvalOf({ by, merchantId, once }, action)))
  if (cleared && !cleared.allowed) return { waits: cleared.approval }
  const alongside = [
    planWindDown(merchantId, dueAt),
    ...(cleared ? cleared.writes : []),
    ...(once?.(String(merchantId)) ?? []),
  ]
  return { merchant: await directory.transitionMerchant({ by, merchantId, action, alongside }) }
}

const approvalOf = ({ by, merchantId, once }: Input, action: 'close' | 'reopen') =>
  ({
    by,
    action: 'merchants:close',
    owner: merchantOwner(merchantId),
    subject: { type: 'merchant', id: String(merchantId) },
    request: action,
    once,
  }) as const

/** When the next look at a merchant is due that is closing; undefined: none. */
export const planWindDown = (merchantId: MerchantId, dueAt: Instant | undefined): Write => {
  const set = { due_at: dueAt ?? null, leased_until: null }
  return insert(
    'merchants.closures',
    { id: BigInt(merchantId), ...set },
    { orElse: { conflict: ['id'], set: ['due_at', 'leased_until'] } },
  )
}
