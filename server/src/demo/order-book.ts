import type { PaymentNotification } from '@florin/client'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import type { Purchase } from './purchase.ts'

export type PlacedOrder = Purchase & { visitor: string; placedAt: Instant }
export type Received = { receivedAt: Instant; notification: PaymentNotification }

/** How many orders, and how many notifications, the shop remembers. The oldest are forgotten first. */
const rememberedMax = 100

/** The shop's whole memory: orders placed, and notifications received. Newest first. */
export function orderBook() {
  const placed: PlacedOrder[] = []
  const received: Received[] = []
  return {
    place: (order: PlacedOrder): void => remember(placed, order),
    receive: (notification: Received): void => remember(received, notification),
    orders: (): readonly PlacedOrder[] => placed,
    find: (orderId: string): PlacedOrder | undefined => placed.find((order) => order.orderId === orderId),
    notificationsOf: (orderId: string): readonly Received[] =>
      received.filter(({ notification }) => notification.externalOrderId === orderId),
    /** Of orders that are not in the book: placed before a restart, or elsewhere in the name of this site. */
    otherNotifications: (): readonly Received[] =>
      received.filter(({ notification }) => placed.every((order) => order.orderId !== notification.externalOrderId)),
    /** The stored cards in the notifications about a visitor. */
    cardsOf: (visitor: string): readonly number[] => {
      const cards = received.filter(({ notification }) => notification.identifier === visitor)
      return [...new Set(cards.flatMap(({ notification }) => notification.cardId ?? []))]
    },
  }
}
export type OrderBook = ReturnType<typeof orderBook>

/**
 * Whether the amount is the ordered one. The result is encrypted but not signed, and it arrives through the shopper's
 * browser, so a careful shop compares before it delivers.
 */
export function isAsOrdered(order: PlacedOrder, { amount, currency }: PaymentNotification): boolean {
  const expected: (Money | undefined)[] = [order.dueNow, order.dueLater]
  return expected.some((due) => due && currency === due.currency && amount.toFixed(2) === formatMoney(due))
}

function remember<T>(list: T[], item: T): void {
  list.unshift(item)
  list.length = Math.min(list.length, rememberedMax)
}
