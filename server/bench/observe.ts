import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import pg from 'pg'
import type { Acquirer } from '#connectors/acquirer/port.ts'

/** One statement as the driver was given it. Times are milliseconds on this process's own clock. */
export type Requested = {
  role: string
  text: string
  values: unknown[]
  /** The first row that came back, with ids as text. */
  row: Readonly<Record<string, string>>
  began: number
  ended: number
}
export type Span = { began: number; ended: number }
export type Answered = Span & { method: string; path: string }
export type Observed = { queries: Requested[]; acquirer: Span[]; answered: Answered[] }

/** Records, in this process, all database queries and acquirer requests while requests are answered. */
export function observe() {
  let seen: Observed = { queries: [], acquirer: [], answered: [] }
  watchDriver((query) => seen.queries.push(query))
  watchHttp((answered) => seen.answered.push(answered))
  return {
    begin: () => {
      seen = { queries: [], acquirer: [], answered: [] }
      return 'begun'
    },
    observed: (): Observed => seen,
    acquirer: (acquirer: Acquirer): Acquirer => ({
      ...acquirer,
      authorize: async (request) => {
        const began = performance.now()
        const answer = await acquirer.authorize(request)
        seen.acquirer.push({ began, ended: performance.now() })
        return answer
      },
    }),
  }
}

type Query = { text?: string; values?: unknown[] }
type Result = { rows?: Record<string, unknown>[] }
type Done = (error: Error | null, result?: Result) => void

/** Wraps the driver's `query`, for both ways in which the program calls it. */
function watchDriver(saw: (query: Requested) => void): void {
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const plain = prototype.query
  prototype.query = function watched(
    this: pg.Client & { connectionParameters: { application_name: string } },
    ...given
  ) {
    const [query, , done] = given as [Query, unknown, Done | undefined]
    if (typeof query !== 'object' || typeof query.text !== 'string') return plain.apply(this, given)
    const began = performance.now()
    const [role = ''] = this.connectionParameters.application_name.split('/')
    const note = (result: Result | undefined) =>
      saw({
        role,
        text: query.text!,
        values: (query.values ?? []).map(portable),
        row: namesIn(result?.rows?.[0]),
        began,
        ended: performance.now(),
      })
    if (done) {
      const noted: Done = (error, result) => {
        note(result)
        done(error, result)
      }
      return plain.call(this, query, undefined, noted)
    }
    return (plain.call(this, query) as Promise<Result>).then((result) => {
      note(result)
      return result
    })
  }
}

/** As it goes over the wire, so that another process can send it again. */
function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'object' && value !== null && 'jsonText' in value) return value.jsonText
  return value
}

const namesIn = (row: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      typeof value === 'bigint' || typeof value === 'string' ? [[column, String(value)]] : [],
    ),
  )

type RequestSeen = { request: IncomingMessage }

function watchHttp(saw: (answered: Answered) => void): void {
  const begun = new WeakMap<IncomingMessage, number>()
  subscribe('http.server.request.start', (message) => {
    begun.set((message as RequestSeen).request, performance.now())
  })
  subscribe('http.server.response.finish', (message) => {
    const { request } = message as RequestSeen
    const { method = '', url: path = '' } = request
    saw({ method, path, began: begun.get(request)!, ended: performance.now() })
  })
}
