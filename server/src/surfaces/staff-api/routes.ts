import { feeInvoiceStaffRoutes } from '#acquiring/fee-invoices'
import { merchantPayoutStaffRoutes } from '#acquiring/merchant-payouts'
import { reconciliationStaffRoutes } from '#acquiring/reconciliation'
import { statementStaffRoutes } from '#acquiring/statements'
import { approvalRoutes, ownRoutes, peopleRoutes, type StaffRoute, siteRoutes } from '#core/access'
import { partnerStaffRoutes } from '#core/partners'
import { cardStaffRoutes } from '#issuing/cards'
import { disputeStaffRoutes } from '#issuing/chargebacks'
import { holderStaffRoutes } from '#issuing/holders'
import { kycStaffRoutes } from '#issuing/kyc'
import { networkReportRoutes } from '#issuing/networkreports'
import { programmeStaffRoutes } from '#issuing/programmes'
import { screeningStaffRoutes } from '#issuing/screening'
import { topupStaffRoutes } from '#issuing/topups'
import { eventStaffRoutes } from '#issuing/webhooks'
import type { App } from '../../app/compose.ts'
import { acquiringRoutes } from './acquiring-routes.ts'

/** Every route of the interface of the staff, below `/staff/v1`. */
export const staffRoutes = (app: App): StaffRoute[] => [
  ...ownRoutes(app),
  ...approvalRoutes(app),
  ...peopleRoutes(app),
  ...siteRoutes(app),
  ...merchantPayoutStaffRoutes(app),
  ...statementStaffRoutes(app),
  ...reconciliationStaffRoutes(app),
  ...feeInvoiceStaffRoutes(app),
  ...partnerStaffRoutes(app),
  ...programmeStaffRoutes(app),
  ...kycStaffRoutes(app),
  ...holderStaffRoutes(app),
  ...cardStaffRoutes(app),
  ...acquiringRoutes(app),
  ...topupStaffRoutes(app),
  ...disputeStaffRoutes(app),
  ...networkReportRoutes(app),
  ...eventStaffRoutes(app),
  ...screeningStaffRoutes(app),
]
