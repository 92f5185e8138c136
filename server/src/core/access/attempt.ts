import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#kernel/base/refusal.ts'
import { findOpenApproval } from './approval-store.ts'
import { recordFailure } from './record-failure.ts'
import type { ApprovalsContext, Requested } from './require-approval.ts'

/** What is tried, as a request for its approval names it. */
export type Attempted = Pick<Requested, 'by' | 'action' | 'subject'> & {
  /** The parts of the request that the caller has given: who tries something else does not try what was approved. */
  given?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Runs what a second person may have approved. When it is refused although it was approved, and the person who asked is
 * the one who tries, the approval keeps why, as it does when it is carried out from the approval itself (decision 159).
 */
export async function attempt<Result>(
  ctx: ApprovalsContext,
  attempted: Attempted,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal && isOfTheDeed(error)) await keepWhy(ctx, attempted, error)
    throw error
  }
}

/** That the server was busy, or that another approval is open for the thing, says nothing of what was approved. */
const isOfTheDeed = ({ kind, code }: Refusal): boolean => kind !== 'busy' && code !== 'approval_pending'

async function keepWhy(ctx: ApprovalsContext, { by, action, subject, given = {} }: Attempted, refusal: Refusal) {
  // What is carried out from its approval is recorded there.
  if (by.staffId === undefined || by.carriesOut !== undefined || !ctx.rules.has(action)) return
  const open = await findOpenApproval(ctx.db, { action, subject, request: given }, ctx.clock.now())
  if (open?.approval.status !== 'approved' || open.approval.requestedBy !== by.staffId) return
  if (names(open.approval.request, given)) await recordFailure(ctx, { by, id: open.approval.id, refusal })
}

function names(request: unknown, given: Readonly<Record<string, unknown>>): boolean {
  const recorded = (typeof request === 'object' ? request : {}) as Readonly<Record<string, unknown>>
  const asRecorded = JSON.parse(JSON.stringify(given)) as Readonly<Record<string, unknown>>
  return Object.entries(asRecorded).every(([name, value]) => isDeepStrictEqual(recorded[name], value))
}
