import type { RefusalKind } from '#kernel/base/refusal.ts'

/**
 * A route is a value: it can be mounted, listed, documented, and compared with the specification. It says who may call
 * it and with which permission. Which dialect it speaks (how a body is read, how a refusal is worded, how a caller is
 * recognized) is the business of the surface that mounts it.
 */
export type RouteAt = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for a parameter. */
  path: string
}

/** A route that reads its request by itself, such as a page. */
export type Route = RouteAt &
  Access & {
    /** The rate limits that a call counts against, by their names in the surface's table. */
    limits?: readonly string[]
    /** The largest body in bytes, where the usual one of the surface is too small. */
    bodyBytesMax?: number
    run(call: Call): Promise<Reply>
  }

/**
 * The kinds of callers. Each surface adds its own by declaration merging, with whether a caller of the kind needs a
 * permission. `public`: anybody may call. `session`: the address holds a secret token, and its
 * holder may call.
 */
export interface CallerKinds {
  public: 'open'
  session: 'open'
}
export type CallerKind = keyof CallerKinds & string

/** What is allowed, as the noun and the verb: `refunds:create`. */
export type Permission = `${string}:${string}`

/** Who may call. Only a caller of an open kind needs no permission. */
export type Access = {
  [Kind in CallerKind]: CallerKinds[Kind] extends 'open'
    ? { caller: Kind; permission?: undefined }
    : { caller: Kind; permission: Permission }
}[CallerKind]

/** The permissions of a caller; `all` is for keys that are not narrowed. */
export type Permissions = 'all' | { has(permission: Permission): boolean }
export const isPermitted = (permissions: Permissions, permission: Permission): boolean =>
  permissions === 'all' || permissions.has(permission)

/** One request, already read. Everything in it is unchecked. */
export type Call = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  /** Form fields or a JSON value; undefined without a body. */
  body: unknown
  headers: Readonly<Record<string, string | string[] | undefined>>
  ip: string
  /** Also in the log and on every error page. */
  requestId: string
}

export type Reply = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** What is sent in place of the body. */
  file?: Buffer
}

/** The HTTP status of a refusal, the same in every dialect. */
export const statusOfRefusal: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limit: 429,
  busy: 503,
}

/** After a POST, so that a reload reads the page and does not post again. */
export const seeOther = (location: string): Reply => ({
  status: 303,
  headers: { location: headerAddress(location) },
  body: '',
})

/** An address as a header may carry it: as it is, or escaped as browsers do when it has other letters than ASCII. */
function headerAddress(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address
  return URL.parse(address)?.href ?? encodeURI(address.toWellFormed())
}
