import { createHash } from 'node:crypto'
import { moveEarnings, type PaymentsContext, planSettled, type Unsettled, unsettledBefore } from '#acquiring/payments'
import { type SiteId, siteOwner } from '#core/directory'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import { announce, commit, decide, insert, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { cutOffsAround } from './cut-offs.ts'
import type { BatchClosed } from './events.ts'

/**
 * Closes a site's day: all money that moved before the last cut-off goes into batches, one or more for each currency, and
 * from then on can only be refunded. Safe to begin again at any point: what is in a batch stays there.
 */
export async function closeBatches(ctx: PaymentsContext, siteId: SiteId): Promise<void> {
  const site = await ctx.directory.site(siteId)
  if (!site) return
  const now = ctx.clock.now()
  const { last: cutOff, next } = cutOffsAround(now, site)
  for (let part = 0; part < partsMax; part++) {
    if (!(await closeOne(ctx, now, siteId, cutOff))) break
  }
  await commit(
    ctx,
    now,
    [
      update('settlement.cut_offs', {
        set: { due_at: next, leased_until: null },
        where: { id: BigInt(siteId) },
      }),
    ],
    'close-batch',
  )
}

/** Returns false when nothing was left to close. */
async function closeOne(ctx: PaymentsContext, now: Instant, siteId: SiteId, cutOff: Instant): Promise<boolean> {
  return decide(async () => {
    const open = await unsettledBefore(ctx.db, { siteId, cutOff, limit: batchSizeMax })
    const currency = open[0]?.currency
    if (!currency) return false
    const members = open.filter((payment) => payment.currency === currency)
    const older = members.filter(({ isToMove }) => isToMove)
    if (older.length > 0 && (await ctx.earningsWait())) {
      await moveEarnings(
        ctx,
        older.map(({ id }) => id),
      )
      return true
    }
    const net = members.reduce((sum, { netMinor }) => sum + netMinor, 0n)
    const part = await partsOf(ctx.db, siteId, currency, cutOff)
    const batch = ref('batch')
    const writes: Write[] = [
      insert(
        'settlement.batches',
        {
          site_id: siteId,
          currency,
          cut_off_at: cutOff,
          part,
          net_minor: net,
          payments: members.length,
          closed_at: now,
          members: digestOf(members.map(({ id }) => id)),
        },
        // Another worker closes the same day and has this part's number: read again.
        { as: batch, onDuplicate: { batches_site_id_currency_cut_off_at_part_key: 'stale' } },
      ),
      ...planSettled(batch, members),
      ...post(now, 'batchClosed', `batch ${siteId} ${currency} ${cutOff} ${part}`, { net: money(net, currency) }),
      announce('batchClosed', {
        owner: siteOwner(siteId),
        subjectId: batch,
        body: { currency, net: String(net), payments: members.length },
        subject: { batchId: batch, currency, earnings: earningsOf(members), wait: older.length === 0 },
      }),
    ]
    await commit(ctx, now, writes, 'close-batch')
    return true
  })
}

/** What each merchant has earned in a batch: that of the site, and those with a share of its payments. */
const earningsOf = (members: readonly Unsettled[]): BatchClosed['earnings'] =>
  [
    ...Map.groupBy(
      members.flatMap(({ earned }) => earned),
      ({ merchantId }) => merchantId,
    ),
  ].map(([merchantId, earned]) => ({
    merchantId,
    capturedMinor: earned.reduce((sum, { capturedMinor }) => sum + capturedMinor, 0n),
    minor: earned.reduce((sum, { minor }) => sum + minor, 0n),
    pendingMinor: earned.reduce((sum, { pendingMinor }) => sum + pendingMinor, 0n),
  }))

/** Which payments a batch has, for `florin verify`: the numbers in order, with commas between. */
const digestOf = (ids: readonly bigint[]): Uint8Array =>
  createHash('sha256')
    .update(ids.toSorted((one, other) => (one < other ? -1 : 1)).join(','))
    .digest()

async function partsOf(db: Db, siteId: SiteId, currency: Currency, cutOff: Instant): Promise<number> {
  const { parts } = await db.read
    .selectFrom('settlement.batches')
    .select(({ fn }) => fn.countAll<bigint>().as('parts'))
    .where('site_id', '=', siteId)
    .where('currency', '=', currency)
    .where('cut_off_at', '=', cutOff)
    .executeTakeFirstOrThrow()
  return Number(parts)
}

const batchSizeMax = 2_000
const partsMax = 10_000
