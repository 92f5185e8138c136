import { type Author, auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { commit, insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { type Approval, type ApprovalAction, type ApprovalRules, needsApproval } from './approval.ts'
import { approvalStates } from './approval-states.ts'
import {
  type ApprovalVersion,
  findApproval,
  findMadeByHand,
  findOpenApproval,
  reserveApprovalId,
} from './approval-store.ts'
import type { AccessContext } from './context.ts'
import { differencesIn, isOverSomethingElse } from './differences.ts'
import type { ApprovalId } from './ids.ts'
import { checkReason } from './reason.ts'
import { subjectOfApproval } from './recover-waiting.ts'
import { refuse } from './refusals.ts'
import type { StaffAuthor } from './staff.ts'

export type ApprovalsContext = AccessContext & { rules: ApprovalRules }

export type Requested = {
  by: StaffAuthor
  action: ApprovalAction
  owner: Owner
  subject: { type: string; id: string }
  /** What exactly is to be done, without secrets: an approval is for this and for nothing else. */
  request: unknown
  /** How much money it moves, where the rule may depend on that; of several things at once, each. */
  amount?: Money | readonly Money[] | undefined
  /** What it means that the approval is used or withdrawn at the same moment; absent: read and decide again. */
  onMiss?: (() => Error) | undefined
  /** To be part of the commit that records the request, when the caller sent an idempotency key. */
  once?: ((subjectId: string) => Write[]) | undefined
}

/** `allowed`: to be done now, with these writes in the same commit. Else it waits for the approval. */
export type Clearance =
  | {
      allowed: true
      writes: Write[]
      /** The same writes, where what is made is not the subject: the approval names it. */
      writesMaking(type: string, id: string | Ref): Write[]
    }
  | { allowed: false; approval: Approval }

/** Allowed without an approval. */
export const clearedByRule: Clearance = { allowed: true, writes: [], writesMaking: () => [] }

/**
 * Whether somebody may do something now. Where the configuration wants a second person, the first call records a request
 * and is not allowed; once another person has approved, the same call by the same person is, and uses the approval up.
 */
export async function requireApproval(ctx: ApprovalsContext, requested: Requested): Promise<Clearance> {
  const { by, action, subject } = requested
  if (by.carriesOut !== undefined) return carriedOut(ctx, requested, by.carriesOut)
  if (!needsApproval(ctx.rules, requested)) return clearedByRule
  const { staffId } = by
  if (staffId === undefined) throw refuse('person_required', { action })
  const now = ctx.clock.now()
  const open = await findOpenApproval(ctx.db, requested, now)
  const over = open?.approval.status === 'expired' ? open : !open && (await findMadeByHand(ctx.db, requested, now))
  if (over) {
    const audited = auditedAs('approvalExpired', requested, over, now)
    await commit(ctx, now, [changed(over, { status: 'expired' }), audited], useCase)
  } else if (open) {
    const { approval, isSame } = open
    const isOwn = approval.requestedBy === staffId
    if (isOwn && !isSame && approval.status === 'approved' && isOverSomethingElse(approval.request, requested.request))
      throw outdated(approval, requested)
    if (!isSame || !isOwn)
      throw refuse('approval_pending', { id: approval.id, action, subject: `${subject.type} ${subject.id}` })
    if (approval.status === 'requested') {
      // Another key of the same call is answered with the same approval, as long as it is kept.
      await commit(ctx, now, requested.once?.(subjectOfApproval(approval.id)) ?? [], useCase)
      return { allowed: false, approval }
    }
    return usedUp(requested, open, now)
  }
  return { allowed: false, approval: await recordRequest(ctx, requested, staffId) }
}
const useCase = 'require-approval'

/**
 * Whether an approval that somebody carries out is for exactly what is to be done now. It is used up even where the rules
 * have changed and none would be needed any more, and no other is asked for.
 */
async function carriedOut(ctx: ApprovalsContext, requested: Requested, id: ApprovalId): Promise<Clearance> {
  const now = ctx.clock.now()
  const open = await findOpenApproval(ctx.db, requested, now)
  if (open?.approval.id !== id || open.approval.status !== 'approved') {
    const found = await findApproval(ctx.db, id, now)
    throw refuse('approval_not_open', { id, status: found?.approval.status, allowed: [] })
  }
  if (open.approval.requestedBy !== requested.by.staffId) throw refuse('approval_of_another', { id })
  if (!open.isSame) throw outdated(open.approval, requested)
  const { onMiss = () => refuse('approval_used_meanwhile', { id }) } = requested
  return usedUp({ ...requested, onMiss }, open, now)
}

const outdated = ({ id, request }: Approval, requested: Requested) =>
  refuse('approval_outdated', { id, changed: differencesIn(request, requested.request) })

function usedUp(requested: Requested, open: ApprovalVersion, now: Instant): Clearance {
  const audited = auditedAs('approvalUsed', requested, open, now)
  const used = { status: 'used', used_at: now, failure: null, failed_at: null } as const
  const writesWith = (made: object): Write[] => [changed(open, { ...used, ...made }, requested.onMiss), audited]
  return {
    allowed: true,
    writes: writesWith({}),
    writesMaking: (made_type, made_id) => writesWith({ made_type, made_id }),
  }
}

const auditedAs = (name: string, { by, owner }: Requested, { approval: { id } }: ApprovalVersion, now: Instant) =>
  auditEntry(now, by, { action: name, owner, subject: { type: 'approval', id } })

/** The only way an approval changes: from the version that was read, as its table of states says. */
export function changed(
  { approval: { id }, version, written }: ApprovalVersion,
  set: { status: 'approved' | 'rejected' | 'expired' | 'used' } & Record<string, unknown>,
  onMiss?: () => Error,
): Write {
  const isKnown = approvalStates.edges.some(({ from, to }) => from === written && to === set.status)
  if (!isKnown) throw new Error(`an approval that is ${written} cannot become ${set.status}`)
  return update('access.approvals', {
    set: { ...set, version: version + 1 },
    where: { id, version },
    ...(onMiss && { onMiss }),
  })
}

async function recordRequest(
  ctx: ApprovalsContext,
  { by, action, owner, subject, request, once }: Requested,
  requested_by: NonNullable<StaffAuthor['staffId']>,
): Promise<Approval> {
  const now = ctx.clock.now()
  const id = await reserveApprovalId(ctx.db)
  const row = {
    id,
    action,
    owner_kind: owner.kind,
    owner_id: owner.id,
    subject_type: subject.type,
    subject_id: subject.id,
    request: jsonb(request),
    status: approvalStates.initial,
    requested_by,
    request_reason: checkReason(by.reason),
    requested_at: now,
    expires_at: now.add(lifetime),
    decided_by: null,
    decision_reason: null,
    decided_at: null,
    used_at: null,
    token_made_by: by.tokenMadeBy ?? null,
    made_type: null,
    made_id: null,
    failure: null,
    failed_at: null,
  }
  await commit(
    ctx,
    now,
    [
      insert('access.approvals', row, {
        // Two who ask at once: the later one reads what the first has asked for.
        onDuplicate: { one_open_approval: 'stale' },
      }),
      auditEntry(now, by satisfies Author, {
        action: 'approvalRequested',
        owner,
        subject: { type: 'approval', id },
        after: { action, subject },
      }),
      ...(once?.(subjectOfApproval(id)) ?? []),
    ],
    useCase,
  )
  return (await findApproval(ctx.db, id, now))!.approval
}
const lifetime = Temporal.Duration.from({ hours: 24 * 7 })
