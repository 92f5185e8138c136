import { orderStaffRoutes } from '#acquiring/billing'
import { sessionStaffRoutes } from '#acquiring/checkout'
import { disputeStaffRoutes } from '#acquiring/disputes'
import { emailStaffRoutes } from '#acquiring/emails'
import { invoiceStaffRoutes } from '#acquiring/invoices'
import { linkStaffRoutes } from '#acquiring/links'
import { merchantStaffRoutes } from '#acquiring/merchants'
import { notificationStaffRoutes, notificationTestRoutes } from '#acquiring/notifications'
import { pricingStaffRoutes } from '#acquiring/pricing'
import { routingStaffRoutes } from '#acquiring/routing'
import { shopperStaffRoutes } from '#acquiring/shoppers'
import { subscriptionStaffRoutes } from '#acquiring/subscriptions'
import { paymentStaffRoutes } from '#acquiring/transactions'
import { limitStaffRoutes } from '#acquiring/velocity'
import type { StaffRoute } from '#core/access'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import type { App } from '../../app/compose.ts'

/** What the staff do with payments that merchants take, and with all that belongs to them. */
export function acquiringRoutes(app: App): StaffRoute[] {
  const rowCounts = openRowCountIndexes(app)
  return [
    ...paymentStaffRoutes({ ...app, rowCounts }),
    ...orderStaffRoutes({ ...app, rowCounts }),
    ...subscriptionStaffRoutes(app),
    ...shopperStaffRoutes(app),
    ...linkStaffRoutes(app),
    ...sessionStaffRoutes(app),
    ...notificationStaffRoutes(app),
    ...notificationTestRoutes({ ...app, outbound: app.outbounds.stores }),
    ...emailStaffRoutes(app),
    ...invoiceStaffRoutes(app),
    ...disputeStaffRoutes(app),
    ...pricingStaffRoutes(app),
    ...routingStaffRoutes(app),
    ...limitStaffRoutes(app),
    ...merchantStaffRoutes(app),
  ]
}
