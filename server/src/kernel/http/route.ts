/**
 * A route is a value: it can be mounted, listed, documented, and compared with the specification. Which dialect it
 * speaks (how a body is read, how a refusal is said) is the business of the surface that mounts it.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for a parameter. */
  path: string
  run(call: Call): Promise<Reply>
}

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
}

/** After a POST, so that a reload asks and does not post again. */
export const seeOther = (location: string): Reply => ({ status: 303, headers: { location }, body: '' })
