import { approvalRoutes, ownRoutes, type StaffRoute } from '#core/access'
import type { App } from '../../app/compose.ts'

/** Every route of the interface of the staff, below `/staff/v1`. */
export const staffRoutes = (app: App): StaffRoute[] => [...ownRoutes(app), ...approvalRoutes(app)]
