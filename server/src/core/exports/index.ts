/**
 * Lists as files that workers write: for lists that are too long to wait for. Who asks for one gets an email, fetches it
 * within days, and sees how far it is meanwhile. Each file is sealed, piece by piece, under a key of its own.
 */
import './tables.ts'

export { boundTables } from './bound.ts'
export { rewrapExports } from './rewrap-exports.ts'
export { exportTaskRoutes, listFilesOf, streamedUpTo } from './staff-routes.ts'
export { exportWork } from './write-export.ts'
