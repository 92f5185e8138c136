import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secret } from '#kernel/base/secret.ts'

/**
 * Argon2id with the second of the equivalent settings of the OWASP password storage cheat sheet: 19 MiB, two passes,
 * one lane.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** The PHC string of the password, which carries its own cost, so that the cost may be raised without a migration. */
export async function hashPassword(password: Secret<string>): Promise<string> {
  const salt = randomBytes(saltBytes)
  return phcOf(salt, await derive({ ...cost, message: textOf(password), nonce: salt, tagLength: hashBytes }))
}

/** Always does the whole work. */
export async function passwordMatches(unchecked: Secret<string>, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc)
  if (!match) throw new Error('A stored password hash is not an argon2id PHC string.')
  const hash = Buffer.from(match[5]!, 'base64')
  const derived = await derive({
    memory: Number(match[1]),
    passes: Number(match[2]),
    parallelism: Number(match[3]),
    message: textOf(unchecked),
    nonce: Buffer.from(match[4]!, 'base64'),
    tagLength: hash.length,
  })
  return timingSafeEqual(derived, hash)
}

/** Compared with the password of an unknown user: costs as much as any other hash, and never matches. */
export const unknownUserHash = phcOf(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, hash: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

function phcOf(salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(hash)}`
}

/** One text has several codings in Unicode, and keyboards differ in which they send (RFC 8265, section 4.2). */
const textOf = (password: Secret<string>): string => password.reveal().normalize('NFC')
