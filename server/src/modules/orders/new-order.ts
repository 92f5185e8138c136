import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/clock.ts'
import { AlreadyThere, announce, type Ref, type Write } from '#kernel/commit.ts'
import { formatMoney } from '#kernel/money.ts'
import type { NewOrder } from './order.ts'
import type { OrderWish } from './place-order.ts'
import { oneOrderPerExternalId, planOrder } from './plan-order.ts'

/** The order that somebody wishes for, the news of it, and what must be written with it. */
export const opening = (now: Instant, as: Ref, wish: OrderWish): Write[] => [
  planOrder(now, as, newOrder(wish)),
  announce('orderOpened', {
    siteId: wish.site.id,
    subjectId: as,
    body: { amount: formatMoney(wish.terms.amount), currency: wish.terms.amount.currency, type: wish.terms.type },
    subject: undefined,
  }),
  ...(wish.alongside?.(as) ?? []),
]

/** Whether a commit failed because the site has an order of this external id already. */
export const isOpenedAlready = (error: unknown): boolean =>
  error instanceof AlreadyThere && error.constraint === oneOrderPerExternalId

/** The order that somebody wishes for. */
export const newOrder = ({ site, shopperId, terms, card, details = {}, ...wish }: OrderWish): NewOrder => ({
  siteId: site.id,
  shopperId,
  externalId: wish.externalId ?? randomUUID().replaceAll('-', ''),
  ...terms,
  description: wish.description ?? '',
  items: details.items ?? [],
  tags: details.tags ?? [],
  level3: details.level3,
  customData: details.customData,
  invoiceEmail: details.invoiceEmail,
  backUrl: details.backUrl,
  // There is no page to try again on: what is declined has failed, unless it asks to be sent again.
  attemptsMax: card && 1,
  networkTransaction: card?.from === 'stored' ? card.networkTransaction : undefined,
})
