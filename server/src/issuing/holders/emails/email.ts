import type { Instant } from '#kernel/base/clock.ts'
import { codeLifetime } from '../one-time-code.ts'

export type EmailKind =
  | 'registration-code'
  | 'already-registered'
  | 'login-code'
  | 'password-code'
  | 'no-password'
  | 'password-changed'
  | 'card-tried'
export type CodeEmailKind = Extract<EmailKind, `${string}-code`>
/** `sent` when the mail server has accepted it, `parked` when it was rejected or every attempt failed. */
export type EmailStatus = 'waiting' | 'sent' | 'parked'

/** Until when an email is worth sending: one with a code while the code works, another for a day. */
export const sendableUntil = ({ kind, createdAt }: { kind: EmailKind; createdAt: Instant }): Instant =>
  createdAt.add(kind.endsWith('-code') ? codeLifetime : noticeLifetime)
export const noticeLifetime = Temporal.Duration.from({ hours: 24 })
