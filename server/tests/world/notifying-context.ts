import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import { type NotificationFacts, type NotificationsContext, planNotification } from '#acquiring/notifications'
import type { SiteId } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { openOutbound } from '#kernel/http/outbound.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { takeWarmDatabase } from './warm-database.ts'

export const storeKey = '0123456789abcdef0123456789abcdef'
export const start = Temporal.Instant.from('2026-05-04T10:00:00Z')

/** A context for notifications only: a warm database, a controlled clock, and sites that the test may change. */
export type NotifyingContext = NotificationsContext &
  AsyncDisposable & {
    /** Sets the clock of the business. */
    at(moment: Instant): void
    /** Advances the machine's clock, which leases use. */
    passWall(duration: Temporal.DurationLike): void
    /** What the directory would say of each site. */
    book: Map<number, { notificationUrl: string | undefined; keys: string[] }>
  }

export async function openNotifyingContext({
  timeoutMs = 10_000,
  allowPrivate = true,
} = {}): Promise<NotifyingContext> {
  const database = await takeWarmDatabase()
  const db = database.open(database.url, { role: 'florin_app', connectionsMax: 6 })
  let now = start
  let wall = start
  const outbound = openOutbound({ allowPrivate, timeoutMs })
  const book: NotifyingContext['book'] = new Map()
  return {
    db,
    clock: { now: () => now, wall: () => wall },
    outbound,
    book,
    react: async () => [],
    log: silentLog,
    sites: {
      sealingKey: async (id) => (book.get(id)?.keys ?? []).map((key) => new Secret(key))[0],
      site: async (id) => book.get(id),
    },
    signedBy: async () => undefined,
    notificationTimeoutMs: timeoutMs,
    at: (moment) => {
      now = moment
    },
    passWall: (duration) => {
      wall = wall.add(duration)
    },
    [Symbol.asyncDispose]: async () => {
      await outbound.close()
      await database.release()
    },
  }
}

export const paid = (number: number): NotificationFacts => ({
  transactionStatus: 'complete-ok',
  orderId: BigInt(1000 + number) as OrderId,
  externalOrderId: `bread-${number}`,
  transactionId: BigInt(2000 + number) as PaymentId,
  transactionMethod: 'card',
  transactionType: 'deposit',
  customerId: 7n as ShopperId,
  identifier: 'ada',
  amount: money(1250n, 'EUR'),
  customData: { table: '4', note: 'a+b & c' },
  cardId: undefined,
  occurredAt: start,
})

/** A new site whose notifications go to the address; `tell` announces its payments. */
export function openSite(ctx: NotifyingContext, notificationUrl: string | undefined) {
  const siteId = (10_001 + ctx.book.size) as SiteId
  const setUrl = (url: string | undefined) => ctx.book.set(siteId, { notificationUrl: url, keys: [storeKey] })
  setUrl(notificationUrl)
  return {
    siteId,
    setUrl,
    notify: async (...numbers: number[]) => {
      for (const number of numbers) await notify(ctx, siteId, paid(number))
    },
  }
}

export async function notify(
  ctx: { db: Db; clock: Clock; sites: NotificationsContext['sites'] },
  siteId: SiteId,
  facts: NotificationFacts,
): Promise<void> {
  const now = ctx.clock.now()
  const notificationUrl = (await ctx.sites.site(siteId))?.notificationUrl
  const writes = planNotification(facts, { id: siteId, notificationUrl }, now)
  await commit({ db: ctx.db, react: async () => [] }, now, writes)
}
