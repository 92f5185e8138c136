import { createHash, timingSafeEqual } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** What a page with a card form shows for it: whether its puzzle is solved, and how long it has been open. */
export type PageEvidence = { solved: boolean; openForMs: number }

/** What the page's script is given to solve: so many tasks, each with so many zero bits. */
export type Puzzle = { text: string; count: number; bits: number }

/**
 * A proof of work, solved by the page's script while the card is typed. The puzzle names the moment it was made and is
 * sealed for one form (`scope`: a session and its attempt), so it needs no row, and a solution pays once: the next attempt
 * has another scope. It is many small tasks, not one large one, so that the time they take hardly differs.
 */
export function makePuzzle({ keys, bits }: PuzzleParts, scope: string, now: Instant): Puzzle {
  const moment = now.epochMilliseconds.toString(36)
  return { text: `${moment}.${sealOf(keys, scope, moment).toString('base64url')}`, count: tasks, bits }
}
const tasks = 32

export type PuzzleParts = { keys: KeyRing; bits: number }

/** Reads the fields `puzzle` and `proof` of a form. What is not ours, too old or from the future shows nothing. */
export function readEvidence(
  { keys, bits }: PuzzleParts,
  scope: string,
  { puzzle, proof }: Readonly<Record<string, unknown>>,
  now: Instant,
): PageEvidence {
  const none = { solved: false, openForMs: 0 }
  if (typeof puzzle !== 'string') return none
  const [moment = '', seal = '', ...rest] = puzzle.split('.')
  const given = Buffer.from(seal, 'base64url')
  const right = sealOf(keys, scope, moment)
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return none
  const openForMs = now.epochMilliseconds - Number.parseInt(moment, 36)
  if (!(openForMs >= 0 && openForMs <= lifetimeMs)) return none
  return { solved: typeof proof === 'string' && isSolved(puzzle, proof, bits), openForMs }
}
/** A page may be left open for a while; solutions are not to be collected for days. */
const lifetimeMs = 2 * 60 * 60 * 1_000

/** `proof`: for each task a number that makes the hash of puzzle, task and number begin with the zero bits. */
function isSolved(text: string, proof: string, bits: number): boolean {
  const numbers = proof.split('.')
  const fits = (number: string, task: number) =>
    /^[\da-z]{1,8}$/.test(number) &&
    createHash('sha256').update(`${text}.${task}.${number}`).digest().readUInt32BE(0) >>> (32 - bits) === 0
  return numbers.length === tasks && numbers.every(fits)
}

const sealOf = (keys: KeyRing, scope: string, moment: string): Buffer =>
  keys.fingerprint('page', `puzzle ${moment} ${scope}`).subarray(0, sealBytes)
const sealBytes = 16
