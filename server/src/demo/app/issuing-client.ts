import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AppKeys } from './app-keys.ts'

/** Florin has refused a request. Its message is written for the person who can correct it. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly status: number
  readonly reason: string
  constructor({ status, reason, message }: { status: number; reason: string; message: string }) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

type Method = 'GET' | 'POST' | 'PATCH'

/** Calls Florin as somebody: the app's server, or one of its customers. */
export type Caller = {
  /** Reads a reply in JSON; fields that the app does not know are ignored. */
  read<Shape extends z.ZodType>(shape: Shape, path: string): Promise<z.output<Shape>>
  send<Shape extends z.ZodType>(shape: Shape, method: Method, path: string, body?: object): Promise<z.output<Shape>>
  /** A page or a file, as it came. */
  fetch(method: Method, path: string, body?: object): Promise<Response>
}

export type IssuingClient = { asServer: Caller; asCustomer(customerId: string): Caller }

/** The issuing interface over HTTP, as a partner's server uses it: with its API key, and an access token of each customer. */
export function openIssuingClient({ apiUrl, keys }: { apiUrl: string; keys: AppKeys }): IssuingClient {
  const tokens = new Map<string, string>()
  const asServer = callerOf((request) => carryOut(apiUrl, request, keys.asServer()))

  async function tokenOf(customerId: string): Promise<string> {
    const known = tokens.get(customerId)
    if (known !== undefined) return known
    const { accessToken } = await asServer.send(Login, 'POST', '/auth/login/partner', { customerId })
    if (tokens.size >= tokensMax) tokens.clear()
    tokens.set(customerId, accessToken)
    return accessToken
  }

  const asCustomer = (customerId: string): Caller =>
    callerOf(async (request) => {
      const headers = async () => ({ authorization: `Bearer ${await tokenOf(customerId)}` })
      const isKnown = tokens.has(customerId)
      const response = await carryOut(apiUrl, request, await headers())
      if (response.status !== 401 || !isKnown) return response
      // It has expired: the customer is logged in anew, and the same request goes out once more.
      tokens.delete(customerId)
      return carryOut(apiUrl, request, await headers())
    })

  return { asServer, asCustomer }
}

const Login = z.object({ accessToken: z.string() })
/** More customers at once log in anew now and then. */
const tokensMax = 1_000

type Request = { method: Method; path: string; body: object | undefined; idempotencyKey: string | undefined }

function callerOf(carryOut: (request: Request) => Promise<Response>): Caller {
  const call: Caller['fetch'] = async (method, path, body) => {
    const idempotencyKey = method === 'GET' ? undefined : randomUUID()
    const response = await carryOut({ method, path, body, idempotencyKey })
    if (!response.ok) throw await refusalIn(response)
    return response
  }
  return {
    fetch: call,
    read: async (shape, path) => shape.parse(await (await call('GET', path)).json()),
    send: async (shape, method, path, body) => shape.parse(await (await call(method, path, body)).json()),
  }
}

const carryOut = (
  apiUrl: string,
  { method, path, body, idempotencyKey }: Request,
  headers: Record<string, string>,
): Promise<Response> =>
  fetch(`${apiUrl}${path}`, {
    method,
    headers: {
      ...headers,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
const timeoutMs = 20_000

const Refused = z.object({ message: z.string(), reason: z.string().catch('unknown') })

async function refusalIn(response: Response): Promise<RefusedRequest> {
  const refused = Refused.safeParse(await response.json().catch(() => undefined))
  const { message, reason } = refused.data ?? { message: `Florin replied ${response.status}.`, reason: 'unknown' }
  return new RefusedRequest({ status: response.status, message, reason })
}
