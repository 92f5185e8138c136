import type { ApiRoute } from '#acquiring/api'
import { billingRoutes } from '#acquiring/billing'
import { linkRoutes } from '#acquiring/links'
import { notificationRoutes } from '#acquiring/notifications'
import { endOrdersOf, orderFacts, orderRoutes } from '#acquiring/orders'
import { cardsOfOrder } from '#acquiring/payments'
import { cardRoutes, customerRoutes } from '#acquiring/shoppers'
import { selfServiceRoute } from '#acquiring/subscriptions'
import { transactionRoutes } from '#acquiring/transactions'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import type { App } from '../../app/compose.ts'
import { cardParser } from './card-parser.ts'
import { searchRoute } from './searches.ts'
import { sessionTokenRoutes } from './session-token.ts'
import { testClockRoutes } from './test-clock.ts'

/** Every route of the merchant interface, in the order of the reference page. */
export function merchantRoutes(app: App): ApiRoute[] {
  const { db, keys, publicUrl } = app
  const rowCounts = openRowCountIndexes(app)
  const routes = [
    ...orderRoutes({ ...app, ...cardParser(app), rowCounts }),
    ...billingRoutes({ ...app, ...cardParser(app) }),
    selfServiceRoute(app),
    ...transactionRoutes({ ...app, rowCounts, orderFacts: (ids) => orderFacts(db, ids) }),
    ...customerRoutes({ ...app, endOrdersOf: (shopperId, by) => endOrdersOf(app, shopperId, by) }),
    ...cardRoutes({ ...app, ...cardParser(app), cardsOfOrder: (siteId, orderId) => cardsOfOrder(db, siteId, orderId) }),
    ...linkRoutes(app),
    ...notificationRoutes({ db, rowCounts }),
    ...sessionTokenRoutes(app),
    ...(app.testClock ? testClockRoutes({ ...app, testClock: app.testClock }) : []),
  ]
  return routes.flatMap((route) => (route.searchPath ? [route, searchRoute(keys, route, publicUrl)] : [route]))
}
