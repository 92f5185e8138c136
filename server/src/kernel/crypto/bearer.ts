import { timingSafeEqual } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { readId } from '#kernel/base/id.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/**
 * What an address that is opened without a log-in stands for: anyone who has it may do for this subject what the purpose
 * says, until it ends. Nothing is stored.
 */
export type Bearer<Purpose extends string, Subject extends bigint> = {
  purpose: Purpose
  subject: Subject
  endsAt: Instant
}

/** The subject, the last second in base 36, and an HMAC of both and the purpose with our key. */
export const bearerToken = (keys: KeyRing, bearer: Bearer<string, bigint>): string =>
  `${bearer.subject}.${secondsOf(bearer.endsAt).toString(36)}.${sealOf(keys, bearer).toString('base64url')}`

/** What a token of this purpose stands for, even when it has ended; undefined for a token that is not ours. */
export function readBearer<Purpose extends string, Subject extends bigint>(
  keys: KeyRing,
  purpose: Purpose,
  unchecked: string,
): Bearer<Purpose, Subject> | undefined {
  const [subjectText, secondsText, seal, ...rest] = unchecked.split('.')
  const subject = readId<Subject>(subjectText)
  if (subject === undefined || seal === undefined || rest.length > 0) return undefined
  if (!/^[0-9a-z]{1,8}$/.test(secondsText ?? '')) return undefined
  const endsAt = Temporal.Instant.fromEpochMilliseconds(Number.parseInt(secondsText!, 36) * 1000)
  const given = Buffer.from(seal, 'base64url')
  const right = sealOf(keys, { purpose, subject, endsAt })
  return given.length === right.length && timingSafeEqual(given, right) ? { purpose, subject, endsAt } : undefined
}

/** The key is never rotated; the purpose keeps these seals apart from each other and from those of sessions. */
const sealOf = (keys: KeyRing, { purpose, subject, endsAt }: Bearer<string, bigint>): Buffer =>
  keys.fingerprint('page', `${purpose} ${subject} until ${secondsOf(endsAt)}`).subarray(0, sealBytes)
/** 128 bits. */
const sealBytes = 16

const secondsOf = (at: Instant): number => Math.floor(at.epochMilliseconds / 1000)
