import { randomUUID } from 'node:crypto'
import { guardShopper } from '#acquiring/shoppers'
import { siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { announce, type Miss, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { NewOrder } from './order.ts'
import type { OrderInput } from './place-order.ts'
import { planOrder } from './plan-order.ts'

/** A new order, its event, and what must be written with it. */
export const opening = (
  now: Instant,
  as: Ref,
  input: OrderInput,
  { order = newOrder(input), whenTaken }: { order?: NewOrder; whenTaken?: Miss } = {},
): Write[] => [
  guardShopper(input.shopperId),
  planOrder(now, as, order, whenTaken),
  announce('orderOpened', {
    owner: siteOwner(input.site.id),
    subjectId: as,
    body: { amount: formatMoney(input.terms.amount), currency: input.terms.amount.currency, type: input.terms.type },
    subject: undefined,
  }),
]

/** The order of a request. One without an external id gets another one with each call. */
export const newOrder = ({ site, shopperId, terms, card, details = {}, ...input }: OrderInput): NewOrder => ({
  siteId: site.id,
  shopperId,
  externalId: input.externalId ?? randomUUID().replaceAll('-', ''),
  ...terms,
  description: input.description ?? '',
  items: details.items ?? [],
  tags: details.tags ?? [],
  level3: details.level3,
  option: details.option,
  customData: details.customData,
  invoiceEmail: details.invoiceEmail,
  backUrl: details.backUrl,
  // There is no page to try again on: a declined order fails, unless the bank requires a challenge.
  attemptsMax: card && 1,
  networkTransaction: card?.networkTransaction,
})
