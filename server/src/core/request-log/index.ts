/**
 * The request log: requests of merchants' and partners' programs, with their replies, for the developers who ask which one
 * made a payment and what was wrong with it. What is kept is masked before it waits anywhere, and deleted after a while.
 */
import './tables.ts'

export type { AnsweredRequest } from './kept-request.ts'
export { openRequestLog, type RequestLog, type RequestLogParts } from './open-request-log.ts'
export { requestSearch } from './search-requests.ts'
export { requestLogRoutes } from './staff-routes.ts'
