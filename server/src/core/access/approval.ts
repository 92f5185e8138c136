import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { type ApprovalStatus, approvalStates } from './approval-states.ts'
import type { ApprovalId, StaffId } from './ids.ts'

/** What an installation may want a second person to approve: each is the permission that the action itself needs. */
export const approvalActions = [
  'kyc:decide',
  'screening:decide',
  'topups:decide',
  'topups:release',
  'merchant-payouts:create',
  'bank-accounts:change',
  'settlements:adjust',
] as const
export type ApprovalAction = (typeof approvalActions)[number]

/** What is the operator's alone: staff of a partner or merchant see that it waits, and do not decide it. */
export const isOperators = (action: ApprovalAction): boolean =>
  /^(?:topups|merchant-payouts|bank-accounts|settlements):/.test(action)

export type Approval = {
  id: ApprovalId
  action: ApprovalAction
  /** Whose affair it is: staff of this scope, and the operator's, see it and decide. */
  owner: Owner
  subject: { type: string; id: string }
  /** What exactly would be done. */
  request: unknown
  status: ApprovalStatus
  requestedBy: StaffId
  requestReason: string
  requestedAt: Instant
  /** Until then somebody has to decide, and what was approved has to be done. */
  expiresAt: Instant
  decidedBy: StaffId | undefined
  decisionReason: string | undefined
  decidedAt: Instant | undefined
  usedAt: Instant | undefined
}

/** What is open and older than its lifetime has expired, whether or not that was written down. */
export const statusAt = ({ status, expiresAt }: Pick<Approval, 'status' | 'expiresAt'>, now: Instant): ApprovalStatus =>
  (approvalStates.next(status, 'expire') && Temporal.Instant.compare(expiresAt, now) <= 0 && 'expired') || status

/** What a second person may still decide. */
export const decisionsFrom = (status: ApprovalStatus): Decided[] =>
  decisions.filter((decision) => approvalStates.next(status, decision) !== undefined)
const decisions = ['approve', 'reject'] as const
export type Decided = (typeof decisions)[number]

/** Which actions need an approval: everywhere, or for some partners only, by their ids. */
export type ApprovalRules = ReadonlyMap<ApprovalAction, 'everywhere' | ReadonlySet<string>>

export function needsApproval(rules: ApprovalRules, action: ApprovalAction, owner: Owner): boolean {
  const rule = rules.get(action)
  return rule === 'everywhere' || (rule !== undefined && owner.kind === 'partner' && rule.has(owner.id))
}

/** Reads `kyc:decide,cards:close@501`; `none` is none. Returns what is wrong with it as text. */
export function readApprovalRules(text: string): { rules: ApprovalRules } | { problem: string } {
  const rules = new Map<ApprovalAction, 'everywhere' | Set<string>>()
  for (const word of text === 'none' ? [] : text.split(',')) {
    const [, name, partnerId] = /^([a-z-]+:[a-z]+)(?:@([1-9]\d{0,9}))?$/.exec(word.trim()) ?? []
    const action = approvalActions.find((known) => known === name)
    if (!action)
      return {
        problem: `${word.trim() || 'an empty name'}: write none, or of ${approvalActions.join(', ')}, for one partner with its id, such as ${approvalActions[0]}@501`,
      }
    const known = rules.get(action)
    if (partnerId === undefined || known === 'everywhere') rules.set(action, 'everywhere')
    else rules.set(action, new Set([...(known ?? []), partnerId]))
  }
  return { rules }
}
