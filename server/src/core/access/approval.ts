import { type Asset, assets } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, parseMoney } from '#kernel/base/money.ts'
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
  'settlements:change',
  'settlements:resolve',
  'refunds:create',
  'pricing:change',
  'fee-invoices:create',
  'fee-invoices:credit',
  'merchants:close',
  'keys:reveal',
  'connectors:change',
  'persons:erase',
] as const
export type ApprovalAction = (typeof approvalActions)[number]

/** Done where it was asked for, by the same call again: the approval keeps no secret and no whole number of an account. */
export const isRepeatedByHand = (action: ApprovalAction): boolean =>
  action === 'bank-accounts:change' || action === 'keys:reveal' || action === 'connectors:change'

/** What is the operator's alone: staff of a partner or merchant see that it waits, and do not decide it. */
export const isOperators = (action: ApprovalAction): boolean =>
  /^(?:topups|merchant-payouts|bank-accounts|settlements|pricing|fee-invoices|merchants|connectors):/.test(action)

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
  /** Who has made the token that the request came with, when that is known. */
  tokenMadeBy: StaffId | undefined
  requestReason: string
  requestedAt: Instant
  /** Until then somebody has to decide, and what was approved has to be done. */
  expiresAt: Instant
  decidedBy: StaffId | undefined
  decisionReason: string | undefined
  decidedAt: Instant | undefined
  usedAt: Instant | undefined
  /** What was made by carrying it out, where that is not the subject itself: a payout, a refund, a price. */
  made: { type: string; id: string } | undefined
  /** Why it was refused when it was last tried; undefined once it is done. */
  failure: (ApprovalFailure & { at: Instant }) | undefined
}

/** A refusal, as it was replied: its stable code, its sentence, and the values that stand in it. */
export type ApprovalFailure = { reason: string; message: string; values: Readonly<Record<string, string>> }

/** What is open and older than its lifetime has expired, whether or not that was written down. */
export const statusAt = ({ status, expiresAt }: Pick<Approval, 'status' | 'expiresAt'>, now: Instant): ApprovalStatus =>
  (approvalStates.next(status, 'expire') && Temporal.Instant.compare(expiresAt, now) <= 0 && 'expired') || status

/** What a second person may still decide. */
export const decisionsFrom = (status: ApprovalStatus): Decided[] =>
  decisions.filter((decision) => approvalStates.next(status, decision) !== undefined)
const decisions = ['approve', 'reject'] as const
export type Decided = (typeof decisions)[number]

type ApprovalRule = {
  everywhere: boolean
  /** The ids of the partners whose affairs need one. */
  partners: ReadonlySet<string>
  /** In these currencies more than so many minor units needs one, and in every other currency any amount. */
  above: ReadonlyMap<Asset, bigint>
}
/** Which actions need an approval: everywhere, for some partners only, or above an amount. */
export type ApprovalRules = ReadonlyMap<ApprovalAction, ApprovalRule>

/** `amount`: of several, one that is above is enough; undefined: any. */
export function needsApproval(
  rules: ApprovalRules,
  { action, owner, amount }: { action: ApprovalAction; owner: Owner; amount?: Money | readonly Money[] | undefined },
): boolean {
  const rule = rules.get(action)
  if (!rule) return false
  if (rule.everywhere || (owner.kind === 'partner' && rule.partners.has(owner.id))) return true
  if (rule.above.size === 0 || amount === undefined) return rule.above.size > 0
  return [amount].flat().some(({ minor, currency }) => minor > (rule.above.get(currency) ?? 0n))
}

/** Of these an amount can be named, above which they need one. */
const withAmounts: readonly ApprovalAction[] = [
  'refunds:create',
  'settlements:resolve',
  'fee-invoices:create',
  'fee-invoices:credit',
]

/**
 * Reads `kyc:decide,screening:decide@501,refunds:create>500.00EUR`; `none` is none. Returns what is wrong with it as text.
 */
export function readApprovalRules(text: string): { rules: ApprovalRules } | { problem: string } {
  const rules = new Map<ApprovalAction, ApprovalRule>()
  for (const word of text === 'none' ? [] : text.split(',')) {
    const read = readRule(word.trim())
    if (!read)
      return {
        problem: `${word.trim() || 'an empty name'}: write none, or of ${approvalActions.join(', ')}, for one partner with its id, such as ${approvalActions[0]}@501, or above an amount, such as ${withAmounts[0]}>500.00EUR`,
      }
    const { action, partnerId, above } = read
    const known = rules.get(action) ?? { everywhere: false, partners: new Set(), above: new Map() }
    rules.set(action, {
      everywhere: known.everywhere || (partnerId === undefined && above === undefined),
      partners: new Set([...known.partners, ...(partnerId === undefined ? [] : [partnerId])]),
      above: new Map([...known.above, ...(above ? [[above.currency, above.minor] as const] : [])]),
    })
  }
  return { rules }
}

function readRule(word: string): { action: ApprovalAction; partnerId?: string; above?: Money } | undefined {
  const [, name, partnerId, digits, code] =
    /^([a-z-]+:[a-z]+)(?:@([1-9]\d{0,9})|>(\d{1,12}(?:\.\d{1,18})?) ?([A-Z]{3}))?$/.exec(word) ?? []
  const action = approvalActions.find((known) => known === name)
  if (!action) return undefined
  if (digits === undefined) return { action, ...(partnerId !== undefined && { partnerId }) }
  const currency = assets.find((asset) => asset === code)
  const above = currency && parseMoney(digits, currency)
  return above && withAmounts.includes(action) ? { action, above } : undefined
}
