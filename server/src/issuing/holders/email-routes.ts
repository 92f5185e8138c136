import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { email, optional, trueOrFalse } from '#kernel/http/field.ts'
import {
  code,
  expiresIn,
  group,
  id,
  language,
  newCustomerShape,
  password,
  pendingLoginReply,
  pendingLoginShape,
  registrationReply,
  registrationShape,
  tokensReply,
  tokensShape,
} from './auth-fields.ts'
import type { HoldersContext } from './context.ts'
import { logInWithEmail } from './log-in-with-email.ts'
import { registerWithEmail } from './register-with-email.ts'
import { sendLoginCode, verifyLoginCode } from './second-factor.ts'
import { verifyRegistration } from './verify-registration.ts'

export const emailRegistrationRoutes = (ctx: HoldersContext): IssuingRoute[] => [
  issuingRoute({
    method: 'POST',
    path: '/auth/register/email',
    operationId: 'registerWithEmail',
    group,
    summary: 'Register with e-mail',
    about:
      'A password has at least 8 characters with a lower and an upper case letter, a digit and a symbol, and is none that everybody tries first. A code is sent to the address. The reply is the same for an address that a customer has already; the email tells its owner.',
    caller: 'partnerApp',
    status: 201,
    repeated: 'secret',
    body: z.object({
      email: email(254),
      password: password(),
      secondFactor: optional(trueOrFalse()).meta({ description: 'Logins also need a code that is sent by email.' }),
      language: language(),
    }),
    reply: registrationShape,
    run: async ({ caller: { partnerId }, body, ip, once }) =>
      registrationReply(
        await registerWithEmail(ctx, {
          ...body,
          partnerId,
          secondFactor: body.secondFactor ?? false,
          language: body.language ?? 'en',
          ip,
          once,
        }),
      ),
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/register/email/verify',
    operationId: 'verifyEmailRegistration',
    group,
    summary: 'Verify e-mail registration',
    about: 'The code works for 10 minutes. After five wrong ones, register again.',
    caller: 'partnerApp',
    status: 201,
    repeated: 'secret',
    body: z.object({ registrationId: id('a registration'), code: code() }),
    reply: newCustomerShape,
    run: async ({ caller: { partnerId }, body, ip, once }) => {
      const customer = await verifyRegistration(ctx, 'email', { ...body, partnerId, ip, once })
      return { customerId: customer.customerId, ...tokensReply(customer) }
    },
  }),
]

export const emailLoginRoute = (ctx: HoldersContext): IssuingRoute =>
  issuingRoute({
    method: 'POST',
    path: '/auth/login/email',
    operationId: 'loginWithEmail',
    group,
    summary: 'Log in with e-mail',
    about:
      'Replies tokens; for a customer with a second factor a session token, with which POST /auth/2fa/send sends a code and POST /auth/2fa/verify replies the tokens.',
    caller: 'partnerApp',
    repeated: 'secret',
    body: z.object({ email: email(254), password: password() }),
    reply: z.union([tokensShape, pendingLoginShape]),
    run: async ({ caller: { partnerId }, body, ip, once }) => {
      const login = await logInWithEmail(ctx, { ...body, partnerId, ip, once })
      return 'sessionToken' in login ? pendingLoginReply(login) : tokensReply(login)
    },
  })

export const secondFactorRoutes = (ctx: HoldersContext): IssuingRoute[] => [
  issuingRoute({
    method: 'POST',
    path: '/auth/2fa/send',
    operationId: 'sendTwoFactorCode',
    group,
    summary: 'Send two-factor code',
    about:
      'Send the session token of the login as Authorization: Bearer. A code goes to the address of the customer; the one before stops working. At most three for each login.',
    caller: 'loginSession',
    reply: z.strictObject({ expiresIn: expiresIn('the code') }),
    run: async ({ caller: { token }, ip }) => {
      const { expiresInSeconds } = await sendLoginCode(ctx, { token, ip })
      return { expiresIn: expiresInSeconds }
    },
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/2fa/verify',
    operationId: 'verifyTwoFactorCode',
    group,
    summary: 'Verify two-factor code',
    about:
      'Send the session token of the login as Authorization: Bearer. The code works for 10 minutes, and has five tries.',
    caller: 'loginSession',
    body: z.object({ code: code() }),
    reply: tokensShape,
    run: async ({ caller: { token }, body, ip }) =>
      tokensReply(await verifyLoginCode(ctx, { token, ip, code: body.code })),
  }),
]
