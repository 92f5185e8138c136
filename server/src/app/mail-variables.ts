import { z } from 'zod'
import { isEmailAddress } from '#kernel/http/read.ts'
import { milliseconds } from './setting-shapes.ts'

/** Where emails go, and whether any do. */
export const mailVariables = {
  FLORIN_MESSAGES: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off: no emails to shoppers (receipts, failed payments, expiring cards) and to the staff of merchants (disputes)',
    ),
  FLORIN_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'mail server for emails to shoppers and staff, smtp://user:password@host:587 or smtps://…:465; required in production; without it staging stores them in its mailbox',
    ),
  FLORIN_MAIL_FROM: z
    .string()
    .refine((text) => isEmailAddress(text), 'Invalid email address')
    .optional()
    .describe('sender address of emails; required with FLORIN_SMTP_URL'),
  FLORIN_MAIL_TIMEOUT_MS: milliseconds({ from: 1_000, to: 600_000 })
    .default(30_000)
    .describe('how long sending one email may take'),
  FLORIN_MAIL_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('emails that this process sends at the same time, each on its own connection'),
}
