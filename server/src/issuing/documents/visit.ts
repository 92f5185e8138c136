import type { DocumentsContext } from './context.ts'
import { hashOf } from './start-verification.ts'
import { findByToken, storedOf } from './store.ts'
import type { StoredDocument, Verification } from './verification.ts'

export type Visit = {
  verification: Verification
  documents: readonly StoredDocument[]
  /** It was replaced or its hour is over. */
  isOver: boolean
}

/** What an address leads to. Undefined: to nothing that was ever there. */
export async function findVisit(ctx: DocumentsContext, token: string): Promise<Visit | undefined> {
  const verification = await findByToken(ctx, hashOf(token))
  if (!verification) return undefined
  const { status, expiresAt } = verification
  const isLate = Temporal.Instant.compare(expiresAt, ctx.clock.now()) <= 0
  const isOver = isLate || status === 'replaced' || status === 'deleted'
  return { verification, documents: await storedOf(ctx.db, verification.id), isOver }
}
