import { orderStaffRoutes } from '#acquiring/billing'
import { sessionStaffRoutes, signerIn } from '#acquiring/checkout'
import { disputeStaffRoutes } from '#acquiring/disputes'
import { emailStaffRoutes } from '#acquiring/emails'
import type { PaymentId } from '#acquiring/ids'
import { invoiceStaffRoutes } from '#acquiring/invoices'
import { linkStaffRoutes } from '#acquiring/links'
import { merchantStaffRoutes } from '#acquiring/merchants'
import { notificationStaffRoutes, notificationTestRoutes } from '#acquiring/notifications'
import { cardUse } from '#acquiring/orders'
import { lastUseOfCards, requireSeenTransaction } from '#acquiring/payments'
import { pricingStaffRoutes } from '#acquiring/pricing'
import { processorStaffRoutes } from '#acquiring/processors'
import { routingStaffRoutes } from '#acquiring/routing'
import { shopperStaffRoutes } from '#acquiring/shoppers'
import { subscriptionStaffRoutes } from '#acquiring/subscriptions'
import { paymentStaffRoutes } from '#acquiring/transactions'
import { abuseStaffRoutes, limitStaffRoutes } from '#acquiring/velocity'
import type { StaffRoute, TableListParts } from '#core/access'
import type { App } from '../../app/compose.ts'

/** What the staff do with payments that merchants take, and with all that belongs to them. */
export function acquiringRoutes(app: App, lists: App & Pick<TableListParts, 'rowCounts'>): StaffRoute[] {
  return [
    ...subscriptionStaffRoutes(app),
    ...paymentStaffRoutes(lists),
    ...orderStaffRoutes(lists),
    ...shopperStaffRoutes({
      ...lists,
      cardUse: { ...cardUse(app), lastUseOf: (cards) => lastUseOfCards(app.db, cards) },
    }),
    ...linkStaffRoutes(lists),
    ...sessionStaffRoutes(app),
    ...notificationStaffRoutes({ ...lists, signedBy: signerIn(app.db) }),
    ...notificationTestRoutes({ ...app, outbound: app.outbounds.stores }),
    ...emailStaffRoutes(app),
    ...invoiceStaffRoutes(lists),
    ...disputeStaffRoutes(lists),
    ...pricingStaffRoutes(app),
    ...processorStaffRoutes(app),
    ...routingStaffRoutes(app),
    ...limitStaffRoutes(app),
    ...abuseStaffRoutes({ ...app, cardOfPayment: (id) => cardOfPayment(app, id) }),
    ...merchantStaffRoutes(lists),
  ]
}

/** Of any merchant: the operator blocks it. */
async function cardOfPayment({ db }: App, paymentId: PaymentId) {
  const { merchantId, card } = await requireSeenTransaction(db, paymentId, () => true)
  const { fingerprint, brand, first6, last4 } = card
  return { merchantId, paymentId, fingerprint, shown: `${brand} ${first6}…${last4}` }
}
