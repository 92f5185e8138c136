import { randomInt, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** One-time codes: six digits, ten minutes, five tries (product decision, tokens). */
export const codeLifetime = Temporal.Duration.from({ minutes: 10 })
export const codeTries = 5
const digits = 6

export const newCode = (): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** In place of a code where none is to fit: it cannot be typed. */
export const impossibleCode = '-'.repeat(digits)

/** Sealed for the row that it opens: a digest of six digits would be guessed at once. */
export const sealCode = (keys: KeyRing, rowId: string, code: string): Uint8Array =>
  keys.seal('directory', code, contextOf(rowId))

export const codeFits = (keys: KeyRing, rowId: string, sealed: Uint8Array, typed: string): boolean => {
  const expected = keys.open('directory', sealed, contextOf(rowId))
  const given = Buffer.from(typed)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const contextOf = (rowId: string): string => `one-time code ${rowId}`
