import { type Money, negate, subtract, zero } from '#kernel/base/money.ts'
import { NoResponse, type SettlementEntry, type SettlementPage } from '../port.ts'
import type { StripeContext } from './context.ts'
import { found } from './intents.ts'
import { type BalanceTransaction, type Payout, readBalanceTransactions, readPayout, readPayouts } from './objects.ts'
import { type Entry, entriesOf } from './record.ts'
import { type StripeAmount, stripeUnits } from './units.ts'

/**
 * What Stripe has paid out, one payout after the other, each with the balance transactions that it pays. A place is a
 * payout and the last transaction that was read of it: `po_1/txn_9`. Stripe says of automatic payouts alone what is in
 * them, and only when it has reconciled them.
 */
export async function settlementsSince(ctx: StripeContext, place: string | undefined): Promise<SettlementPage> {
  const [id, read] = place?.split('/') ?? []
  if (id !== undefined && read !== whole) return pageOf(ctx, await getPayout(ctx, id), read)
  for (let before = id, payouts = 0; payouts < payoutsMax; payouts++) {
    const next = await payoutAfter(ctx, before)
    if (!next || !isOver(next)) return { entries: [], place }
    before = next.id
    if (isItemized(next)) return pageOf(ctx, next, undefined)
  }
  return { entries: [], place }
}
const whole = 'whole'
/** Of those that say nothing of what they pay, one after the other. */
const payoutsMax = 1_000

/** Nothing more will change about it. One that is under way is waited for, so that the list keeps its order. */
const isOver = ({ status, automatic, reconciliation_status: reconciled }: Payout): boolean =>
  status === 'failed' || status === 'canceled' || (status === 'paid' && (!automatic || reconciled !== 'in_progress'))

const isItemized = ({ status, automatic, reconciliation_status: reconciled }: Payout): boolean =>
  status === 'paid' && automatic && reconciled === 'completed'

async function getPayout({ api }: StripeContext, id: string): Promise<Payout> {
  return readPayout(found(await api.get(`/v1/payouts/${id}`), id))
}

/** The payout that was made next; without one, the first since this connection took its first payment. */
async function payoutAfter(ctx: StripeContext, id: string | undefined): Promise<Payout | undefined> {
  if (id !== undefined) return (await payouts(ctx, { ending_before: id, limit: '1' })).data[0]
  const since = await firstRequestAt(ctx)
  if (!since) return undefined
  const created = { 'created[gte]': String(Math.trunc(since.epochMilliseconds / 1000)), limit: '100' }
  for (let first: Payout | undefined, pages = 0; pages < pagesMax; pages++) {
    const page = await payouts(ctx, { ...created, ...(first && { starting_after: first.id }) })
    first = page.data.at(-1) ?? first
    if (!page.has_more) return first
  }
  throw new NoResponse('the list of payouts has no end')
}
const pagesMax = 100

const payouts = async ({ api }: StripeContext, query: Readonly<Record<string, string>>) =>
  readPayouts(found(await api.get('/v1/payouts', query), 'payouts'))

async function firstRequestAt({ db, connector }: StripeContext) {
  const row = await db.read
    .selectFrom('stripe.requests')
    .select(({ fn }) => fn.min('requested_at').as('at'))
    .where('connector', '=', connector)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** The next entries of a payout, a page of Stripe's at a time. */
async function pageOf(ctx: StripeContext, payout: Payout, read: string | undefined): Promise<SettlementPage> {
  for (let after = read, pages = 0; pages < pagesMax; pages++) {
    const query = {
      payout: payout.id,
      'expand[0]': 'data.source',
      ...(after && { starting_after: after }),
    }
    const page = readBalanceTransactions(found(await ctx.api.list('/v1/balance_transactions', query), payout.id))
    const entries = await entriesIn(ctx, payout, page.data)
    after = page.data.at(-1)?.id ?? after
    // The end of a payout is its own place: behind it comes the next one.
    const isEnd = !page.has_more
    if (isEnd) entries.push(transferOf(payout))
    if (entries.length > 0) return { entries, place: `${payout.id}/${isEnd ? whole : after}` }
  }
  throw new NoResponse(`the payout ${payout.id} has more transactions than are read`)
}

async function entriesIn(
  ctx: StripeContext,
  payout: Payout,
  transactions: readonly BalanceTransaction[],
): Promise<SettlementEntry[]> {
  const ids = transactions.flatMap((one) =>
    [sourceOf(one)?.id, sourceOf(one)?.payment_intent].filter((id) => id !== undefined),
  )
  const known = await entriesOf(ctx, [...new Set(ids)])
  return transactions.flatMap((transaction) => entryOf(payout, transaction, known))
}

const sourceOf = ({ source }: BalanceTransaction) => (typeof source === 'object' ? source : undefined)

/** By Stripe's categories of reporting. Those that are not listed are adjustments, which a person looks at. */
const kinds: Readonly<Record<string, SettlementEntry['kind']>> = {
  charge: 'capture',
  refund: 'refund',
  refund_failure: 'reinstatement',
  dispute: 'chargeback',
  dispute_reversal: 'chargeback_won',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  risk_reserved_funds: 'reserve',
}

/** The payout itself: what our bank receives. */
function transferOf(payout: Payout): SettlementEntry {
  const amount = amountIn(payout, payout.amount)
  return {
    ...{ id: payout.id, batch: payout.id, kind: 'transfer', authorization: undefined },
    gross: negate(amount),
    fee: zero(amount.currency),
    settledOn: settledOn(payout),
  }
}

/** @throws NoResponse when it cannot be counted here: it is left where it is, and stands in the log. */
function amountIn({ id, currency }: { id: string; currency: string }, value: StripeAmount): Money {
  const amount = stripeUnits.read(currency.toUpperCase(), value)
  if (!amount) throw new NoResponse(`${id} of Stripe is ${value} in ${currency}, which is not known`)
  return amount
}

const settledOn = ({ arrival_date: at }: Payout) => at.toZonedDateTimeISO('UTC').toPlainDate()

function entryOf(
  payout: Payout,
  transaction: BalanceTransaction,
  known: ReadonlyMap<string, Entry>,
): SettlementEntry | readonly SettlementEntry[] {
  const source = sourceOf(transaction)
  const own = source && known.get(source.id)
  const payment = source?.payment_intent ? known.get(source.payment_intent) : undefined
  const { id, reporting_category: category } = transaction
  const [amount, fee] = [amountIn(transaction, transaction.amount), amountIn(transaction, transaction.fee)]
  const partly = partlyCaptured(transaction)
  // The rest of a partial capture is a line of its own, which says what the charge's own line has too much.
  if (category === 'partial_capture_reversal' && partly !== undefined) return []
  if (source?.id === payout.id) return []
  const kind = kinds[category] ?? 'adjustment'
  const isFee = kind === 'fee'
  return {
    id,
    batch: payout.id,
    kind: kind === 'refund' && own?.kind === 'reverse' ? 'reversal' : kind,
    authorization: payment?.authorization,
    request: own?.key,
    reference: source?.object === 'charge' ? source.payment_intent : source?.id,
    gross: isFee ? zero(amount.currency) : category === 'charge' ? (partly ?? amount) : amount,
    fee: isFee ? subtract(fee, amount) : fee,
    settledOn: settledOn(payout),
  }
}

/** What was captured of a charge; undefined: it is no charge, or was settled in another currency than it was made in. */
function partlyCaptured(transaction: BalanceTransaction): Money | undefined {
  const source = sourceOf(transaction)
  const isOwn = source?.object === 'charge' && source.currency === transaction.currency
  const captured = isOwn && source.amount_captured ? amountIn(transaction, source.amount_captured) : undefined
  return captured?.minor ? captured : undefined
}
