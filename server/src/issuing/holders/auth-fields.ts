import { z } from 'zod'
import { languages } from '#core/i18n'
import { Secret } from '#kernel/base/secret.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import type { PendingLogin, TokenPair } from './holder.ts'
import { passwordLengthMax } from './password-rule.ts'
import type { Registration } from './plan-registration.ts'

/** What the bodies and replies of the auth routes are made of. */

export const group = 'Auth'

const what = `a password of at most ${passwordLengthMax} characters`
/** Unlike other fields it is never quoted in an error. */
export const password = () =>
  z
    .unknown()
    .transform((sent, context): Secret<string> => {
      if (typeof sent === 'string' && sent !== '' && sent.length <= passwordLengthMax) return new Secret(sent)
      const message = sent === undefined || sent === '' ? `is required: ${what}` : `must be ${what}`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ description: 'A password.', type: 'string', format: 'password', maxLength: passwordLengthMax })

export const code = () => text({ max: 6, pattern: /^\d{6}$/, what: 'the code of six digits from the email' })
export const language = () => optional(oneOf(languages)).meta({ description: 'Of the emails.', default: 'en' })
export const walletAddress = () => text({ max: 100, what: 'a wallet address: 0x… or erd1…' })
export const id = (thing: string) => text({ max: 100, what: `the id of ${thing}` })

/** What proves that a wallet has signed. */
export const signedChallenge = {
  challengeId: id('a challenge'),
  signature: text({ max: 1_000, what: 'the signature in hexadecimal digits' }),
  message: optional(text({ max: 2_000, lines: true, what: 'the message that was signed' })).meta({
    description: 'The message that was signed. If it is sent, it must be that of the challenge, byte for byte.',
  }),
}

export const expiresIn = (thing: string) => z.int().meta({ description: `Seconds until ${thing} expires.` })

const tokenFields = {
  accessToken: z.string().meta({ description: 'A JWT for Authorization: Bearer, valid for expiresIn seconds.' }),
  refreshToken: z.string().meta({ description: 'Works once, at POST /auth/refresh, for 30 days.' }),
  tokenType: z.literal('Bearer'),
  expiresIn: expiresIn('the access token'),
}
export const tokensShape = z.strictObject(tokenFields)
export const newCustomerShape = z.strictObject({ customerId: z.string(), ...tokenFields })
export const tokensReply = ({ accessToken, refreshToken, expiresInSeconds }: TokenPair) => ({
  accessToken,
  refreshToken: refreshToken.reveal(),
  tokenType: 'Bearer' as const,
  expiresIn: expiresInSeconds,
})

export const pendingLoginShape = z.strictObject({
  sessionToken: z.string().meta({ description: 'For POST /auth/2fa/send and /auth/2fa/verify.' }),
  secondFactor: z.literal('email'),
  expiresIn: expiresIn('the session token'),
})
export const pendingLoginReply = ({ sessionToken, expiresInSeconds }: PendingLogin) => ({
  sessionToken: sessionToken.reveal(),
  secondFactor: 'email' as const,
  expiresIn: expiresInSeconds,
})

export const registrationShape = z.strictObject({
  registrationId: z.uuid().meta({ description: 'To be sent with the code from the email.' }),
  expiresIn: expiresIn('the code'),
})
export const registrationReply = ({ registrationId, expiresInSeconds }: Registration) => ({
  registrationId,
  expiresIn: expiresInSeconds,
})
