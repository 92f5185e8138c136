import { z } from 'zod'
import { readId } from '#kernel/base/id.ts'
import { oneOf, optional } from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import type { Decided } from './approval.ts'
import { approvalRecord, approvalShape } from './approval-shapes.ts'
import { approvalStates } from './approval-states.ts'
import type { ApprovalId } from './ids.ts'
import type { Approvals } from './open-approvals.ts'
import { refuse } from './refusals.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from './staff-route.ts'

function approvalId(text: string): ApprovalId {
  const id = readId<ApprovalId>(text)
  if (id === undefined) throw refuse('approval_not_found', { id: text.slice(0, 50) })
  return id
}

type RoutesContext = { approvals: Approvals }
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
    }),
    reply: approvalShape,
    run: async ({ caller: { staff }, query: { status, page = 1, size = 20 } }) => {
      const owner = staff.scope.kind === 'platform' ? undefined : staff.scope
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
    reply: approvalShape,
    run: async ({ caller: { staff }, params }) =>
      approvalRecord(await approvals.get(approvalId(params.id), staff.scope)),
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
