import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffId,
  type StaffRoute,
  staffRoute,
  viewerOf,
} from '#core/access'
import { id, optional } from '#kernel/http/field.ts'
import type { CaseId } from '../ids.ts'
import { getCase } from '../store.ts'
import { assignCase, colleagues } from './assign-case.ts'
import { caseIdOf } from './case-within.ts'
import type { ReviewContext } from './decide-case.ts'
import { holdCase, releaseCase, takeOverCase } from './hold-case.ts'
import { withWork } from './list-cases.ts'
import { caseRecord, caseShape } from './wire.ts'

const about = { group: 'KYC', caller: 'staff', permission: 'kyc:decide' } as const
const params = z.object({ id: z.string() })

/** Who works on a case: one is held by who looks at it, and can be a colleague's. Neither keeps anybody from deciding. */
export const reviewerRoutes = (ctx: ReviewContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'GET',
    path: '/kyc/reviewers',
    operationId: 'listKycReviewers',
    summary: 'Your colleagues who may decide about customers, you too',
    reply: z.strictObject({ data: z.array(z.strictObject({ id: z.string(), name: z.string() })) }),
    run: async ({ caller }) => {
      const people = await colleagues(ctx, caller.staff.scope)
      return { data: people.map((one) => ({ id: String(one.id), name: one.name })) }
    },
  }),
  holdRoute(ctx, {
    path: 'hold',
    operationId: 'holdKycCase',
    summary: 'Hold a case for ten minutes, or renew that',
    about: 'For who looks at it, so that two people do not do the same work. What somebody else holds stays theirs.',
    change: holdCase,
  }),
  holdRoute(ctx, {
    path: 'release',
    operationId: 'releaseKycCase',
    summary: 'Stop holding a case',
    about: 'Of a case that you do not hold, nothing changes.',
    change: releaseCase,
  }),
  takeOverRoute(ctx),
  assignRoute(ctx),
]

type HoldRoute = Pick<StaffRoute, 'operationId' | 'summary'> & { path: string; about: string; change: typeof holdCase }

const holdRoute = (ctx: ReviewContext, { path, change, ...words }: HoldRoute): StaffRoute =>
  staffRoute({
    ...about,
    ...words,
    method: 'POST',
    path: `/kyc/cases/:id/${path}`,
    params,
    reply: caseShape,
    run: async ({ caller, params: named, ip }) => {
      const caseId = caseIdOf(named.id)
      await change(ctx, {
        by: { ...viewerOf({ caller, ip }), staffId: caller.staff.id },
        scope: caller.staff.scope,
        caseId,
      })
      return shownCase(ctx, caseId)
    },
  })

const takeOverRoute = (ctx: ReviewContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/kyc/cases/:id/take-over',
    operationId: 'takeOverKycCase',
    summary: 'Hold a case that a colleague holds',
    repeated: 'stored',
    params,
    body: z.object(reasonField),
    reply: caseShape,
    run: async ({ caller, params: named, ip, body, once }) => {
      const caseId = caseIdOf(named.id)
      const by = { ...authorOf({ caller, ip, body }), staffId: caller.staff.id }
      await takeOverCase(ctx, { by, scope: caller.staff.scope, caseId, once })
      return shownCase(ctx, caseId)
    },
    recover: recoverIn(ctx),
  })

const assignRoute = (ctx: ReviewContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/kyc/cases/:id/assign',
    operationId: 'assignKycCase',
    summary: 'Say who of your colleagues is to decide about a case',
    about: 'Without `staffId` it is nobody’s any more.',
    repeated: 'stored',
    params,
    body: z.object({ ...reasonField, staffId: optional(id<StaffId>('the id of a member of staff')) }),
    reply: caseShape,
    run: async ({ caller, params: named, ip, body, once }) => {
      const caseId = caseIdOf(named.id)
      const { staffId } = body
      await assignCase(ctx, { by: authorOf({ caller, ip, body }), scope: caller.staff.scope, caseId, staffId, once })
      return shownCase(ctx, caseId)
    },
    recover: recoverIn(ctx),
  })

const recoverIn = (ctx: ReviewContext) => (_caller: StaffCaller, subjectId: string) =>
  shownCase(ctx, caseIdOf(subjectId))

export async function shownCase(ctx: ReviewContext, caseId: CaseId): Promise<z.output<typeof caseShape>> {
  const [listed] = await withWork(ctx.db, [await getCase(ctx.db, caseId)])
  return caseRecord(listed!, ctx.clock.now())
}
