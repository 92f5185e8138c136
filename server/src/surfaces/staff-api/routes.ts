import { approvalRoutes, ownRoutes, type StaffRoute } from '#core/access'
import { partnerStaffRoutes } from '#core/partners'
import { kycStaffRoutes } from '#issuing/kyc'
import { programmeStaffRoutes } from '#issuing/programmes'
import type { App } from '../../app/compose.ts'

/** Every route of the interface of the staff, below `/staff/v1`. */
export const staffRoutes = (app: App): StaffRoute[] => [
  ...ownRoutes(app),
  ...approvalRoutes(app),
  ...partnerStaffRoutes(app),
  ...programmeStaffRoutes(app),
  ...kycStaffRoutes(app),
]
