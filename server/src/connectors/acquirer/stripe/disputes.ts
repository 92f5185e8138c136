import { type Money, money } from '#kernel/base/money.ts'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { DisputeEvent, DisputePage, DisputeReason } from '../port.ts'
import type { StripeContext } from './context.ts'
import { found, isForgotten } from './intents.ts'
import { type Dispute, readDispute, readDisputes, readEvents } from './objects.ts'
import { findEntryOf } from './record.ts'
import { stripeUnits } from './units.ts'

/**
 * The events of disputes behind a place, which is the number of the last one before them. Where there are none, Stripe's
 * own lists are read first, so that nothing depends on a webhook.
 */
export async function disputesSince(ctx: StripeContext, place: string | undefined): Promise<DisputePage> {
  const known = await pageBehind(ctx, place)
  if (known.events.length > 0) return known
  await refreshDisputes(ctx)
  return pageBehind(ctx, place)
}

async function pageBehind({ db, connector }: StripeContext, place: string | undefined): Promise<DisputePage> {
  const rows = await db.read
    .selectFrom('stripe.dispute_events')
    .select(['number', 'dispute_id', 'authorization_key', 'kind', 'minor', 'currency', 'reason', 'respond_by'])
    .select('happened_at')
    .where('connector', '=', connector)
    .where('number', '>', BigInt(place ?? 0))
    .orderBy('number')
    .limit(perPage)
    .execute()
  const events = rows.map(
    (row): DisputeEvent => ({
      id: `${row.dispute_id}/${row.kind}`,
      dispute: row.dispute_id,
      authorization: row.authorization_key,
      kind: row.kind,
      amount: money(row.minor, row.currency),
      reason: row.reason,
      at: row.happened_at,
      ...(row.kind === 'opened' && row.respond_by && { respondBy: row.respond_by }),
    }),
  )
  return { events, place: rows.at(-1)?.number.toString() ?? place }
}
const perPage = 100

/**
 * Reads the events of disputes behind a place, which is an event of Stripe. Stripe keeps them for 30 days: without a place,
 * or with one that is older, all disputes are read. So the place moves to the newest event of any kind, also where no
 * dispute has one.
 */
async function refreshDisputes(ctx: StripeContext): Promise<void> {
  const place = await findPlace(ctx)
  const isNewerThan = (hours: number) =>
    place && Temporal.Instant.compare(place.readAt.add({ hours }), ctx.clock.now()) > 0
  if (place && place.place !== none && isNewerThan(keptHours)) {
    const newest = isNewerThan(movesAfterHours) ? undefined : await newestEvent(ctx)
    const last = await refreshBehind(ctx, place.place)
    if (last === place.place && newest) await recordPlace(ctx, newest)
    if (last !== undefined) return
  }
  // It is read before the disputes: what happens meanwhile is behind it.
  const newest = await newestEvent(ctx)
  if (newest === undefined && place?.place === none && isNewerThan(keptHours)) return
  await refreshAll(ctx)
  await recordPlace(ctx, newest ?? none)
}
/** The place at an account that has no event. */
const none = ''
const keptHours = 25 * 24
const movesAfterHours = 24
const pagesMax = 1_000

/** Returns the last event that was read, or undefined if Stripe no longer has the first place. */
async function refreshBehind(ctx: StripeContext, place: string): Promise<string | undefined> {
  let after = place
  for (let pages = 0; pages < pagesMax; pages++) {
    const reply = await ctx.api.list('/v1/events', { ending_before: after, 'types[0]': 'charge.dispute.*' })
    if (isForgotten(reply)) return undefined
    const page = readEvents(found(reply, 'events'))
    for (const id of new Set(page.data.toReversed().map(({ data }) => data.object.id ?? '')))
      await refreshDispute(ctx, id)
    const last = page.data[0]?.id
    if (last) await recordPlace(ctx, last)
    after = last ?? after
    if (!page.has_more) break
  }
  return after
}

const newestEvent = async ({ api }: StripeContext): Promise<string | undefined> =>
  readEvents(found(await api.get('/v1/events', { limit: '1' }), 'events')).data[0]?.id

async function refreshAll(ctx: StripeContext): Promise<void> {
  for (let after: string | undefined, pages = 0; pages < pagesMax; pages++) {
    const query: Record<string, string> = after ? { starting_after: after } : {}
    const page = readDisputes(found(await ctx.api.list('/v1/disputes', query), 'disputes'))
    for (const dispute of page.data.toReversed()) await recordDispute(ctx, dispute)
    if (!page.has_more) return
    after = page.data.at(-1)?.id
  }
}

/** Reads a dispute, and records what has happened to its money so far. */
export async function refreshDispute(ctx: StripeContext, id: string): Promise<void> {
  await recordDispute(ctx, readDispute(found(await ctx.api.get(`/v1/disputes/${id}`), id)))
}

/** Every event that follows from the dispute as it is, each once: so it does not matter in which order Stripe says so. */
async function recordDispute(ctx: StripeContext, dispute: Dispute): Promise<void> {
  const entry = dispute.payment_intent ? await findEntryOf(ctx, dispute.payment_intent) : undefined
  const amount = stripeUnits.read(dispute.currency.toUpperCase(), dispute.amount)
  if (!entry || !amount) {
    ctx.log.warn(
      { dispute: dispute.id, payment: dispute.payment_intent },
      'a dispute at Stripe is about no payment of ours, or in an amount that is not known',
    )
    return
  }
  const about = { dispute, amount, authorization: entry.authorization }
  await decide(async () => {
    const known = await kindsOf(ctx, dispute.id)
    const happened = happenedTo(dispute).filter(({ kind }) => !known.has(kind))
    if (happened.length === 0) return
    const last = await lastNumber(ctx)
    const writes = happened.map((one, index) => rowOf(ctx, about, { ...one, number: last + BigInt(index) + 1n }))
    await commit(ctx, ctx.clock.now(), writes, 'disputes')
  })
}

type Happened = Pick<DisputeEvent, 'kind' | 'at'>

/**
 * An inquiry of the bank, or what was prevented, has moved no money. A dispute is won when the money is back: the verdict
 * comes before it.
 */
function happenedTo({ status, balance_transactions: movements, created }: Dispute): Happened[] {
  const withdrawn = movements.find(({ reporting_category: category }) => category === 'dispute')
  if (!withdrawn) return []
  const opened: Happened = { kind: 'opened', at: withdrawn.created }
  const returned = movements.find(({ reporting_category: category }) => category === 'dispute_reversal')
  if (status === 'won' && returned) return [opened, { kind: 'won', at: returned.created }]
  return status === 'lost' ? [opened, { kind: 'lost', at: created }] : [opened]
}

const reasons: Readonly<Record<string, DisputeReason>> = {
  fraudulent: 'fraud',
  unrecognized: 'fraud',
  product_not_received: 'not_received',
  product_unacceptable: 'not_as_described',
  subscription_canceled: 'subscription_cancelled',
  credit_not_processed: 'credit_not_processed',
  duplicate: 'duplicate',
  bank_cannot_process: 'processing_error',
  incorrect_account_details: 'processing_error',
}

function rowOf(
  { connector, clock }: StripeContext,
  { dispute, amount, authorization }: { dispute: Dispute; amount: Money; authorization: string },
  { kind, at, number }: Happened & { number: bigint },
): Write {
  const row = {
    connector,
    number,
    dispute_id: dispute.id,
    authorization_key: authorization,
    kind,
    ...{ minor: amount.minor, currency: amount.currency },
    reason: reasons[dispute.reason] ?? 'other',
    respond_by: dispute.evidence_details?.due_by ?? null,
    happened_at: kind === 'lost' ? clock.now() : at,
  }
  return insert('stripe.dispute_events', row, {
    onDuplicate: { stripe_place_in_list: 'stale', stripe_dispute_kind: 'stale' },
  })
}

const lastNumber = async ({ db, connector }: StripeContext): Promise<bigint> => {
  const row = await db.read
    .selectFrom('stripe.dispute_events')
    .select(({ fn }) => fn.max<bigint | null>('number').as('last'))
    .where('connector', '=', connector)
    .executeTakeFirstOrThrow()
  return row.last ?? 0n
}

async function kindsOf({ db, connector }: StripeContext, dispute: string): Promise<ReadonlySet<string>> {
  const rows = await db.read
    .selectFrom('stripe.dispute_events')
    .select('kind')
    .where('connector', '=', connector)
    .where('dispute_id', '=', dispute)
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

const findPlace = ({ db, connector }: StripeContext) =>
  db.read
    .selectFrom('stripe.places')
    .select(['place', 'read_at as readAt'])
    .where('connector', '=', connector)
    .where('list', '=', 'disputes')
    .executeTakeFirst()

async function recordPlace(ctx: StripeContext, place: string): Promise<void> {
  const now = ctx.clock.now()
  const row = { connector: ctx.connector, list: 'disputes' as const, place, read_at: now }
  const write = insert('stripe.places', row, { orElse: { conflict: ['connector', 'list'], set: ['place', 'read_at'] } })
  await commit(ctx, now, [write], 'disputes')
}
