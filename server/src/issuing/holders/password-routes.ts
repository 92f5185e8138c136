import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { email } from '#kernel/http/field.ts'
import { code, expiresIn, group, password } from './auth-fields.ts'
import { changePassword } from './change-password.ts'
import type { HoldersContext } from './context.ts'
import { resetPassword, sendPasswordCode } from './reset-password.ts'

/** Routes of our own: the specification says nothing of how a password changes (decision 68). */
export const passwordRoutes = (ctx: HoldersContext): IssuingRoute[] => [
  issuingRoute({
    method: 'POST',
    path: '/auth/password',
    operationId: 'changePassword',
    group,
    summary: 'Change the password',
    about:
      'For a customer who registered with e-mail. All sessions end, this one too: log in with the new password. The customer receives an email.',
    caller: 'holder',
    permission: 'password:change',
    status: 204,
    body: z.object({ currentPassword: password(), newPassword: password() }),
    reply: z.void(),
    run: ({ caller, body, ip }) => changePassword(ctx, { ...caller, ...body, ip }),
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/password/forgot',
    operationId: 'sendPasswordCode',
    group,
    summary: 'Send a code for a new password',
    about:
      'A code goes to the address; the one before stops working. The reply is the same for an address without a customer who has a password; the email says so.',
    caller: 'partnerApp',
    body: z.object({ email: email(254) }),
    reply: z.strictObject({ expiresIn: expiresIn('the code') }),
    run: async ({ caller: { partnerId }, body, ip }) => {
      const { expiresInSeconds } = await sendPasswordCode(ctx, { ...body, partnerId, ip })
      return { expiresIn: expiresInSeconds }
    },
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/password/reset',
    operationId: 'resetPassword',
    group,
    summary: 'Reset a forgotten password',
    about:
      'The code works for 10 minutes, and has five tries. All sessions end; log in with the new password. The customer receives an email.',
    caller: 'partnerApp',
    status: 204,
    repeated: 'stored',
    body: z.object({ email: email(254), code: code(), newPassword: password() }),
    reply: z.void(),
    run: ({ caller: { partnerId }, body, ip, once }) => resetPassword(ctx, { ...body, partnerId, ip, once }),
    recover: async () => undefined,
  }),
]
