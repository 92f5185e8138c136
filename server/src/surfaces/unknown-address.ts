import type { FastifyRequest } from 'fastify'
import { errorReplyOf, failure } from './merchant-api/envelope.ts'
import { refuse } from './merchant-api/refusals.ts'

/**
 * Whether the caller of an address where there is nothing is a client of the API rather than a browser: it sends a key or
 * takes JSON (wire fact 12, 16). Its library would break on a page.
 */
export const expectsJson = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || /\bjson\b/i.test(headers.accept ?? '')

/** The envelope that says so. */
export function unknownAddress({ method, url, id }: FastifyRequest): string {
  const path = url.replace(/\?.*/s, '').slice(0, pathMax)
  const { status, errors } = errorReplyOf(refuse('route_not_found', { method, path }))
  return failure(status, errors, id).body
}
const pathMax = 200
