import { sessionsEndedSince } from '#issuing/holders'
import type { DocumentsContext } from './context.ts'
import { hashOf } from './start-verification.ts'
import { findByToken, storedOf } from './store.ts'
import type { StoredDocument, Verification } from './verification.ts'

export type Visit = {
  verification: Verification
  documents: readonly StoredDocument[]
  /** It was replaced, its hour is over, or the customer was logged out everywhere. */
  isOver: boolean
}

/** What an address leads to. Undefined: to nothing that was ever there. */
export async function findVisit(ctx: DocumentsContext, token: string): Promise<Visit | undefined> {
  const verification = await findByToken(ctx, hashOf(token))
  if (!verification) return undefined
  const { status, expiresAt } = verification
  const { holderId, createdAt, handedInAt } = verification
  const isLate = Temporal.Instant.compare(expiresAt, ctx.clock.now()) <= 0
  // The end of all sessions of a customer ends what was begun in them.
  const isEnded = !handedInAt && (await sessionsEndedSince(ctx.db, holderId, createdAt))
  const isOver = isLate || isEnded || status === 'replaced' || status === 'deleted'
  return { verification, documents: await storedOf(ctx.db, verification.id), isOver }
}
