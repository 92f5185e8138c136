import { checkReason, refuseWhatChanged, type StaffAuthor } from '#core/access'
import { auditEntry, siteOwner } from '#core/directory'
import type { JsonObject } from '#kernel/base/json.ts'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import { findCase } from './case-store.ts'
import type { DisputesContext } from './context.ts'
import type { DisputeCase } from './dispute-case.ts'
import {
  digestOfEvidence,
  type Evidence,
  type EvidenceField,
  evidenceFields,
  evidenceFieldsOf,
  openEvidence,
  sealEvidence,
} from './evidence.ts'
import { refuse } from './refusals.ts'
import { responsesOf } from './transition-case.ts'

/** Of each text: left out, it stays; null, it is removed. */
export type EvidenceChanges = { readonly [field in EvidenceField]?: string | null | undefined }

export type EvidenceInput = {
  by: StaffAuthor
  dispute: Pick<DisputeCase, 'id'>
  changes: EvidenceChanges
  /** What the author has seen of the texts: one that a colleague has changed since is not overwritten. */
  seen?: JsonObject | undefined
  once?: ((subjectId: string) => Write[]) | undefined
}

/** Changes the draft of what the merchant says. It can be changed until it is submitted. */
export async function changeEvidence(
  ctx: DisputesContext,
  { by: author, dispute: { id }, changes, seen, once }: EvidenceInput,
): Promise<DisputeCase> {
  const by = { ...author, reason: checkReason(author.reason) }
  await decide(async () => {
    const dispute = (await findCase(ctx.db, id))!
    const now = ctx.clock.now()
    requireDraft(dispute, now)
    refuseForeignFields(dispute, changes)
    refuseLongTexts(changes)
    const before = openEvidence(ctx.keys, id, dispute.evidence)
    refuseWhatChanged(before, seen)
    const evidence = changed(before, changes)
    const fields = (of: Evidence) => evidenceFields.filter((field) => of[field] !== undefined)
    const writes = [
      update('disputes.cases', {
        set: {
          version: dispute.version + 1,
          evidence: sealEvidence(ctx.keys, id, evidence),
          evidence_digest: digestOfEvidence(ctx.keys, id, evidence),
        },
        where: { id, version: dispute.version },
      }),
      // Which texts there are, and never what they say: the audit is kept for good.
      auditEntry(now, by, {
        action: 'disputeEvidenceChanged',
        owner: siteOwner(dispute.siteId),
        subject: { type: 'dispute', id },
        before: { texts: fields(before) },
        after: { texts: fields(evidence) },
      }),
      ...(once?.(String(id)) ?? []),
    ]
    await commit(ctx, now, writes, 'change-evidence')
  })
  return (await findCase(ctx.db, id))!
}

/** Refuses a dispute whose evidence cannot be changed any more, with what it allows. */
export function requireDraft({ id, status, respondBy }: DisputeCase, now: Temporal.Instant): void {
  if (status === 'opened') throw refuse('dispute_without_response', { disputeId: id })
  if (!responsesOf(status).includes('submit'))
    throw refuse('dispute_state', { disputeId: id, status, allowed: responsesOf(status).join(', ') || 'nothing' })
  if (respondBy && Temporal.Instant.compare(respondBy, now) <= 0)
    throw refuse('dispute_response_too_late', { disputeId: id, respondBy })
}

function refuseForeignFields({ reason }: DisputeCase, changes: EvidenceChanges): void {
  const allowed = evidenceFieldsOf(reason)
  const foreign = evidenceFields.find((field) => changes[field] !== undefined && !allowed.includes(field))
  if (foreign)
    throw refuse('evidence_field_not_for_reason', {
      field: foreign,
      disputeReason: reason,
      allowed: allowed.join(', '),
    })
}

/** What is not text of a few pages belongs into a file. */
export const evidenceTextMax = 4_000

function refuseLongTexts(changes: EvidenceChanges): void {
  const long = evidenceFields.find((field) => (changes[field]?.length ?? 0) > evidenceTextMax)
  if (long) throw refuse('evidence_text_too_long', { field: long, max: evidenceTextMax })
}

/** Numbers of cards are masked. */
const changed = (before: Evidence, changes: EvidenceChanges): Evidence =>
  Object.fromEntries(
    evidenceFields.flatMap((field) => {
      const text = changes[field] === undefined ? before[field] : changes[field]
      return text === undefined || text === null ? [] : [[field, maskNumbersInText(text)]]
    }),
  )
