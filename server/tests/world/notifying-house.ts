import type { Clock, Instant } from '#kernel/clock.ts'
import { commit } from '#kernel/commit.ts'
import type { Db } from '#kernel/db.ts'
import { openOutbound } from '#kernel/http.ts'
import type { OrderId, PaymentId, ShopperId, SiteId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { money } from '#kernel/money.ts'
import { Secret } from '#kernel/secret.ts'
import { type NotificationFacts, planNotification, type WebhooksHouse } from '#webhooks'
import { takeWarmDatabase } from './warm-database.ts'

export const storeKey = '0123456789abcdef0123456789abcdef'
export const start = Temporal.Instant.from('2026-05-04T10:00:00Z')

/** A house that only notifies: a warm database, a clock in the hand, and sites that the test may change. */
export type NotifyingHouse = WebhooksHouse &
  AsyncDisposable & {
    /** Moves the clock of the business. */
    at(moment: Instant): void
    /** Moves the machine's own, which leases go by. */
    passWall(duration: Temporal.DurationLike): void
    /** What the directory would say of each site. */
    book: Map<number, { notificationUrl: string | undefined; keys: string[] }>
  }

export async function openNotifyingHouse({ timeoutMs = 10_000, allowPrivate = true } = {}): Promise<NotifyingHouse> {
  const database = await takeWarmDatabase()
  const db = database.open(database.url, { role: 'florin_app', connectionsMax: 6 })
  let now = start
  let wall = start
  const outbound = openOutbound({ allowPrivate, timeoutMs })
  const book: NotifyingHouse['book'] = new Map()
  return {
    db,
    clock: { now: () => now, wall: () => wall },
    outbound,
    book,
    react: async () => [],
    log: silentLog,
    sites: {
      siteKeys: async (id) => (book.get(id)?.keys ?? []).map((key) => new Secret(key)),
      site: async (id) => book.get(id),
    },
    notificationTimeoutMs: timeoutMs,
    at: (moment) => {
      now = moment
    },
    passWall: (duration) => {
      wall = wall.add(duration)
    },
    [Symbol.asyncDispose]: async () => {
      await outbound.close()
      await database.giveBack()
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

/** A new site of this house whose notifications go to the address; payments of it are told with `tell`. */
export function openSite(house: NotifyingHouse, notificationUrl: string | undefined) {
  const siteId = (10_001 + house.book.size) as SiteId
  const move = (url: string | undefined) => house.book.set(siteId, { notificationUrl: url, keys: [storeKey] })
  move(notificationUrl)
  return {
    siteId,
    move,
    tell: async (...numbers: number[]) => {
      for (const number of numbers) await tell(house, siteId, paid(number))
    },
  }
}

export async function tell(
  house: { db: Db; clock: Clock; sites: WebhooksHouse['sites'] },
  siteId: SiteId,
  facts: NotificationFacts,
): Promise<void> {
  const now = house.clock.now()
  const notificationUrl = (await house.sites.site(siteId))?.notificationUrl
  const writes = planNotification(facts, { id: siteId, notificationUrl }, now)
  await commit({ db: house.db, react: async () => [] }, now, writes)
}
