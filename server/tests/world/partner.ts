import type { Partner } from '#core/partners'
import type { World } from './world.ts'

export type IssuingReply = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }
export type CallOptions = {
  body?: unknown
  headers?: Record<string, string>
  /** Of staff: the same was done before, so that nothing changes now and nothing is written in the audit. */
  changesNothing?: boolean
}
export type CallAs = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: CallOptions,
) => Promise<IssuingReply>

/** A partner of the world, with everything that it holds, and the ways to call the issuing interface. */
export type PartnerFixture = {
  partner: Partner
  apiKey: string
  signingKey: string
  /** As its server, with its API key. */
  asServer: CallAs
  /** As the app of a customer who has not logged in. */
  asApp: CallAs
  /** As the caller who has this token. */
  withToken(token: string): CallAs
  /** Registers a customer and logs it in. */
  customer(email?: string): Promise<{ customerId: string; accessToken: string; refreshToken: string; call: CallAs }>
}

const by = { actor: 'test', fromWhere: 'test' }

export async function openPartner(world: World, name = 'Nordwind Bank'): Promise<PartnerFixture> {
  const { partner, apiKey, signingKey } = await world.app.partners.create({ by, name, live: false })
  const calling =
    (own: Record<string, string>): CallAs =>
    async (method, path, { body, headers = {} } = {}) => {
      const response = await world.http.inject({
        method,
        url: `/v1${path}`,
        headers: { ...own, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const text = response.body
      const isPage = String(response.headers['content-type']).startsWith('text/html')
      const read = () => (text === '' ? {} : JSON.parse(text))
      return { status: response.statusCode, body: isPage ? { page: text } : read(), headers: response.headers }
    }
  const asServer = calling({ 'x-partner-api-key': apiKey.reveal() })
  const withToken = (token: string) => calling({ authorization: `Bearer ${token}` })
  let customers = 0
  return {
    partner,
    apiKey: apiKey.reveal(),
    signingKey: signingKey.reveal(),
    asServer,
    asApp: calling({ 'x-partner-id': String(partner.id) }),
    withToken,
    customer: async (email = `customer-${++customers}@example.com`) => {
      const registered = await asServer('POST', '/auth/register/partner', { body: { email } })
      const { customerId } = registered.body as { customerId: string }
      const login = await asServer('POST', '/auth/login/partner', { body: { customerId } })
      const { accessToken, refreshToken } = login.body as { accessToken: string; refreshToken: string }
      return { customerId, accessToken, refreshToken, call: withToken(accessToken) }
    },
  }
}
