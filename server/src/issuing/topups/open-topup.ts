import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import { findOpenAccount, keepOpen } from '#issuing/accounts'
import { holderLock } from '#issuing/holders'
import { type HolderId, newTopupId, type TopupId } from '#issuing/ids'
import { standingOf } from '#issuing/kyc'
import { type Settings, settingsOf, type TopupType } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, formatMoney, type Money } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { TopupsContext } from './context.ts'
import { checkAmount, feeOf, limitsOf, usageOf } from './limits.ts'
import { refuse } from './refusals.ts'
import { usesAt } from './store.ts'
import type { Topup } from './topup.ts'
import { topupStates } from './topup-states.ts'
import { beginTopup } from './transition-topup.ts'

export type NewTopup = {
  holderId: HolderId
  partnerId: PartnerId
  type: TopupType
  amount: Money
  siteId: SiteId | undefined
  /** How long after its beginning its outcome is asked for. */
  valid: Temporal.Duration
  /** Of a topup in coins: what holds already, and what else is recorded with it. */
  quoted?: { fee: Money; expiresAt: Instant; plan(db: Db, now: Instant, id: TopupId): Promise<Write[]> } | undefined
  once(subjectId: string): Write[]
}

/**
 * A new topup, to the account that the holder has in its currency, within the limits of the programme. Decided while the
 * holder is locked, so that of several at once no two count on the same rest.
 */
export async function openTopup(ctx: TopupsContext, input: NewTopup): Promise<Topup> {
  const settings = await settingsOf(ctx.db, input.partnerId)
  return decide(() =>
    ctx.db.locked([holderLock(input.holderId)], { name: 'open-topup' }, (tx) =>
      recordTopup({ ...ctx, db: tx }, settings, input),
    ),
  )
}

async function recordTopup(ctx: TopupsContext, settings: Settings, input: NewTopup): Promise<Topup> {
  const { holderId, partnerId, type, amount, siteId, valid, quoted, once } = input
  const { currency } = amount
  // The time after the lock: what was counted before is in it.
  const now = ctx.clock.now()
  const standing = await standingOf(ctx.db, holderId)
  const limits = limitsOf(settings, standing, currency)
  if (!limits) throw refuse('topups_not_allowed', { status: standing.status, currency })
  const account = await findOpenAccount(ctx.db, holderId, currency)
  if (!account) throw refuse('topup_account_missing', { field: 'currency', currency })
  const uses = await usesAt(ctx.db, { holderId, currency, now })
  checkAmount(amount, limits, usageOf(limits, uses, { now, currency }))
  const fee = quoted?.fee ?? feeOf(settings.topupFees, type, amount)
  if (compare(fee, amount) >= 0) throw refuse('topup_below_fee', { field: 'amount', fee: formatMoney(fee), currency })
  const topup = {
    id: newTopupId(now),
    holderId,
    partnerId,
    accountId: account.id,
    type,
    amount,
    fee,
    siteId,
    transactionId: undefined,
    failureReason: undefined,
    createdAt: now,
    completedAt: undefined,
    dueAt: quoted?.expiresAt ?? dueAfter(now, valid),
  }
  const also = (await quoted?.plan(ctx.db, now, topup.id)) ?? []
  const actor = `holder ${holderId}`
  const writes = [...standing.keep, keepOpen(account), ...beginTopup(now, topup, actor), ...also, ...once(topup.id)]
  await commit(ctx, now, writes, 'open-topup')
  return { ...topup, version: 1, status: topupStates.initial }
}

const dueAfter = (now: Instant, valid: Temporal.Duration): Instant =>
  now.toZonedDateTimeISO('UTC').add(valid).toInstant()
