import type { ApiRoute } from '#kernel/api-route.ts'
import { openRulers } from '#kernel/list-ruler.ts'
import { linkRoutes } from '#links'
import { endOrdersOf, orderFacts, orderRoutes } from '#orders'
import { cardsOfOrder, transactionRoutes } from '#payments'
import { cardRoutes, customerRoutes } from '#shoppers'
import { selfServiceRoute } from '#subscriptions'
import { notificationRoutes, openLogHorizon } from '#webhooks'
import type { App } from '../../app.ts'
import { cardReader } from './card-reader.ts'
import { searchRoute } from './searches.ts'
import { sessionTokenRoutes } from './session-token.ts'
import { testClockRoutes } from './test-clock.ts'

/** Every route of the merchant interface, in the order of the reference page. */
export function merchantRoutes(app: App): ApiRoute[] {
  const { db, keys, publicUrl } = app
  const ruler = openRulers(app)
  const routes = [
    ...orderRoutes({ ...app, ...cardReader(app), ruler }),
    selfServiceRoute(app),
    ...transactionRoutes({ ...app, ruler, orderFacts: (ids) => orderFacts(db, ids) }),
    ...customerRoutes({ ...app, endOrdersOf: (shopperId) => endOrdersOf(app, shopperId) }),
    ...cardRoutes({ ...app, cardsOfOrder: (siteId, orderId) => cardsOfOrder(db, siteId, orderId) }),
    ...linkRoutes(app),
    ...notificationRoutes({ db, ruler, horizon: openLogHorizon(db) }),
    ...sessionTokenRoutes(app),
    ...(app.testClock ? testClockRoutes({ ...app, testClock: app.testClock }) : []),
  ]
  return routes.flatMap((route) => (route.searchPath ? [route, searchRoute(keys, route, publicUrl)] : [route]))
}
