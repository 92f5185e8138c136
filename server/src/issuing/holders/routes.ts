import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { email, optional } from '#kernel/http/field.ts'
import { group, id, tokensReply, tokensShape, walletAddress } from './auth-fields.ts'
import type { HoldersContext } from './context.ts'
import { emailLoginRoute, emailRegistrationRoutes, secondFactorRoutes } from './email-routes.ts'
import { logInWithPartner } from './log-in-with-partner.ts'
import { passwordRoutes } from './password-routes.ts'
import { registerWithPartner } from './register-with-partner.ts'
import { refreshSession } from './sessions.ts'
import { walletLoginRoutes, walletRegistrationRoutes } from './wallet-routes.ts'

/** In the order of the specification, which has no routes for passwords: those are ours. */
export const authRoutes = (ctx: HoldersContext): IssuingRoute[] => [
  ...partnerRoutes(ctx),
  ...emailRegistrationRoutes(ctx),
  ...walletRegistrationRoutes(ctx),
  emailLoginRoute(ctx),
  ...walletLoginRoutes(ctx),
  refreshRoute(ctx),
  ...secondFactorRoutes(ctx),
  ...passwordRoutes(ctx),
]

const partnerRoutes = (ctx: HoldersContext): IssuingRoute[] => [
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
      walletAddress: optional(walletAddress()),
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
    body: z.object({ customerId: id('a customer') }),
    reply: tokensShape,
    run: async ({ caller: { partnerId }, body: { customerId }, once }) =>
      tokensReply(await logInWithPartner(ctx, { partnerId, customerId, once })),
  }),
]

const refreshRoute = (ctx: HoldersContext): IssuingRoute =>
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
  })
