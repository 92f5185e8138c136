import { acquirerId as onUsAcquirer } from '#connectors/acquirer/on-us/context.ts'
import { planDisputeDecided, planDisputeOpened } from '#connectors/acquirer/on-us/index.ts'
import type { DisputeReason as ReasonForMerchant } from '#connectors/acquirer/port.ts'
import type { StaffAuthor } from '#core/access'
import { auditEntry } from '#core/directory'
import { guardBalance, guardedBalanceOf, heldOf, post } from '#core/ledger'
import { partnerOwner } from '#core/partners'
import { accountLock, ledgerAccountOf, owedAccountOf } from '#issuing/accounts'
import type { DisputeId } from '#issuing/ids'
import { type Cleared, clearedOf, findAnyTransaction, partCleared } from '#issuing/spending'
import type { Instant } from '#kernel/base/clock.ts'
import { money, subtract } from '#kernel/base/money.ts'
import { commitTogether, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { DisputesContext } from './context.ts'
import { checkAmount, disputableOf } from './disputable.ts'
import type { Converted, Dispute, DisputeReason } from './dispute.ts'
import type { DisputeAction } from './dispute-states.ts'
import { refuse } from './refusals.ts'
import { disputesOf, findAnyDispute, historyOf } from './store.ts'
import { type Change, transitionDispute } from './transition-dispute.ts'

export type DecideDisputeInput = {
  id: DisputeId
  action: Exclude<DisputeAction, 'cancel'>
  by: StaffAuthor
  once?(): Write[]
}

/** The operator takes a dispute to the card network, and records what the network has decided. Each is booked once. */
export async function decideDispute(
  ctx: DisputesContext,
  { id, action, by, once = () => [] }: DecideDisputeInput,
): Promise<Dispute> {
  const found = await findAnyDispute(ctx.db, id)
  if (!found) throw refuse('dispute_not_found', { disputeId: id })
  return decide(() =>
    ctx.db.locked([accountLock(found.accountId)], { name: 'decide-dispute' }, async (db) => {
      const now = ctx.clock.now()
      const dispute = (await findAnyDispute(db, id))!
      const { change, writes } = await plan[action](db, now, dispute)
      const audited = auditEntry(now, by, {
        action: auditActions[action],
        owner: partnerOwner(dispute.partnerId),
        subject: { type: 'cardDispute', id },
        after: { transactionId: dispute.transactionId },
      })
      const transition = transitionDispute(now, dispute, action, { actor: by.actor, note: by.reason, ...change })
      await commitTogether({ ...ctx, db }, now, [...transition, ...writes, audited, ...once()], 'decide-dispute')
      return (await findAnyDispute(db, id))!
    }),
  )
}
const auditActions = {
  raise: 'cardDisputeRaised',
  win: 'cardDisputeWon',
  lose: 'cardDisputeLost',
  withdraw: 'cardDisputeWithdrawn',
} as const

type Planned = { change: Pick<Change, 'owedMinor' | 'converted'>; writes: readonly Write[] }
type Plan = (db: Db, now: Instant, dispute: Dispute) => Promise<Planned>
const nothing: Planned = { change: {}, writes: [] }

/** The network owes the amount, and the holder has it until it is decided. A debt is paid first. */
const raise: Plan = async (db, now, dispute) => {
  if (dispute.status !== 'submitted') return nothing
  const { id, transactionId, accountId, amount } = dispute
  const transaction = (await findAnyTransaction(db, transactionId))!
  const others = (await disputesOf(db, transactionId)).filter((other) => other.id !== id)
  checkAmount(amount, disputableOf(transaction, others))
  const cleared = (await clearedOf(db, transactionId))!
  const converted = partCleared(cleared, amount)
  const owed = await guardedBalanceOf(db, owedAccountOf(accountId), amount.currency)
  const recovered = owed.minor < amount.minor ? owed : amount
  return {
    change: { owedMinor: recovered.minor, converted },
    writes: [
      ...post(now, 'cardDisputeCredited', disputeName(id), { accountId, amount, converted, recovered }),
      ...(transaction.acquirerId === onUsAcquirer ? await openedOnUs(db, now, { dispute, cleared, converted }) : []),
    ],
  }
}

/** At a merchant of ours: the merchant's side is notified of it, as an acquirer is by a network. */
async function openedOnUs(
  db: Db,
  now: Instant,
  { dispute, cleared, converted }: { dispute: Dispute; cleared: Cleared; converted: Converted | undefined },
): Promise<Write[]> {
  const { id: disputeId, reason, amount } = dispute
  const { presentmentId } = cleared
  const facts = { disputeId, presentmentId, amount: converted?.network ?? amount, reason: reasonForMerchant[reason] }
  const writes = await planDisputeOpened(db, now, facts)
  if (!writes) throw refuse('dispute_on_us', { allowed: ['lose'] })
  return writes
}

const reasonForMerchant: Readonly<Record<DisputeReason, ReasonForMerchant>> = {
  fraud: 'fraud',
  notReceived: 'not_received',
  notAsDescribed: 'not_as_described',
  duplicate: 'duplicate',
  wrongAmount: 'processing_error',
  cancelledSubscription: 'subscription_cancelled',
  creditNotProcessed: 'credit_not_processed',
}

/** The credit is final: it was booked when the dispute was raised. */
const win: Plan = async (db, now, { id: disputeId }) => ({
  change: {},
  writes: await planDisputeDecided(db, now, { disputeId, kind: 'lost' }),
})

/** The credit is withdrawn, if there was one; what the holder has spent of it is owed. */
const lose: Plan = async (db, now, dispute) => {
  if (dispute.status !== 'chargedBack') return nothing
  const { id, accountId, amount } = dispute
  const { currency } = amount
  const account = ledgerAccountOf(accountId)
  const [booked, held, history] = await Promise.all([
    guardedBalanceOf(db, account, currency),
    heldOf(db, account, currency),
    historyOf(db, dispute),
  ])
  // What is held for card payments is theirs.
  const free = subtract(booked, held)
  const owed = money(
    free.minor < 0n ? amount.minor : free.minor < amount.minor ? amount.minor - free.minor : 0n,
    currency,
  )
  const converted = history.find(({ action }) => action === 'raise')?.converted
  return {
    change: { owedMinor: owed.minor, converted },
    writes: [
      ...(owed.minor > 0n ? [guardBalance(account, booked)] : []),
      ...post(now, 'cardDisputeLost', disputeName(id), { accountId, amount, converted, owed }),
      ...(await planDisputeDecided(db, now, { disputeId: id, kind: 'won' })),
    ],
  }
}

const plan = { raise, win, lose, withdraw: lose } satisfies Record<DecideDisputeInput['action'], Plan>

/** By which the books name it. */
const disputeName = (id: DisputeId): string => `dispute ${id}`
