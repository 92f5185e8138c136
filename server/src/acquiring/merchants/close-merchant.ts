import type { PaymentsContext } from '#acquiring/payments'
import { checkReason } from '#core/access'
import type { Author, Merchant, MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Ref, type Write } from '#kernel/db/commit/commit.ts'

type Input = { by: Author; merchantId: MerchantId; once?: ((subjectId: string | Ref) => Write[]) | undefined }

/**
 * Begins to close a merchant: from now on it takes no payments, its links and payment pages are closed, and what runs is
 * ended by `windDown`. Refunds, disputes and payouts of what is left go on. Refuses with `merchant_state`.
 */
export const closeMerchant = (ctx: PaymentsContext, input: Input): Promise<Merchant> =>
  change(ctx, input, { action: 'close', dueAt: ctx.clock.now() })

/** Opens a merchant again that is closing or closed. What was ended stays ended. Refuses with `merchant_state`. */
export const reopenMerchant = (ctx: PaymentsContext, input: Input): Promise<Merchant> =>
  change(ctx, input, { action: 'reopen', dueAt: undefined })

const change = (
  { directory }: PaymentsContext,
  { by: author, merchantId, once }: Input,
  { action, dueAt }: { action: 'close' | 'reopen'; dueAt: Instant | undefined },
): Promise<Merchant> => {
  const by = { ...author, reason: checkReason(author.reason) }
  const alongside = [planWindDown(merchantId, dueAt), ...(once?.(String(merchantId)) ?? [])]
  return directory.transitionMerchant({ by, merchantId, action, alongside })
}

/** When the next look at a merchant is due that is closing; undefined: none. */
export const planWindDown = (merchantId: MerchantId, dueAt: Instant | undefined): Write => {
  const set = { due_at: dueAt ?? null, leased_until: null }
  return insert(
    'merchants.closures',
    { id: BigInt(merchantId), ...set },
    { orElse: { conflict: ['id'], set: ['due_at', 'leased_until'] } },
  )
}
