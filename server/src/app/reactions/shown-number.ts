import { mayBeLinkOrder } from '#acquiring/links'
import type { Order } from '#acquiring/orders'

/** The store's number of an order, where its shopper has seen it: orders of links are numbered by us. */
export const shownNumber = ({ externalId }: Order): string | undefined =>
  mayBeLinkOrder(externalId) ? undefined : externalId
