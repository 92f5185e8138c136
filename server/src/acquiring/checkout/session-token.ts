import { timingSafeEqual } from 'node:crypto'
import { readId } from '#kernel/base/id.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { SessionId } from './ids.ts'

/**
 * The name of a session in the shopper's address bar: its id, and an HMAC with our key. Nothing about it
 * is stored, so the same order always has the same address, and a guessed id opens nothing.
 */
export const sessionToken = (keys: KeyRing, id: SessionId): string => `${id}.${sealOf(keys, id).toString('base64url')}`

/** The session of a token; undefined for a token that is not ours. */
export function readSessionToken(keys: KeyRing, unchecked: string): SessionId | undefined {
  const [idText, seal, ...rest] = unchecked.split('.')
  const id = readId<SessionId>(idText)
  if (id === undefined || seal === undefined || rest.length > 0) return undefined
  const given = Buffer.from(seal, 'base64url')
  const right = sealOf(keys, id)
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
}

const sealOf = (keys: KeyRing, id: SessionId): Buffer =>
  keys.fingerprint('page', `session ${id}`).subarray(0, sealBytes)
/** 128 bits. */
const sealBytes = 16
