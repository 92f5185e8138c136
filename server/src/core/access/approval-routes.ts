import { z } from 'zod'
import { readId } from '#kernel/base/id.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import type { Decided } from './approval.ts'
import { approvalRecord, approvalShape } from './approval-shapes.ts'
import { approvalStates } from './approval-states.ts'
import { approvalGuards, approvalVerbs } from './approval-verbs.ts'
import type { ApprovalId } from './ids.ts'
import type { Approvals } from './open-approvals.ts'
import { refuse } from './refusals.ts'
import { isWithin } from './roles.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from './staff-route.ts'

function approvalId(text: string): ApprovalId {
  const id = readId<ApprovalId>(text)
  if (id === undefined) throw refuse('approval_not_found', { id: text.slice(0, 50) })
  return id
}

type RoutesContext = { approvals: Approvals }
type AskedOwner = { merchantId?: string | undefined; partnerId?: string | undefined }

/** Whose affairs a list is asked for; undefined: of all that the caller may see. */
const askedOwner = ({ merchantId, partnerId }: AskedOwner): Owner | undefined =>
  merchantId !== undefined
    ? { kind: 'merchant', id: merchantId }
    : partnerId !== undefined
      ? { kind: 'partner', id: partnerId }
      : undefined

const about = { group: 'Approvals', caller: 'staff' as const, params: z.object({ id: z.string() }) }

export const approvalRoutes = ({ approvals }: RoutesContext): StaffRoute[] => [
  staffList({
    method: 'GET',
    path: '/approvals',
    operationId: 'listApprovals',
    group: 'Approvals',
    summary: 'What waits for an approval, and what was decided; oldest first',
    caller: 'staff',
    permission: 'approvals:read',
    query: z.object({
      ...pageQuery,
      status: optional(oneOf(approvalStates.statuses)).meta({ description: 'Only those; all when left out.' }),
      merchantId: optional(text({ max: 10, what: 'the id of a merchant' })).meta({
        description: 'Those of its affairs.',
      }),
      partnerId: optional(text({ max: 10, what: 'the id of a partner' })).meta({
        description: 'Those of its affairs.',
      }),
    }),
    reply: approvalShape,
    run: async ({ caller: { staff }, query: { status, page = 1, size = 20, ...asked } }) => {
      const owner = askedOwner(asked) ?? (staff.scope.kind === 'platform' ? undefined : staff.scope)
      if (owner && !isWithin(staff.scope, owner)) return { data: [], page, size, total: 0 }
      const { data, total } = await approvals.list({ owner, status }, { page, size })
      return { data: data.map(approvalRecord), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/approvals/:id',
    operationId: 'getApproval',
    summary: 'One approval',
    permission: 'approvals:read',
    reply: approvalShape.extend({ actions: approvalVerbs.shape }),
    run: async ({ caller, params }) => {
      const approval = await approvals.get(approvalId(params.id), caller.staff.scope)
      return { ...approvalRecord(approval), actions: approvalVerbs.record(caller, approvalGuards(approval, caller)) }
    },
  }),
  decisionRoute(approvals, {
    decision: 'approve',
    operationId: 'approveApproval',
    summary: 'Approve what another person has asked for',
    about:
      'The caller needs the permission of the action itself. Nothing is done yet: who asked carries it out before `expiresAt`, or repeats the same call with a new Idempotency-Key.',
  }),
  decisionRoute(approvals, {
    decision: 'reject',
    operationId: 'rejectApproval',
    summary: 'Reject it, or withdraw an approval that was not used',
    about: 'Who asked may do so too.',
  }),
]

const decisionRoute = (
  approvals: Approvals,
  { decision, ...words }: { decision: Decided } & Pick<StaffRoute, 'operationId' | 'summary' | 'about'>,
): StaffRoute =>
  staffRoute({
    ...about,
    ...words,
    method: 'POST',
    path: `/approvals/:id/${decision}`,
    permission: 'approvals:decide',
    repeated: 'stored',
    body: z.object(reasonField),
    reply: approvalShape,
    run: async ({ caller, params, ip, body, once }) =>
      approvalRecord(
        await approvals.decide({
          by: authorOf({ caller, ip, body }),
          permissions: caller.permissions,
          id: approvalId(params.id),
          decision,
          once: (id) => once(String(id)),
        }),
      ),
    recover: async ({ staff }, id) => approvalRecord(await approvals.get(approvalId(id), staff.scope)),
  })
