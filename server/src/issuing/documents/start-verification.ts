import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { auditEntry } from '#core/directory'
import type { Language } from '#core/i18n'
import type { PartnerId } from '#core/partners'
import { holderOwner } from '#issuing/holders'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { DocumentsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { keptUntil } from './retention.ts'
import { findOpen } from './store.ts'
import { historyOf, transitionVerification } from './transition-verification.ts'
import { byHolder, type VerificationId, type VerificationKind } from './verification.ts'
import { verificationStates } from './verification-states.ts'

/** Long enough to look for a passport and to find a bill. */
const validFor = Temporal.Duration.from({ hours: 1 })

type StartInput = {
  partnerId: PartnerId
  holderId: HolderId
  kind: VerificationKind
  language: Language | undefined
  ip: string
  once(subjectId: string): Write[]
}

/**
 * The address of our pages for one verification of a holder. It is the only key to them, works until it is handed in, and
 * for an hour; the address before it leads nowhere any more. Nothing is started while KYC is under review or approved.
 */
export async function startVerification(
  ctx: DocumentsContext,
  input: StartInput,
): Promise<{ token: Secret<string>; expiresAt: Instant }> {
  const { holderId, kind, ip } = input
  await ctx.keepCorrectable(holderId)
  const taken = await ctx.limiter.take('verification_starts', holderId)
  if (!taken.allowed) throw refuse('too_many_verifications', { retryAfterSeconds: taken.retryAfterSeconds })
  const by = byHolder(holderId, ip)
  return decide(async () => {
    const open = await findOpen(ctx, holderId, kind)
    if (open) await replaceOpen(ctx, open, by)
    return insertVerification(ctx, input, by)
  })
}

/** In a commit of its own, since the database knows no order within one, and one of a kind is open at a time. */
async function replaceOpen(
  ctx: DocumentsContext,
  open: Parameters<typeof transitionVerification>[1],
  by: ReturnType<typeof byHolder>,
): Promise<void> {
  const now = ctx.clock.now()
  const set = { due_at: keptUntil(ctx, 'abandoned', now) }
  await commit(ctx, now, transitionVerification(now, open, { action: 'replace', by, set }), 'start-verification')
}

async function insertVerification(
  ctx: DocumentsContext,
  { partnerId, holderId, kind, language, once }: StartInput,
  by: ReturnType<typeof byHolder>,
): Promise<{ token: Secret<string>; expiresAt: Instant }> {
  const id = randomUUID() as VerificationId
  const token = new Secret(randomBytes(32).toString('base64url'))
  const now = ctx.clock.now()
  const expiresAt = now.add(validFor)
  const status = verificationStates.initial
  const row = {
    ...{ id, holder_id: holderId, partner_id: partnerId, kind, status, language: language ?? null },
    token_hash: hashOf(token.reveal()),
    ...{ answers: null, answers_digest: null, created_at: now, expires_at: expiresAt, handed_in_at: null },
    ...{ due_at: keptUntil(ctx, 'abandoned', expiresAt), leased_until: null },
  }
  const writes = [
    ...(await ctx.keepCorrectable(holderId)),
    insert('documents.verifications', row, { onDuplicate: { one_open_verification: 'stale' } }),
    ...historyOf(now, { id, holderId, kind }, { action: 'start', by, from: null, status }),
    auditEntry(now, by, {
      action: 'verificationStarted',
      owner: holderOwner(holderId),
      subject: { type: 'verification', id },
      after: { kind },
    }),
    ...once(id),
  ]
  await commit(ctx, now, writes, 'start-verification')
  return { token, expiresAt }
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
