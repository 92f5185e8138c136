import {
  type Bank,
  NoBankResponse,
  type SubmitResult,
  type Transfer,
  type TransferStatus,
} from '#connectors/bank/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BankAccount } from './bank-account.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { MerchantPayoutId } from './ids.ts'
import { maySubmit } from './may-submit.ts'
import type { MerchantPayout } from './payout.ts'
import { returnPayout } from './return-payout.ts'
import { findBankAccount, findPayout } from './store.ts'
import { transitionPayout } from './transition-payout.ts'

const by = { actor: 'bank' }

/**
 * Does what is due for a payout: submits it, or asks the bank what has become of it. The intent is committed before the
 * request, and from then on the payout cannot be cancelled. Whether a request without response has arrived is never
 * guessed: the bank is asked, and only what it does not know is sent again, under the same end-to-end id.
 */
export async function continuePayout(ctx: MerchantPayoutsContext, id: MerchantPayoutId): Promise<void> {
  const payout = await findPayout(ctx.db, id)
  const { bank } = ctx
  if (!payout) return
  if (!bank) return keepDue(ctx, payout)
  if (payout.status === 'created') {
    const now = ctx.clock.now()
    const ready = await maySubmit(ctx.db, payout)
    if (!ready) return lookAgain(ctx, payout, now.add(askAgainAfter))
    await commit(
      ctx,
      now,
      [...transitionPayout(now, payout, 'submit', { by, dueAt: now.add(askAgainAfter) }), ...ready.guards],
      'submit-payout',
    )
    return submit(ctx, bank, { ...payout, status: 'submitted', version: payout.version + 1 })
  }
  return askStatus(ctx, bank, payout)
}

/** The connector was taken out of the configuration: an operator records what the bank says. */
const keepDue = (ctx: MerchantPayoutsContext, payout: MerchantPayout): Promise<void> =>
  lookAgain(ctx, payout, ctx.clock.now().add({ hours: 24 }))

async function submit(ctx: MerchantPayoutsContext, bank: Bank, payout: MerchantPayout): Promise<void> {
  const { merchantId, bankAccountId } = payout
  const account = await findBankAccount(ctx.db, { merchantId, id: bankAccountId })
  // An account that the program did not record is not paid; the bank is asked again, and knows of no payment.
  if (!account) return
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
  if (status.status === 'notFound' && payout.status === 'submitted') {
    await lookAgain(ctx, payout, ctx.clock.now().add(askAgainAfter))
    return submit(ctx, bank, payout)
  }
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

/** What the bank says now is not what it has said before, and is never guessed: an operator asks it, and records the answer. */
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
