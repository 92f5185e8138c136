/** The page on which a shopper looks after a subscription: what was and will be charged, another card, and the end. */
export { selfServiceRoute } from './api-route.ts'
export type { LinkEmail, SubscriptionsContext } from './context.ts'
export { subscriptionI18nOf } from './languages/index.ts'
export { selfServiceUrl } from './link.ts'
export { subscriptionRoutes } from './routes.ts'
export { subscriptionStaffRoutes } from './staff-routes.ts'
