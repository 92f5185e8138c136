import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Declined, DeclineReason, DisputeClosed, InquiryResult } from '../port.ts'
import type { StripeContext } from './context.ts'

export type AuthorizationKind = 'auth' | 'sale' | 'verify'
export type RequestKind =
  | AuthorizationKind
  | 'completeChallenge'
  | 'capture'
  | 'reverse'
  | 'refund'
  | 'submitEvidence'
  | 'acceptDispute'
export type StripeResult = Exclude<InquiryResult, { outcome: 'not_found' }> | DisputeClosed

/** A request, as it is kept. */
export type Entry = {
  key: string
  authorization: string
  kind: RequestKind
  minor: bigint
  currency: Currency
  object: string | null
  needsChallenge: boolean
  isStopped: boolean
  attempt: number
  sentAt: Instant | null
  hasFailed: boolean
  result: StripeResult | null
  version: number
  requestedAt: Instant
}

type Reading = Pick<StripeContext, 'db' | 'connector'>

const entries = ({ db, connector }: Reading) =>
  db.read
    .selectFrom('stripe.requests')
    .select(['key', 'authorization_key as authorization', 'kind', 'minor', 'currency', 'object'])
    .select(['needs_challenge as needsChallenge', 'is_stopped as isStopped', 'attempt', 'sent_at as sentAt'])
    .select(['has_failed as hasFailed', 'result', 'version', 'requested_at as requestedAt'])
    .where('connector', '=', connector)

export const findEntry = (ctx: Reading, key: string): Promise<Entry | undefined> =>
  entries(ctx).where('key', '=', key).executeTakeFirst()

/** The request that has made this object of Stripe. */
export const findEntryOf = (ctx: Reading, object: string): Promise<Entry | undefined> =>
  entries(ctx).where('object', '=', object).executeTakeFirst()

/** The requests that have made these objects of Stripe, by the objects. */
export async function entriesOf(ctx: Reading, objects: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
  if (objects.length === 0) return new Map()
  const found = await entries(ctx).where('object', 'in', objects).execute()
  return new Map(found.map((entry) => [entry.object!, entry]))
}

/** The keys of the requests about an authorization that have no result yet. */
export async function findWaiting({ db, connector }: Reading, authorization: string): Promise<string[]> {
  const rows = await db.read
    .selectFrom('stripe.requests')
    .select('key')
    .where('connector', '=', connector)
    .where('authorization_key', '=', authorization)
    .where('result', 'is', null)
    .execute()
  return rows.map(({ key }) => key)
}

/** Whether a capture of this authorization was done by a request of ours. */
export async function hasCaptured(ctx: Reading, authorization: string): Promise<boolean> {
  const found = await entries(ctx)
    .where('authorization_key', '=', authorization)
    .where('kind', '=', 'capture')
    .execute()
  return found.some(({ result }) => result?.outcome === 'done')
}

export type NewEntry = Pick<Entry, 'key' | 'authorization' | 'kind' | 'minor' | 'currency'> &
  Partial<Pick<Entry, 'needsChallenge' | 'isStopped' | 'result'>>

/** The first request with a key is recorded; every later one finds it, whatever else it says. */
export async function recordOnce(ctx: StripeContext, key: string, plan: () => Promise<NewEntry>): Promise<Entry> {
  return decide(async () => {
    const known = await findEntry(ctx, key)
    if (known) return known
    const entry = await plan()
    await commit(ctx, ctx.clock.now(), [newRow(ctx, entry)], 'record')
    return (await findEntry(ctx, key))!
  })
}

export const newRow = ({ connector, clock }: Pick<StripeContext, 'connector' | 'clock'>, entry: NewEntry): Write =>
  insert(
    'stripe.requests',
    {
      key: entry.key,
      connector,
      authorization_key: entry.authorization,
      kind: entry.kind,
      minor: entry.minor,
      currency: entry.currency,
      object: null,
      needs_challenge: entry.needsChallenge ?? false,
      is_stopped: entry.isStopped ?? false,
      sent_at: null,
      result: entry.result ? jsonb(entry.result) : null,
      requested_at: clock.now(),
    },
    { onDuplicate: { requests_pkey: 'stale' } },
  )

type Change = Partial<Pick<Entry, 'object' | 'isStopped' | 'attempt' | 'sentAt' | 'hasFailed' | 'result'>>

/** The change of an entry that is still as it was read. */
export const changed = ({ key, version }: Pick<Entry, 'key' | 'version'>, change: Change): Write =>
  update('stripe.requests', {
    set: {
      version: version + 1,
      ...(change.object !== undefined && { object: change.object }),
      ...(change.isStopped !== undefined && { is_stopped: change.isStopped }),
      ...(change.attempt !== undefined && { attempt: change.attempt }),
      ...(change.sentAt !== undefined && { sent_at: change.sentAt }),
      ...(change.hasFailed !== undefined && { has_failed: change.hasFailed }),
      ...(change.result !== undefined && { result: change.result && jsonb(change.result) }),
    },
    where: { key, version },
  })

/** Changes an entry as it is then. `plan` returns undefined when nothing is to be changed any more. */
export async function change(
  ctx: StripeContext,
  key: string,
  plan: (entry: Entry) => { change: Change; also?: readonly Write[] } | undefined,
): Promise<Entry> {
  return decide(async () => {
    const entry = await findEntry(ctx, key)
    if (!entry) throw new Error(`the request ${key} is not recorded`)
    const planned = plan(entry)
    if (!planned) return entry
    await commit(ctx, ctx.clock.now(), [changed(entry, planned.change), ...(planned.also ?? [])], 'record')
    return { ...entry, ...planned.change, version: entry.version + 1 }
  })
}

/**
 * Records the result of a request. The first that is final stays; of what is pending only the object is kept, by which
 * its later events are recognized.
 */
export async function recordResult<R extends StripeResult>(
  ctx: StripeContext,
  key: string,
  result: R,
  { object, also = [] }: { object?: string | undefined; also?: readonly Write[] } = {},
): Promise<StripeResult> {
  const isFinal = result.outcome !== 'pending'
  const entry = await change(ctx, key, (known) => {
    const named = object && known.object !== object ? { object } : undefined
    if (known.result || (!isFinal && !named)) return undefined
    return { change: { ...named, ...(isFinal && { result }) }, also }
  })
  return entry.result ?? result
}

export const declined = (reason: DeclineReason, reference?: string): Declined => ({
  outcome: 'declined',
  reason,
  reference,
  checks: undefined,
})

export const amountOf = ({ minor, currency }: Pick<Entry, 'minor' | 'currency'>): Money => ({ minor, currency })
