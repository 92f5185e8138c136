import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import { isExpired, type NetworkTransaction } from '#acquiring/shoppers'
import { type Interval, type OrderMode, type OrderType, splitsOf, type TransactionOption } from '#acquiring/terms'
import type { Level3, Purchase, WalletType } from '#connectors/acquirer/port.ts'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Calendar } from './calendar.ts'
import type { OrderStatus } from './order-states.ts'

/**
 * What a shopper owes a site: once (purchase), on a calendar (recurring), or whenever the site requests it (managed);
 * or what a site owes a shopper (credit).
 */
export type Order = NewOrder & {
  id: OrderId
  status: OrderStatus
  version: number
  cardId: StoredCardId | undefined
  /** What it was last paid with; undefined: a card, or nothing yet. */
  wallet: WalletType | undefined
  /** Why it ended or failed: `retries_exhausted`, `cancelled_by_shopper`, `attempts_used_up`, ... */
  endReason: string | undefined
  /** Declined so far by the shopper's own attempts. */
  attempts: number
  /** Where its dates are counted from; undefined until the first payment, and for orders that have no interval. */
  calendar: Calendar | undefined
  /** The first period that is not resolved. 0 is the shopper's own first payment. */
  nextPeriod: number
  /** When billing looks at it next; undefined while a payment is under way, and when nothing will be billed. */
  dueAt: Instant | undefined
  /** Why the merchant cancelled the order. */
  cancel: Cancellation | undefined
  /** It is cancelled for later. Undefined once it has ended. */
  plannedEnd: PlannedEnd | undefined
  createdAt: Instant
}

export type NewOrder = {
  siteId: SiteId
  shopperId: ShopperId
  /** The store's own number of the order; unique at its site. */
  externalId: string
  type: OrderType
  mode: OrderMode
  /** The regular amount. */
  amount: Money
  /** The first charge, when it is not the regular amount. */
  trialAmount: Money | undefined
  description: string
  items: readonly OrderItem[]
  tags: readonly string[]
  level3: Level3 | undefined
  /** Shares for other sites, of the regular amount, and what else is requested of its payments. */
  option?: TransactionOption | undefined
  /** As the merchant sent it, of whatever type; undefined when it was not sent. */
  customData: unknown
  invoiceEmail: string | undefined
  backUrl: string | undefined
  interval: Interval | undefined
  firstBillAt: Instant | undefined
  /** ISO 8601 durations with commas between. */
  retryPayment: string | undefined
  /** How often the shopper may be declined before the order fails; undefined: as often as the site says. */
  attemptsMax?: number | undefined
  /** For a card that was tokenized elsewhere: the original transaction that merchant-initiated payments refer to. */
  networkTransaction?: NetworkTransaction | undefined
  /** Of the page the shopper pays on, such as `ro`; their emails are written in it. */
  language?: string | undefined
}
export type Cancellation = { reason: string | undefined; message: string | undefined }

/**
 * The order ends with this period: when it is paid or, if it is paid already, when the next one falls due, which is not
 * billed. Who planned it may undo it; where both have, neither can. `message` is why, and the cancellation's once the order ends.
 */
export type PlannedEnd = { lastPeriod: number; by: 'merchant' | 'shopper' | 'both'; message: string | undefined }

type Ending = Pick<Order, 'plannedEnd' | 'nextPeriod' | 'dueAt'>

/** Whether its next period is billed; of an order that can be billed. */
export const isBilledAgain = ({ plannedEnd, nextPeriod }: Pick<Order, 'plannedEnd' | 'nextPeriod'>): boolean =>
  plannedEnd === undefined || plannedEnd.lastPeriod >= nextPeriod

/** When it is billed next; undefined while a payment is under way, and when nothing will be billed. */
export const nextBillAt = (order: Ending): Instant | undefined => (isBilledAgain(order) ? order.dueAt : undefined)

/** When an order that is cancelled for later ends: if it is billed once more, that is when the bill is due. */
export const endsAt = ({ plannedEnd, dueAt }: Ending): Instant | undefined => (plannedEnd ? dueAt : undefined)

export type OrderItem = {
  name: string
  unitPrice: Money
  /** Exact decimal text above zero. */
  units: string
  total: Money
  type: 'physical' | 'digital' | undefined
  code: string | undefined
  /** Exact decimal text. */
  vatPercent: string | undefined
  description: string | undefined
}

/** The amount of the first payment of an order. */
export const firstAmount = (order: Pick<NewOrder, 'amount' | 'trialAmount'>): Money => order.trialAmount ?? order.amount

type Requested = Pick<NewOrder, 'option' | 'level3' | 'amount' | 'items' | 'externalId'>

/** What a payment of this amount takes along: the shares in proportion to it, level 3 data, and what is bought. */
export function requestedOf(order: Requested, amount: Money) {
  const { option, level3 } = order
  const purchase = purchaseOf(order, amount)
  if (!option) return { option, level3, purchase }
  const splits = amount.minor === 0n ? [] : splitsOf(option.splits, amount, order.amount)
  return { option: { ...option, splits }, level3, purchase }
}

/** Undefined where the items do not come to what is paid, as in a trial, or were only for show. */
function purchaseOf({ items, externalId }: Requested, amount: Money): Purchase | undefined {
  const lines = items.map(({ name, code, units, total, vatPercent }) => ({
    ...{ name, code, units, totalMinor: total.minor, vatPercent },
  }))
  const sum = lines.reduce((all, { totalMinor }) => all + totalMinor, 0n)
  return lines.length > 0 && sum === amount.minor ? { reference: externalId, lines } : undefined
}

/** The description of the first payment (merchant-payments, trial rule): "1 month subscription trial". */
export const firstPaymentDescription = ({ trialAmount, interval, description }: NewOrder): string =>
  trialAmount && interval ? `${interval.count} ${interval.unit} subscription trial` : description

/** Statuses in which an order can be billed again. */
const billable: readonly OrderStatus[] = ['in-progress', 'retrying', 'expiring']
export const isBillable = (order: Pick<Order, 'type' | 'status'>): boolean =>
  isBilledLater(order) && billable.includes(order.status)

/** Whether the card (its expiry as MM/YYYY) will have expired when the order is billed next, by the site's calendar. */
export function cardExpires({ expiry }: { expiry: string }, dueAt: Instant | undefined, timeZone: string): boolean {
  const [expiryMonth, expiryYear] = expiry.split('/').map(Number) as [number, number]
  return dueAt !== undefined && isExpired({ expiryMonth, expiryYear }, dueAt.toZonedDateTimeISO(timeZone).toPlainDate())
}

/** Billed again later, so its card must be stored. */
export const isBilledLater = (order: Pick<NewOrder, 'type'>): boolean =>
  order.type === 'recurring' || order.type === 'managed'
