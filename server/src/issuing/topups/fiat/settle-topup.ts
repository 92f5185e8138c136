import type { Site } from '#core/directory'
import { accountLock, findAccountById } from '#issuing/accounts'
import type { TopupId } from '#issuing/ids'
import { meaningOf, type Standing, standingOf } from '#issuing/kyc'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, formatMoney, type Money } from '#kernel/base/money.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { TopupsContext } from '../context.ts'
import { creditTopup } from '../credit-topup.ts'
import { fiatValid } from '../limits.ts'
import { reverseTopup } from '../reverse-topup.ts'
import { getTopup, reversalsOf } from '../store.ts'
import { isCredit, type Topup } from '../topup.ts'
import { transitionTopup } from '../transition-topup.ts'
import { askOutcome } from './ask-outcome.ts'
import { nextReversal } from './next-reversal.ts'
import type { Outcome } from './outcome.ts'

/** So long the outcome of an expired topup is asked for, once a day: its page may be paid late. */
const askedForDays = 8
const askAgain = {
  unanswered: { minutes: 5 },
  open: { minutes: 1 },
  underWay: { minutes: 15 },
  expired: { hours: 24 },
  held: { hours: 1 },
} as const

/**
 * Brings a fiat topup to what its payment says, each step in one commit: the status, the entry and the event. Safe to
 * repeat, and with any number at once: an account is locked while a step is decided. False: there was no answer, so
 * nothing is known.
 */
export async function settleTopup(ctx: TopupsContext, id: TopupId): Promise<boolean> {
  const { accountId, siteId } = await getTopup(ctx.db, id)
  const site = siteId && (await ctx.directory.site(siteId))
  if (!site) throw new Error(`topup ${id} has no site`)
  const askedAt = ctx.clock.now()
  const outcome = await askOutcome(ctx, { id, siteId: site.id })
  const inTurn = () =>
    decide(() =>
      ctx.db.locked([accountLock(accountId)], { name: 'settle-topup' }, (tx) =>
        takeStep({ ...ctx, db: tx }, { id, site, askedAt, outcome }),
      ),
    )
  while (await inTurn());
  return outcome !== undefined
}

type Step = { id: TopupId; site: Site; askedAt: Instant; outcome: Outcome | undefined }

/** The next thing that the outcome calls for. False: nothing. */
async function takeStep(ctx: TopupsContext, { id, site, askedAt, outcome }: Step): Promise<boolean> {
  const topup = await getTopup(ctx.db, id)
  const now = ctx.clock.now()
  const writes = outcome && (await nextWrites(ctx, { now, topup, site, askedAt, outcome }))
  if (writes && writes !== 'held') {
    await commit(ctx, now, writes, 'settle-topup')
    return true
  }
  const later = askLater(now, topup, writes === 'held' ? writes : outcome)
  if (later) await commit(ctx, now, [later], 'settle-topup')
  return false
}

type Known = { now: Instant; topup: Topup; site: Site; askedAt: Instant; outcome: Outcome }

async function nextWrites(
  ctx: TopupsContext,
  { now, topup, site, askedAt, outcome }: Known,
): Promise<Write[] | 'held' | undefined> {
  const { state, payment, afterwards } = outcome
  const actor = `site ${site.id}`
  const { merchantId } = site
  if (topup.status === 'completed') {
    const done = (await reversalsOf(ctx.db, [topup.id])).get(topup.id) ?? []
    const happened = nextReversal(topup, afterwards, done)
    if (!happened) return undefined
    const isClosed = (await findAccountById(ctx.db, topup.accountId))?.status === 'closed'
    if (isClosed && isCredit(happened.kind))
      ctx.log.error(
        { topupId: topup.id, accountId: topup.accountId },
        'money has come back to an account that is closed',
      )
    const keep = isCredit(happened.kind) ? await keepReturnable(ctx, topup) : []
    if (!keep) return 'held'
    return [...keep, ...(await reverseTopup(ctx.db, now, { topup, merchantId, happened, isClosed })).writes]
  }
  if (state === 'paid' && topup.status !== 'cancelled') {
    const { transactionId } = checkPayment(topup, payment)
    const standing = await creditable(ctx, topup)
    if (!standing) return 'held'
    const credited = await creditTopup(ctx.db, now, { topup, merchantId })
    return [...standing.keep, ...transitionTopup(now, topup, { action: 'complete', actor, transactionId }), ...credited]
  }
  if (topup.status !== 'created' && topup.status !== 'pending') return undefined
  const reason = payment?.reason
  if (state === 'undone') return transitionTopup(now, topup, { action: 'cancel', actor, reason })
  if (state === 'failed') return transitionTopup(now, topup, { action: 'fail', actor, reason })
  // An answer from before the page has ended may be out of date. A page that is open counts in the limits, and ends soon.
  const isDue = topup.dueAt !== undefined && Temporal.Instant.compare(topup.dueAt, askedAt) <= 0
  if (isDue && (state === 'none' || state === 'unpaid'))
    return transitionTopup(now, topup, { action: 'expire', actor: 'clock', dueAt: now.add(askAgain.expired) })
  if (state === 'pending' && topup.status === 'created')
    return transitionTopup(now, topup, { action: 'begin', actor, dueAt: now.add(askAgain.underWay) })
  return undefined
}

/**
 * What a topup that is paid needs to be credited. Undefined: the customer is stopped, or the account is closed. Then the money
 * stays with the merchant of the programme until that has ended or somebody refunds the payment, and the log says so.
 */
async function creditable({ db, log }: TopupsContext, topup: Topup): Promise<Standing | undefined> {
  const [standing, account] = await Promise.all([standingOf(db, topup.holderId), findAccountById(db, topup.accountId)])
  const isClosed = account?.status === 'closed'
  const reasons = isClosed ? [...standing.reasons, 'accountClosed' as const] : standing.reasons
  if (meaningOf('credit a paid topup', reasons) === 'allowed') return standing
  log.error({ topupId: topup.id, reasons }, 'a topup is paid and not credited')
  return undefined
}

/** Money that has come back is the holder's again when nothing stands against it; until then it stays with the merchant. */
async function keepReturnable({ db, log }: TopupsContext, { id, holderId }: Topup): Promise<Write[] | undefined> {
  const { reasons, keep } = await standingOf(db, holderId)
  if (meaningOf('return what was reversed', reasons) === 'allowed') return keep
  log.error({ topupId: id, reasons }, 'money of a topup has come back and is not credited')
  return undefined
}

/** What was paid is what was ordered. The request was signed, so anything else is for a person to look at. */
function checkPayment({ id: topupId, amount }: Topup, payment: Outcome['payment']): { transactionId: bigint } {
  if (payment && payment.amount.currency === amount.currency && compare(payment.amount, amount) === 0) return payment
  const textOf = (money: Money | undefined) => (money ? `${formatMoney(money)} ${money.currency}` : 'not there')
  throw new Error(
    `the payment of topup ${topupId} is ${textOf(payment?.amount)}, not ${textOf(amount)}: nothing is credited`,
  )
}

/** When it was due and nothing is decided, it is due again. One that is paid and held is asked about until it is credited. */
function askLater(now: Instant, topup: Topup, outcome: Outcome | 'held' | undefined): Write | undefined {
  const { id, version, dueAt } = topup
  if (
    outcome === 'held'
      ? dueAt !== undefined && Temporal.Instant.compare(dueAt, now) > 0
      : dueAt === undefined || Temporal.Instant.compare(dueAt, now) > 0
  )
    return undefined
  return update('topups.topups', {
    set: { due_at: nextAsk(now, topup, outcome) ?? null, leased_until: null, version: version + 1 },
    where: { id, version },
  })
}

/** Ever later, and once a day at least: what nobody answers for long is not asked for every few minutes. */
function nextAsk(
  now: Instant,
  { status, createdAt }: Topup,
  outcome: Outcome | 'held' | undefined,
): Instant | undefined {
  if (outcome === 'held') return now.add(askAgain.held)
  const hours = now.since(createdAt).total('hours')
  if (outcome && status === 'expired') return hours >= 24 * askedForDays ? undefined : now.add(askAgain.expired)
  const least = !outcome ? askAgain.unanswered : outcome.state === 'open' ? askAgain.open : askAgain.underWay
  const waited = Math.round((hours - fiatValid.hours) * 60)
  return now.add({ minutes: Math.min(Math.max(least.minutes, waited), 24 * 60) })
}
