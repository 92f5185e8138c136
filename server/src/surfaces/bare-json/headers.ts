import type { FastifyRequest } from 'fastify'
import { refuse } from './refusals.ts'

/** What of a request tells who calls. */
export type Asking = Pick<FastifyRequest, 'headers' | 'ip'>

export function headerOf({ headers }: Asking, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

export function bearerOf(request: Asking, what: string): string {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headerOf(request, 'authorization') ?? '') ?? []
  if (!token) throw refuse('missing_token', { what })
  return token
}
