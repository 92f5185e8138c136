import type { FastifyRequest } from 'fastify'

/** Ids in a line of the log: whose request it was, and what it was about. Never names, addresses or tokens. */
export type LogFields = Readonly<Record<string, string>>

const ofCallers = new WeakMap<FastifyRequest, LogFields>()

/** Says whose request this is, for its line in the log. */
export const logCaller = (request: FastifyRequest, caller: LogFields): void => void ofCallers.set(request, caller)

/** Whose request it was, and what its address names: `/payments/:paymentId` as `paymentId`, `/order/:id` as `orderId`. */
export function logFieldsOf(request: FastifyRequest): LogFields {
  const path = request.routeOptions.url ?? ''
  const named = Object.entries((request.params ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    const field = fieldOf(path, name)
    return field !== undefined && isId(value) ? [[field, value] as const] : []
  })
  return { ...Object.fromEntries(named), ...ofCallers.get(request) }
}

/** Of a parameter that is called only `id`, the part of the path before it says what it is the id of. */
function fieldOf(path: string, name: string): string | undefined {
  if (name !== 'id') return name.endsWith('Id') ? name : undefined
  const [, noun] = /([a-z-]+)\/:id(?:\/|$)/.exec(path) ?? []
  return noun && `${noun.replaceAll(/-([a-z])/g, (_, first: string) => first.toUpperCase())}Id`
}

/** Numbers and UUIDs. What else a caller writes into an address may be a name, an address or a secret. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && (/^[1-9]\d{0,11}$/.test(value) || uuid.test(value))
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
