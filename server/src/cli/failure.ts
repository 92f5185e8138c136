import { CommanderError } from 'commander'
import { Refusal } from '#kernel/base/refusal.ts'

/** How a command ends, as scripts see it: docs/operating/command-line.md. */
export const exitCodes = { refused: 1, mistyped: 2, unexpected: 3 } as const

/** What was typed cannot be read; the message says what belongs there. */
export class Mistyped extends Error {
  override readonly name = 'Mistyped'
}

export type Failure = { exitCode: number; text: string | undefined; isUnexpected: boolean }

/** How a command ends that has thrown, and the line that says why. No statement and no name of a table is in it. */
export function failureOf(error: unknown): Failure {
  const expected = (exitCode: number, text: string | undefined) => ({ exitCode, text, isUnexpected: false })
  // Commander has printed the line already; what ends with 0 is help, or the version.
  if (error instanceof CommanderError) return expected(error.exitCode && exitCodes.mistyped, undefined)
  if (error instanceof Mistyped) return expected(exitCodes.mistyped, error.message)
  const unreachable = unreachableText(error)
  if (unreachable) return expected(exitCodes.refused, unreachable)
  const unusable = unusableFileText(error)
  if (unusable) return expected(exitCodes.refused, unusable)
  // The dashboard and programs send a field of this name; a person at the command line types an option.
  if (error instanceof Refusal && error.code === 'invalid_reason')
    return expected(exitCodes.refused, `${error.message} It goes before the command: florin --reason "ticket 12" …`)
  // A plain error is a sentence for the operator, written where the operator can do something about it.
  const isSentence = error instanceof Refusal || (error instanceof Error && error.constructor === Error)
  if (isSentence) return expected(exitCodes.refused, error.message)
  return { exitCode: exitCodes.unexpected, text: undefined, isUnexpected: true }
}

/** Several addresses of one host are tried, and each of them fails. */
function unreachableText(error: unknown): string | undefined {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error) || !('code' in first)) return undefined
  if ('syscall' in first && unreachable.includes(String(first.code)))
    return `A connection failed: ${first.message}. DATABASE_URL names the database; does it run, and can it be reached from here?`
  const refused = refusedLogins[String(first.code)]
  return refused && `The database refuses: ${refused}. Correct DATABASE_URL.`
}

/** A file that was named with the command. */
function unusableFileText(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return undefined
  const wrong = unusableFiles[String(error.code)]
  return wrong && `${error.path}: ${wrong}`
}

const unusableFiles: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  EEXIST: 'there is such a file already, and it is left as it is. Name a new one.',
  EISDIR: 'this is a folder. Name a file.',
  ENOTDIR: 'a part of this path is no folder.',
  EACCES: 'you may not use this file. Change its permissions, or name another one.',
  ENOSPC: 'there is no room for it on the disk.',
}

const unreachable: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]
/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const refusedLogins: Readonly<Record<string, string>> = {
  '28000': 'this user may not log in',
  '28P01': 'the password is wrong',
  '3D000': 'there is no database of this name',
}
