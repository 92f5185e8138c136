/**
 * Requests of persons: what is held of somebody is exported, and erased. The modules say what they hold (`personal.ts`,
 * `kernel/db/personal-data.ts`); what an export reads, an erasure empties and a duty keeps follows from their lists.
 * Decision 122.
 */
import './tables.ts'

export type { Duty } from '#kernel/db/personal-data.ts'
export { beginErasure } from './begin-erasure.ts'
export type { PersonsContext } from './context.ts'
export { continueErasure, erasureWork } from './erase-person.ts'
export type { ErasureId, PersonKind, Subject, SubjectKind, Terms } from './erasure.ts'
export { exportPerson, type PersonExport } from './export-person.ts'
export type { FoundIds } from './personal-rows.ts'
export { type ErasurePlan, planErasure } from './plan-erasure.ts'
export { requestErasure } from './request-erasure.ts'
export { personStaffRoutes } from './staff-routes.ts'
