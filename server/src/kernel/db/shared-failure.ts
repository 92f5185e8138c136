import { isLostConnection } from '#kernel/db/lease.ts'
import { LockTimeout } from '#kernel/db/locked.ts'
import { NoConnection } from '#kernel/db/pool.ts'

/**
 * Whether an error says nothing about what was to be done, and everything that was tried at that moment would have had it:
 * the database was busy, out of reach or out of space, or this program does not fit it. After such an error it is not always
 * certain that nothing was written, and what failed is tried later as it is. Every other error may be about one item of
 * many: a refusal, a stale write, a broken rule of the database, a bug of the program that its facts have found.
 */
export function isSharedFailure(error: unknown): boolean {
  if (error instanceof NoConnection || error instanceof LockTimeout) return true
  if (!isOfDatabase(error)) return isLostConnection(error)
  const { code = '' } = error as Partial<Record<string, string>>
  return sharedClasses.has(code.slice(0, 2))
}

/**
 * Whether the database itself says that the statement has failed and that all of it is undone. A server that shuts down,
 * cannot write its files or has found itself broken may have committed before.
 */
export const isRolledBack = (error: unknown): boolean =>
  isOfDatabase(error) && !uncertainCodes.test((error as { code?: string }).code ?? '')

/**
 * Only the code says what has happened: the severity, the message and the detail are in the language of the server
 * (`lc_messages`), and the driver drops the severity that is not translated.
 */
const isOfDatabase = (error: unknown): boolean => (error as { severity?: string }).severity !== undefined

/**
 * Classes of PostgreSQL's codes (its manual, appendix A): connection, feature not supported, transaction state and rollback,
 * login, no such database, missing rights and tables, resources, locks, an operator's hand, the system.
 */
const sharedClasses = new Set(['08', '0A', '25', '28', '3D', '40', '42', '53', '55', '57', '58'])

/** Codes that can come with FATAL or PANIC while a commit is written: connection, disk full, shutdown, the system, internal. */
const uncertainCodes = /^(?:08|53100|57P|58|XX)/
