import {
  type Bank,
  NoBankResponse,
  type SubmitResult,
  type Transfer,
  type TransferStatus,
} from '#connectors/bank/port.ts'
import { merchantLock, workAuthor } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BankAccount } from './bank-account.ts'
import { cancelPayout } from './cancel-unsent.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { MerchantPayoutId } from './ids.ts'
import { maySubmit } from './may-submit.ts'
import type { MerchantPayout } from './payout.ts'
import { returnPayout } from './return-payout.ts'
import { findPayout } from './store.ts'
import { transitionPayout } from './transition-payout.ts'

export const submitting = 'submit payouts to merchants'
const by = { actor: 'bank' }

/**
 * Does what is due for a payout: submits it, or asks the bank what has become of it. The intent is committed before the
 * request, and from then on the payout cannot be cancelled. Whether a request without response has arrived is never
 * guessed: the bank is asked, and only what it does not know is sent again, under the same end-to-end id, while it may be.
 */
export async function continuePayout(ctx: MerchantPayoutsContext, id: MerchantPayoutId): Promise<void> {
  const payout = await findPayout(ctx.db, id)
  if (!payout) return
  if (payout.status === 'created') return send(ctx, payout)
  if (!ctx.bank) return lookAgain(ctx, payout, ctx.clock.now().add(withoutBank))
  return askStatus(ctx, ctx.bank, payout)
}

/** The wait without a connected bank: people give payouts to theirs and record its replies; one may be connected any day. */
const withoutBank = { hours: 24 }

/**
 * Submits a payout, for the first time or again, unless it has changed since it was read. While it may not be submitted it is
 * looked at again later: one that was submitted before is asked about, and nothing is sent.
 */
async function send(ctx: MerchantPayoutsContext, payout: MerchantPayout): Promise<void> {
  const { bank } = ctx
  const { id, merchantId, version } = payout
  const account = await ctx.db.locked([merchantLock(merchantId)], { name: 'submit-payout' }, async (tx) => {
    const now = ctx.clock.now()
    const current = await findPayout(tx, id)
    if (current?.version !== version) return undefined
    const standing = (await maySubmit(tx, [current])).get(id)
    const dueAt = now.add(bank ? askAgainAfter : withoutBank)
    const writes = () => {
      if (current.status !== 'created') return amend(current, { due_at: dueAt })
      if (standing?.may === 'never') return cancelPayout(now, current, 'replaced', workAuthor(submitting))
      return bank && standing?.may === 'submit'
        ? transitionPayout(now, current, 'submit', { by, dueAt })
        : amend(current, { due_at: dueAt })
    }
    await commit({ ...ctx, db: tx }, now, writes(), 'submit-payout')
    return standing?.may === 'submit' ? standing.account : undefined
  })
  if (!bank || !account) return
  const result = await unlessLost(bank.submit(transferOf(payout, account)))
  if (result) await recordSubmitted(ctx, payout, result)
}

export const transferOf = (
  { id, endToEndId, amount }: MerchantPayout,
  { holderName, iban, accountNumber, bic }: BankAccount,
): Transfer => ({
  endToEndId,
  amount,
  to: { holderName, iban, accountNumber, bic },
  remittance: `Payout ${id}`,
})

/** Undefined: it is not known what happened. */
const unlessLost = <T>(request: Promise<T>): Promise<T | undefined> =>
  request.catch((error) => {
    if (error instanceof NoBankResponse) return undefined
    throw error
  })

const recordSubmitted = (ctx: MerchantPayoutsContext, { id }: MerchantPayout, result: SubmitResult): Promise<void> =>
  change(ctx, id, (now, payout) => {
    if (payout.status !== 'submitted') return []
    return result.outcome === 'rejected'
      ? transitionPayout(now, payout, 'fail', { by, note: result.reason })
      : amend(payout, { bank_reference: result.reference, due_at: now.add(askAgainAfter) })
  })

async function askStatus(ctx: MerchantPayoutsContext, bank: Bank, payout: MerchantPayout): Promise<void> {
  const status = await unlessLost(bank.statusOf(payout.endToEndId))
  if (!status) return lookAgain(ctx, payout, ctx.clock.now().add(askAgainAfter))
  if (status.status === 'notFound' && payout.status === 'submitted') return send(ctx, payout)
  if (status.status === 'returned') {
    const { reason, reference } = status
    return returnPayout(ctx, payout.id, {
      by: { actor: 'bank', fromWhere: bank.name },
      reason,
      bankReference: reference,
    })
  }
  await change(ctx, payout.id, (now, current) => planStatus(now, current, status))
}

/** The bank contradicts its earlier response. Nothing is guessed: an operator asks it, and records the response. */
class ContradictingBank extends Error {
  override readonly name = 'ContradictingBank'
}

function planStatus(
  now: Instant,
  payout: MerchantPayout,
  status: Exclude<TransferStatus, { status: 'returned' }>,
): readonly Write[] {
  const { status: from } = payout
  if (from === 'submitted' && status.status === 'rejected')
    return transitionPayout(now, payout, 'fail', { by, note: status.reason })
  if (from === 'submitted' && status.status === 'paid')
    return transitionPayout(now, payout, 'pay', {
      by,
      bankReference: status.reference,
      dueAt: now.add(askAgainAfter),
    })
  if (from === 'paid' && status.status === 'rejected')
    throw new ContradictingBank(`the bank has paid payout ${payout.id}, and says by now that it refused it`)
  if (from !== 'submitted' && from !== 'paid') return []
  const isOver = from === 'paid' && Temporal.Instant.compare(payout.paidAt!.add(mayReturnFor), now) <= 0
  return amend(payout, { due_at: isOver ? null : now.add(askAgainAfter) })
}
/** Banks of SEPA return a transfer within three days of work; correspondents take longer. */
const mayReturnFor = { hours: 24 * 14 }
const askAgainAfter = { hours: 6 }

const change = (
  ctx: MerchantPayoutsContext,
  id: MerchantPayoutId,
  plan: (now: Instant, payout: MerchantPayout) => readonly Write[],
): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    const payout = await findPayout(ctx.db, id)
    const writes = payout ? plan(now, payout) : []
    await commit(ctx, now, writes, 'submit-payout')
  })

const lookAgain = (ctx: MerchantPayoutsContext, payout: MerchantPayout, dueAt: Instant): Promise<void> =>
  change(ctx, payout.id, (_now, current) =>
    current.version === payout.version ? amend(current, { due_at: dueAt }) : [],
  )

/** What is no change of status. */
const amend = (
  { id, version }: MerchantPayout,
  set: { due_at: Instant | null; bank_reference?: string },
): readonly Write[] => [
  update('merchant_payouts.payouts', {
    set: { ...set, leased_until: null, version: version + 1 },
    where: { id, version },
  }),
]
