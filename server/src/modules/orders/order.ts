import type { Instant } from '#kernel/clock.ts'
import type { OrderId, ShopperId, SiteId, StoredCardId } from '#kernel/ids.ts'
import type { Money } from '#kernel/money.ts'
import type { OrderStatus } from './order-states.ts'

/** What a shopper owes a site: once (purchase), on a calendar (recurring), or whenever the site asks (managed). */
export type Order = NewOrder & {
  id: OrderId
  status: OrderStatus
  version: number
  cardId: StoredCardId | undefined
  /** Why it ended or failed: `retries_exhausted`, `cancelled_by_shopper`, `attempts_used_up`, ... */
  endReason: string | undefined
  /** Declined so far by the shopper's own attempts. */
  attempts: number
  createdAt: Instant
}

export type NewOrder = {
  siteId: SiteId
  shopperId: ShopperId
  /** The store's own number of the order; unique at its site. */
  externalId: string
  type: 'purchase' | 'recurring' | 'managed'
  /** `authAndCapture` takes the money at once, `auth` reserves it, `verifyCard` only proves and stores the card. */
  mode: 'auth' | 'authAndCapture' | 'verifyCard'
  /** The regular amount. */
  amount: Money
  /** The first charge, when it is not the regular amount. */
  trialAmount: Money | undefined
  description: string
  items: readonly OrderItem[]
  tags: readonly string[]
  level3: Readonly<Record<string, unknown>> | undefined
  /** As the merchant sent it, of whatever type; undefined when it was not sent. */
  customData: unknown
  invoiceEmail: string | undefined
  backUrl: string | undefined
  interval: { unit: 'day' | 'month'; count: number } | undefined
  firstBillAt: Instant | undefined
  /** ISO 8601 durations with commas between. */
  retryPayment: string | undefined
}

export type OrderItem = {
  name: string
  unitPrice: Money
  /** Exact decimal text above zero. */
  units: string
  total: Money
  type: string | undefined
  code: string | undefined
  /** Exact decimal text. */
  vatPercent: string | undefined
  description: string | undefined
}

/** What the first payment of an order takes. */
export const firstAmount = (order: Pick<NewOrder, 'amount' | 'trialAmount'>): Money => order.trialAmount ?? order.amount

/** How the first charge reads on records (merchant-payments, trial rule): "1 month subscription trial". */
export const chargeDescription = ({ trialAmount, interval, description }: NewOrder): string =>
  trialAmount && interval ? `${interval.count} ${interval.unit} subscription trial` : description

/** Billed again later, so its card must be stored. */
export const isBilledLater = (order: Pick<NewOrder, 'type'>): boolean => order.type !== 'purchase'
