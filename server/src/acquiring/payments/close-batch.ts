import type { PaymentId } from '#acquiring/ids'
import type { Site, SiteId } from '#core/directory'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import {
  anyOf,
  commit,
  DuplicateKey,
  decide,
  increase,
  insert,
  ref,
  StaleWrite,
  update,
  type Write,
} from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { PaymentsContext } from './context.ts'
import type { Payment } from './payment.ts'
import { settledInBatch } from './payment-states.ts'

/**
 * Closes a site's day: everything that came or went before the last cut-off goes into batches, one or more for each
 * currency, and from then on can only be refunded. Safe to begin again at any point: what is in a batch stays there.
 */
export async function closeBatches(ctx: PaymentsContext, siteId: SiteId): Promise<void> {
  const site = await ctx.directory.site(siteId)
  if (!site) return
  const now = ctx.clock.now()
  const { last: cutOff, next } = cutOffsAround(now, site)
  for (let part = 0; part < partsMax; part++) {
    if (!(await closeOne(ctx, now, siteId, cutOff))) break
  }
  await commit(ctx, now, [
    update('payments.cut_offs', {
      set: { due_at: next, leased_until: null },
      where: { id: BigInt(siteId) },
    }),
  ])
}

/**
 * The last cut-off that has passed, and the first to come. A cut-off is a wall time of the site's zone, every day; where
 * a clock change skips it, it is the moment after, which may be of the next day.
 */
export function cutOffsAround(now: Instant, { timeZone, cutOff }: Pick<Site, 'timeZone' | 'cutOff'>) {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const near = [-2, -1, 0, 1, 2].map((days) =>
    today.add({ days }).toZonedDateTime({ timeZone, plainTime: cutOff }).toInstant(),
  )
  const isPast = (moment: Instant) => Temporal.Instant.compare(moment, now) <= 0
  return { last: near.findLast(isPast)!, next: near.find((moment) => !isPast(moment))! }
}

type Open = { id: PaymentId; currency: Currency; netMinor: bigint }

/** Gives false when nothing was left to close. */
async function closeOne(ctx: PaymentsContext, now: Instant, siteId: SiteId, cutOff: Instant): Promise<boolean> {
  return decide(async () => {
    const open = await unbatched(ctx.db, siteId, cutOff)
    const currency = open[0]?.currency
    if (!currency) return false
    const members = open.filter((payment) => payment.currency === currency)
    const net = members.reduce((sum, { netMinor }) => sum + netMinor, 0n)
    const part = await partsOf(ctx.db, siteId, currency, cutOff)
    const batch = ref('batch')
    const writes: Write[] = [
      insert(
        'payments.batches',
        {
          site_id: siteId,
          currency,
          cut_off_at: cutOff,
          part,
          net_minor: net,
          payments: members.length,
          closed_at: now,
        },
        { as: batch },
      ),
      update('payments.payments', {
        set: { batch_id: batch, version: increase(1n) },
        where: { id: anyOf(members.map(({ id }) => id)), batch_id: null, status: anyOf(settledInBatch) },
        expect: members.length,
      }),
      ...post(now, 'batchClosed', `batch ${siteId} ${currency} ${cutOff} ${part}`, { net: money(net, currency) }),
    ]
    await commitOrGoStale(ctx, now, writes)
    return true
  })
}

/** Another worker closes the same day and has taken this part's number: read again. */
async function commitOrGoStale(ctx: PaymentsContext, now: Instant, writes: readonly Write[]): Promise<void> {
  try {
    await commit(ctx, now, writes)
  } catch (error) {
    if (error instanceof DuplicateKey) throw new StaleWrite(error.message, { cause: error })
    throw error
  }
}

/** What came (above zero) or went (below) before the cut-off and is in no batch yet. */
async function unbatched(db: Db, siteId: SiteId, cutOff: Instant): Promise<Open[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select(['id', 'currency', 'type', 'captured_minor as capturedMinor'])
    .where('site_id', '=', siteId)
    .where('batch_id', 'is', null)
    .where('status', 'in', settledInBatch)
    .where('captured_at', '<', cutOff)
    .orderBy('captured_at')
    .limit(batchSizeMax)
    .execute()
  return rows.map(({ id, currency, type, capturedMinor }) => ({
    id,
    currency,
    netMinor: leaves.has(type) ? -capturedMinor : capturedMinor,
  }))
}

/** Their money goes from us to the shopper. */
const leaves: ReadonlySet<Payment['type']> = new Set(['refund', 'chargeback', 'credit'])

async function partsOf(db: Db, siteId: SiteId, currency: Currency, cutOff: Instant): Promise<number> {
  const { parts } = await db.read
    .selectFrom('payments.batches')
    .select(({ fn }) => fn.countAll<bigint>().as('parts'))
    .where('site_id', '=', siteId)
    .where('currency', '=', currency)
    .where('cut_off_at', '=', cutOff)
    .executeTakeFirstOrThrow()
  return Number(parts)
}

const batchSizeMax = 2_000
const partsMax = 10_000
