import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { email, optional, text } from '#kernel/http/field.ts'
import type { HoldersContext } from './context.ts'
import type { TokenPair } from './holder.ts'
import { logInWithPartner } from './log-in-with-partner.ts'
import { registerWithPartner } from './register-with-partner.ts'
import { refreshSession } from './sessions.ts'

const group = 'Auth'
const tokensShape = z.strictObject({
  accessToken: z.string().meta({ description: 'A JWT for Authorization: Bearer, valid for expiresIn seconds.' }),
  refreshToken: z.string().meta({ description: 'Works once, at POST /auth/refresh, for 30 days.' }),
  tokenType: z.literal('Bearer'),
  expiresIn: z.int().meta({ description: 'Seconds until the access token expires.' }),
})
const tokensReply = ({ accessToken, refreshToken, expiresInSeconds }: TokenPair) => ({
  accessToken,
  refreshToken: refreshToken.reveal(),
  tokenType: 'Bearer' as const,
  expiresIn: expiresInSeconds,
})

export const authRoutes = (ctx: HoldersContext): IssuingRoute[] => [
  issuingRoute({
    method: 'POST',
    path: '/auth/register/partner',
    operationId: 'registerCustomerWithPartnerKey',
    group,
    summary: 'Register a customer with the partner key',
    caller: 'partner',
    permission: 'customers:create',
    status: 201,
    repeated: 'stored',
    body: z.object({
      email: email(254),
      walletAddress: optional(text({ max: 100, what: 'a wallet address' })),
    }),
    reply: z.strictObject({ customerId: z.string() }),
    run: async ({ caller: { partnerId }, body, ip, once }) => ({
      customerId: await registerWithPartner(ctx, { ...body, partnerId, ip, once }),
    }),
    recover: async (_caller, customerId) => ({ customerId }),
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/login/partner',
    operationId: 'loginCustomerWithPartnerKey',
    group,
    summary: 'Log in a customer with the partner key',
    caller: 'partner',
    permission: 'customers:login',
    repeated: 'secret',
    body: z.object({ customerId: text({ max: 100, what: 'the id of a customer' }) }),
    reply: tokensShape,
    run: async ({ caller: { partnerId }, body: { customerId }, once }) =>
      tokensReply(await logInWithPartner(ctx, { partnerId, customerId, once })),
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/refresh',
    operationId: 'refreshAccessToken',
    group,
    summary: 'Refresh access token',
    about:
      'Send the refresh token as Authorization: Bearer. Each works once; a token that is used again ends the session, because somebody else has it too.',
    caller: 'refreshToken',
    reply: tokensShape,
    run: async ({ caller: { token } }) => tokensReply(await refreshSession(ctx, token)),
  }),
]
