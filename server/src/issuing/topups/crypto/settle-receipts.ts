import { accountLock, findAccountById } from '#issuing/accounts'
import { type ChainAsset, type Deposit, type DepositId, findAssetById, findDeposit } from '#issuing/deposits'
import type { TopupId } from '#issuing/ids'
import { meaningOf, type Standing, standingOf } from '#issuing/kyc'
import { type Settings, settingsOf } from '#issuing/programmes'
import { isListedWallet } from '#issuing/screening'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, type Money } from '#kernel/base/money.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import { feeOf, limitsOf } from '../limits.ts'
import { getTopup } from '../store.ts'
import type { Topup } from '../topup.ts'
import { transitionTopup } from '../transition-topup.ts'
import type { CryptoContext } from './context.ts'
import { worthOf } from './convert-coins.ts'
import { creditReceipt } from './credit-receipt.ts'
import { findAgain } from './decide-lost.ts'
import { type Circumstances, judgeDeposit, type Verdict } from './judge-deposit.ts'
import type { CryptoOrder, Receipt } from './quote.ts'
import { freezeStopped, reinstate } from './stopped-receipts.ts'
import { findReceipt, genuineReceipts, orderOf } from './store.ts'
import { transitionReceipt } from './transition-receipt.ts'

const rules = { actor: 'rules', fromWhere: 'worker' }
/** When there is no rate. */
const rateAgainMinutes = 5

export const settleReceipt = async (ctx: CryptoContext, id: DepositId): Promise<void> => {
  const receipt = await findReceipt(ctx.db, id)
  if (!receipt) throw new Error(`the receipt of deposit ${id} was changed by hand: florin verify names it`)
  await settleCryptoTopup(ctx, receipt.topupId)
}

/**
 * Brings a topup in coins to what has arrived for it, a step in each commit: what was dropped, parked, frozen or credited,
 * with the entry and the events, and what that means for the topup. Safe to repeat, and with any number at once: the
 * account is locked while a step is decided.
 */
export async function settleCryptoTopup(ctx: CryptoContext, id: TopupId): Promise<void> {
  const { accountId } = await getTopup(ctx.db, id)
  const inTurn = () =>
    decide(() =>
      ctx.db.locked([accountLock(accountId)], { name: 'settle-receipts' }, (tx) => takeStep({ ...ctx, db: tx }, id)),
    )
  while (await inTurn());
}

type Case = {
  now: Instant
  topup: Topup
  order: CryptoOrder
  asset: ChainAsset
  receipts: readonly { receipt: Receipt; deposit: Deposit }[]
}

/** The next thing that is to be done. False: nothing. */
async function takeStep(ctx: CryptoContext, id: TopupId): Promise<boolean> {
  const now = ctx.clock.now()
  const topup = await getTopup(ctx.db, id)
  const order = await orderOf(ctx.db, id)
  const asset = await findAssetById(ctx.db, order.quote.assetId)
  if (!asset) throw new Error(`asset ${order.quote.assetId} was changed by hand: florin verify names it`)
  const receipts = await receivedFor(ctx, id)
  const known = { now, topup, order, asset, receipts }
  for (const { receipt, deposit } of receipts) {
    const writes =
      (await followChain(ctx, known, { receipt, deposit })) ?? (await decideReceipt(ctx, known, { receipt, deposit }))
    if (!writes) continue
    await commit(ctx, now, writes, 'settle-receipts')
    return true
  }
  const followed = followReceipts(known)
  const writes = [...followed, ...askLater(known, followed.length > 0)]
  if (writes.length > 0) await commit(ctx, now, writes, 'settle-receipts')
  return false
}

/** What has arrived, without what the program did not see in the chain. */
async function receivedFor({ db }: CryptoContext, id: TopupId): Promise<Undecided[]> {
  const found: Undecided[] = []
  for (const receipt of await genuineReceipts(db, id)) {
    const deposit = await findDeposit(db, receipt.id)
    if (deposit) found.push({ receipt, deposit })
  }
  return found
}

/** What a reorganisation means, whatever the rules say. */
async function followChain(ctx: CryptoContext, known: Case, one: Undecided): Promise<Write[] | undefined> {
  const { now, topup } = known
  const { receipt, deposit } = one
  const { status } = deposit
  const isDropped = status === 'orphaned'
  const transition = (action: 'drop' | 'lose' | 'include') =>
    transitionReceipt(now, topup, receipt, { action, by: { actor: 'chain', fromWhere: 'chain' } })
  if (isDropped && receipt.status === 'credited') return transition('lose')
  if (isDropped && isOpen(receipt)) return transition('drop')
  if (isDropped) return undefined
  if (receipt.status === 'reclaimed' && isConfirmed(status)) return reinstate(ctx, known, one)
  if (isLost(receipt) && isConfirmed(status)) return findAgain(ctx.db, now, { topup, receipt })
  return receipt.status === 'dropped' ? transition('include') : undefined
}

const isOpen = ({ status }: Receipt): boolean =>
  status === 'seen' || status === 'waiting' || status === 'parked' || status === 'frozen'
const isLost = ({ status }: Receipt): boolean => status === 'lost' || status === 'writtenOff' || status === 'reclaimed'
const isUndecided = ({ status }: Receipt): boolean => status === 'seen' || status === 'waiting'
const isConfirmed = (status: Deposit['status']): boolean => status === 'confirmed' || status === 'final'

type Undecided = { receipt: Receipt; deposit: Deposit }

async function decideReceipt(ctx: CryptoContext, known: Case, one: Undecided): Promise<Write[] | undefined> {
  const { now, topup } = known
  const { receipt, deposit } = one
  if (receipt.status === 'parked') return freezeStopped(ctx, known, one)
  if (!isUndecided(receipt) || !isConfirmed(deposit.status)) return undefined
  const standing = await standingOf(ctx.db, topup.holderId)
  const verdict = await judge(ctx, { ...known, standing }, deposit)
  const transition = (action: 'park' | 'freeze' | 'wait', facts: { reason?: string; dueAt?: Instant }) => [
    ...standing.keep,
    ...transitionReceipt(now, topup, receipt, { action, by: rules, ...facts }),
  ]
  if (verdict.action === 'credit') {
    const credited = await creditAsJudged(ctx, known, one, verdict)
    return credited && [...standing.keep, ...credited]
  }
  if (verdict.action !== 'wait') return transition(verdict.action, { reason: verdict.reason })
  return receipt.status === 'waiting' ? undefined : transition('wait', { dueAt: verdict.until })
}

async function judge({ db }: CryptoContext, known: Case & { standing: Standing }, deposit: Deposit): Promise<Verdict> {
  const { now, topup, order, asset, receipts, standing } = known
  const [isListed, account, settings] = await Promise.all([
    isListedWallet(db, deposit.sender),
    findAccountById(db, topup.accountId),
    settingsOf(db, topup.partnerId),
  ])
  const { expiresAt, sender } = order.quote
  const facts = { chainId: asset.chainId, assetId: asset.id, sender, maximum: asset.maximum, expiresAt }
  return judgeDeposit(
    deposit,
    { ...facts, left: leftOf(known) },
    {
      now,
      isListed,
      accountIsOpen: account?.status === 'active',
      customer: customerOf(standing, settings, topup),
      arrived: sumOf(receipts.filter((one) => isUndecided(one.receipt) && isOrdered(known, one.deposit))),
      isMoreSeen: receipts.some(
        (one) => isUndecided(one.receipt) && one.deposit.status === 'seen' && isInTime(known, one.deposit),
      ),
    },
  )
}

/** One who is verified again is credited where the programme has limits for it. */
function customerOf(standing: Standing, settings: Settings, { amount }: Topup): Circumstances['customer'] {
  if (meaningOf('credit coins', standing.reasons) === 'frozen') return 'frozen'
  return limitsOf(settings, standing, amount.currency, 'credit coins') ? 'allowed' : 'parked'
}

/** Confirmed, in time, and just what the order asks for. */
const isOrdered = (known: Case, deposit: Deposit): boolean => isConfirmed(deposit.status) && isInTime(known, deposit)

/** Seen in time, and just what the order asks for. */
const isInTime = ({ order: { quote }, asset }: Case, deposit: Deposit): boolean =>
  deposit.assetId === asset.id &&
  deposit.sender === quote.sender &&
  deposit.quantity <= asset.maximum &&
  Temporal.Instant.compare(deposit.createdAt, quote.expiresAt) <= 0

const sumOf = (some: readonly { deposit: Deposit }[]): bigint =>
  some.reduce((sum, { deposit }) => sum + deposit.quantity, 0n)

/** What of the ordered quantity has not been credited. */
function leftOf(known: Case): bigint {
  const { order } = known
  const credited = sumOf(creditedOf(known))
  return credited < order.quote.quantity ? order.quote.quantity - credited : 0n
}

const creditedOf = (known: Case) =>
  known.receipts.filter((one) => one.receipt.credited && isOrdered(known, one.deposit))

async function creditAsJudged(
  ctx: CryptoContext,
  known: Case,
  { receipt, deposit }: Undecided,
  { quoted }: { quoted: bigint },
): Promise<Write[] | undefined> {
  const { now, topup, asset } = known
  const { currency } = topup.amount
  const rest = deposit.quantity - quoted
  const rate = rest > 0n ? await ctx.rates.at(now, asset.code, currency, ctx.db) : undefined
  if (rest > 0n && !rate) {
    if (receipt.status === 'waiting') return undefined
    return transitionReceipt(now, topup, receipt, {
      action: 'wait',
      by: rules,
      dueAt: now.add({ minutes: rateAgainMinutes }),
    })
  }
  const ordered = orderedPart(known, quoted)
  const surplus = rate ? worthOf(rest, { rate, decimals: asset.decimals, currency }).minor : 0n
  const amount: Money = { minor: ordered.minor + surplus, currency }
  const { topupFees } = await settingsOf(ctx.db, topup.partnerId)
  const ofSurplus = rest > 0n ? feeOf(topupFees, 'crypto', { minor: surplus, currency }).minor : 0n
  const fee: Money = { minor: feeMinor({ ...ordered, surplus, ofSurplus }), currency }
  if (compare(fee, amount) >= 0)
    return transitionReceipt(now, topup, receipt, { action: 'park', by: rules, reason: 'below_fee' })
  return creditReceipt(ctx.db, now, { topup, receipt, amount, fee, rate, by: rules })
}

type Part = { minor: bigint; fee: bigint }

/**
 * What a part of the ordered quantity is worth at the rate of the quote, and what of the fee of the quote is still to be
 * taken. In how many parts an order is paid changes neither: each is what it adds to the parts before.
 */
function orderedPart(known: Case, quoted: bigint): Part {
  if (quoted === 0n) return { minor: 0n, fee: 0n }
  const { topup, order, asset } = known
  const at = { rate: order.quote.rate, decimals: asset.decimals, currency: topup.amount.currency }
  const before = order.quote.quantity - leftOf(known)
  const taken = creditedOf(known).reduce((sum, { receipt }) => sum + receipt.credited!.fee.minor, 0n)
  return {
    minor: worthOf(before + quoted, at).minor - worthOf(before, at).minor,
    fee: taken < topup.fee.minor ? topup.fee.minor - taken : 0n,
  }
}

/**
 * The fee of the quote at the ordered part, and today's at the surplus alone, which takes no more than the surplus is. A part
 * that is smaller than the fee leaves the rest of it to the next one; coins beside an order pay the whole fee.
 */
function feeMinor({ minor, fee, surplus, ofSurplus }: Part & { surplus: bigint; ofSurplus: bigint }): bigint {
  if (minor === 0n) return ofSurplus
  const all = fee + least(ofSurplus, surplus)
  return least(all, minor + surplus - 1n)
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** What was due and is decided is not due any more; what still waits is due again. */
function askLater({ now, topup, order, receipts }: Case, isFollowed: boolean): Write[] {
  const isDue = (dueAt: Instant | undefined) => dueAt !== undefined && Temporal.Instant.compare(dueAt, now) <= 0
  const { expiresAt } = order.quote
  const again = isDue(expiresAt) ? now.add({ minutes: rateAgainMinutes }) : expiresAt
  const asked = receipts
    .filter(({ receipt }) => isDue(receipt.dueAt))
    .map(({ receipt: { id, version, status } }) =>
      update('topups.receipts', {
        set: { due_at: status === 'waiting' ? again : null, leased_until: null, version: version + 1 },
        where: { id, version },
      }),
    )
  if (isFollowed || !isDue(topup.dueAt)) return asked
  const { id, version } = topup
  return [
    ...asked,
    update('topups.topups', {
      set: { due_at: null, leased_until: null, version: version + 1 },
      where: { id, version },
    }),
  ]
}

/** The topup itself: it is pending as soon as something has come, and expires when nothing has. */
function followReceipts({ now, topup, order, receipts }: Case): Write[] {
  const some = receipts.some(({ receipt }) => isOpen(receipt))
  if (topup.status === 'created' && some)
    return transitionTopup(now, topup, { action: 'begin', actor: 'chain', dueAt: topup.dueAt })
  if (some || (topup.status !== 'created' && topup.status !== 'pending')) return []
  const returned = receipts.some(({ receipt }) => receipt.status === 'returned')
  if (returned) return transitionTopup(now, topup, { action: 'fail', actor: 'operator', reason: 'returned' })
  const isOver = Temporal.Instant.compare(order.quote.expiresAt, now) <= 0
  return isOver ? transitionTopup(now, topup, { action: 'expire', actor: 'clock' }) : []
}
