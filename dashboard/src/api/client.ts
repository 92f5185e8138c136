import createClient, { type Middleware } from 'openapi-fetch'
import type { Texts } from '../i18n/language.tsx'
import { inLanguageOfPage } from '../i18n/refusals/translate.ts'
import type { components, operations, paths } from './generated'
import { ofPresence } from './presence.ts'

type Refusal = components['schemas']['Error']

/** What the server refused, or a call that did not reach it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 when there was no reply. */
  readonly status: number
  readonly refusal: Partial<Refusal>

  constructor(status: number, refusal: Partial<Refusal>) {
    super(refusal.message ?? `The server replied with ${status}.`)
    this.status = status
    this.refusal = refusal
  }

  /** What is wrong with each field, by its name. */
  get fields(): Readonly<Record<string, string>> {
    const { field, message, problems } = this.refusal
    const all = problems ?? (field !== undefined && message !== undefined ? [{ field, message }] : [])
    return Object.fromEntries(all.map((problem) => [problem.field, problem.message]))
  }
}

/** Every request says that it comes from these pages, and whether for somebody who is there; every refusal is thrown. */
const guarded: Middleware = {
  onRequest: ({ request }) => {
    request.headers.set('florin-dashboard', '1')
    for (const [name, value] of Object.entries(ofPresence())) request.headers.set(name, value)
  },
  onResponse: async ({ response }) => {
    if (!response.ok) throw new ApiError(response.status, await refusalOf(response))
  },
  onError: ({ error }) => {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return error
    return new ApiError(0, { message: unreachable[document.documentElement.lang === 'ro' ? 'ro' : 'en'] })
  },
}

const unreachable: Texts<string> = {
  en: 'The server cannot be reached. Check the connection; nothing was lost here.',
  ro: 'Serverul nu poate fi contactat. Verifică conexiunea; nimic nu s-a pierdut aici.',
}

/** What the server refused, in the language of the page. */
export async function refusalOf(response: Response): Promise<Partial<Refusal>> {
  const refusal = await response.json().catch(() => ({}))
  return inLanguageOfPage(refusal as Partial<Refusal>)
}

export const apiRoot = '/staff/v1'
export const api = createClient<paths>({ baseUrl: apiRoot })
api.use(guarded)

/** The body of a reply. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call
  return data as T
}

/** An id of an address, for routes whose document says that it is a number; what is none names nothing. */
export const idIn = (text: string): number => Number(text)

type Operation = keyof operations
type ContentOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never
type OkOf<R> = R extends { 200: infer Ok } ? Ok : R extends { 201: infer Created } ? Created : never
/** What an operation replies, by its name in the interface. */
export type Reply<Name extends Operation> = ContentOf<OkOf<operations[Name]['responses']>>
/** What is sent to an operation. */
export type Sent<Name extends Operation> = operations[Name] extends { requestBody: infer Request }
  ? ContentOf<Request>
  : never
/** One entry of a list. */
export type Entry<Name extends Operation> = Reply<Name> extends { data: (infer One)[] } ? One : never
