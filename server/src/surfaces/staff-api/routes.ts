import { feeInvoiceStaffRoutes } from '#acquiring/fee-invoices'
import { merchantPayoutStaffRoutes } from '#acquiring/merchant-payouts'
import { reconciliationStaffRoutes } from '#acquiring/reconciliation'
import { statementStaffRoutes } from '#acquiring/statements'
import {
  approvalRoutes,
  ownRoutes,
  peopleRoutes,
  type StaffRoute,
  sessionRoutes,
  siteRoutes,
  type TableListParts,
} from '#core/access'
import { exportTaskRoutes, listFilesOf, streamedUpTo } from '#core/exports'
import { booksStaffRoutes } from '#core/ledger'
import { partnerStaffRoutes } from '#core/partners'
import { personStaffRoutes } from '#core/persons'
import { requestLogRoutes } from '#core/request-log'
import { searchRoute } from '#core/search'
import { viewRoutes } from '#core/views'
import { accountStaffRoutes } from '#issuing/accounts'
import { cardStaffRoutes } from '#issuing/cards'
import { disputeStaffRoutes } from '#issuing/chargebacks'
import { holderStaffRoutes } from '#issuing/holders'
import { kycStaffRoutes } from '#issuing/kyc'
import { networkReportRoutes } from '#issuing/networkreports'
import { programmeStaffRoutes } from '#issuing/programmes'
import { screeningStaffRoutes } from '#issuing/screening'
import { spendingStaffRoutes } from '#issuing/spending'
import { threeDsStaffRoutes } from '#issuing/threeds'
import { topupStaffRoutes } from '#issuing/topups'
import { eventStaffRoutes, webhookTestRoutes } from '#issuing/webhooks'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { organizationExists } from '../../app/organization-exists.ts'
import { acquiringRoutes } from './acquiring-routes.ts'
import { apiReplyRoutes } from './api-reply-routes.ts'
import { carryOutRoute } from './carry-out-route.ts'
import { configurationRoute } from './configuration-route.ts'
import { healthRoute } from './health-route.ts'
import { parkedEmailRoutes } from './parked-email-routes.ts'
import { searchSources } from './search-sources.ts'
import { taskRoutes } from './task-routes.ts'
import { testToolRoutes } from './test-tool-routes.ts'

/** Every route of the interface of the staff, below `/staff/v1`. */
export function staffRoutes(app: App): StaffRoute[] {
  const lists = { ...app, rowCounts: openRowCountIndexes(app) }
  const exports = { ...app, streamedMax: app.config.exportStreamedMax, listFiles: () => listFilesOf(routes) }
  const own = ownRoutes(lists, () => permissionsOf(routes))
  const shared = sharedRoutes(app, lists)
  const routes: StaffRoute[] = [
    ...exportTaskRoutes(exports),
    ...streamedUpTo(exports, [...own, ...shared]),
    ...apiReplyRoutes(app, shared),
    carryOutRoute(app, () => routes),
  ]
  return routes
}

const permissionsOf = (routes: readonly StaffRoute[]): ReadonlySet<Permission> =>
  new Set(routes.flatMap(({ permission }) => permission ?? []))

const sharedRoutes = (app: App, lists: App & Pick<TableListParts, 'rowCounts'>): StaffRoute[] => [
  healthRoute(app),
  configurationRoute(app),
  ...taskRoutes(app),
  ...parkedEmailRoutes(app),
  ...booksStaffRoutes(lists),
  ...approvalRoutes(app),
  ...peopleRoutes({ ...lists, organizationExists: (scope) => organizationExists(app, scope) }),
  ...sessionRoutes(app),
  ...siteRoutes(app),
  ...merchantPayoutStaffRoutes(lists),
  ...statementStaffRoutes(app),
  ...reconciliationStaffRoutes(app),
  ...feeInvoiceStaffRoutes(lists),
  ...partnerStaffRoutes(app),
  ...programmeStaffRoutes(app),
  ...kycStaffRoutes(app),
  ...holderStaffRoutes(lists),
  ...accountStaffRoutes(lists),
  ...cardStaffRoutes(lists),
  ...spendingStaffRoutes(lists),
  ...threeDsStaffRoutes(lists),
  ...acquiringRoutes(app, lists),
  ...topupStaffRoutes(lists),
  ...disputeStaffRoutes(lists),
  ...networkReportRoutes(app),
  ...eventStaffRoutes(lists),
  ...webhookTestRoutes({ ...app, outbound: app.outbounds.partners }),
  ...screeningStaffRoutes(lists),
  ...testToolRoutes(app),
  searchRoute(app, searchSources(app, lists)),
  ...viewRoutes(app),
  ...personStaffRoutes(app),
  ...requestLogRoutes(lists),
]
