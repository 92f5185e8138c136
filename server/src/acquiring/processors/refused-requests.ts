import type {
  RefusedRequest,
  RefusedRequestDecision,
  RefusedRequestStatus,
  RefusedRequests,
} from '#connectors/acquirer/processor.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { commit, decide, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { ApplyingContext } from './apply-message.ts'
import { audited } from './audited.ts'
import type { RecordedConnection } from './connection.ts'
import type { KnownPayment, ProcessorsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { requireTriable, requireUndecided } from './refused-request-actions.ts'
import { requireConnection } from './require-connection.ts'
import { listConnections } from './store.ts'

/** What is refused, with its payment, and whether its connection is enabled. */
export type ShownRefusedRequest = RefusedRequest & Partial<KnownPayment> & { isEnabled: boolean }

/** What processors refuse and may not refuse, of all connections or of one, newest first. */
export async function listRefusedRequests(
  ctx: ProcessorsContext,
  { connection, status }: { connection?: string | undefined; status?: RefusedRequestStatus | undefined },
): Promise<ShownRefusedRequest[]> {
  const of = connection === undefined ? await listConnections(ctx.db) : [await requireConnection(ctx.db, connection)]
  const all = await Promise.all(
    of.map(async (one) => shown(ctx, one, (await ctx.records.get(one.name)?.refusedRequests.list(status)) ?? [])),
  )
  return all.flat().toSorted((one, other) => Temporal.Instant.compare(other.refusedAt, one.refusedAt))
}

async function shown(
  ctx: ProcessorsContext,
  { name, disabledAt }: RecordedConnection,
  found: readonly RefusedRequest[],
): Promise<ShownRefusedRequest[]> {
  if (found.length === 0) return []
  const payments = await ctx.paymentsOf(
    name,
    found.map(({ authorization }) => authorization),
  )
  return found.map((one) => ({ ...one, ...payments.get(one.authorization), isEnabled: disabledAt === undefined }))
}

export type Named = { connection: string; id: bigint }

export async function requireRefusedRequest(
  ctx: ProcessorsContext,
  named: Named,
): Promise<{ refused: ShownRefusedRequest; port: RefusedRequests }> {
  const connection = await requireConnection(ctx.db, named.connection)
  const port = ctx.records.get(connection.name)?.refusedRequests
  const found = await port?.find(named.id)
  if (!port || !found) throw refuse('refused_request_not_found', { connection: connection.name })
  const [refused] = await shown(ctx, connection, [found])
  return { refused: refused!, port }
}

type Decision = Named & {
  by: StaffAuthor
  decision: RefusedRequestDecision
  once?: (() => readonly Write[]) | undefined
}

/**
 * Carries out what an operator decides about what a processor refuses. A capture that is given up releases what is held on
 * the card, and its payment fails as due work; the payment of a reversal that is given up is declined. Nothing else ends them.
 */
export const decideRefusedRequest = (
  ctx: ProcessorsContext,
  { by, decision, once, ...named }: Decision,
): Promise<ShownRefusedRequest> =>
  decide(async () => {
    const author = { ...by, reason: checkReason(by.reason) }
    const { refused, port } = await requireRefusedRequest(ctx, named)
    const { id, connector, request, status, amount, authorization } = refused
    requireUndecided(refused)
    if (decision === 'tryAgain') requireTriable(refused)
    const planned = await port.plan(id, decision)
    if (planned === 'decided') throw refuse('refused_request_decided', { id: String(id), status })
    if (planned === 'underWay') throw refuse('refused_request_under_way', { id: String(id) })
    const now = ctx.clock.now()
    const entry = audited(now, author, actions[request][decision], connector, {
      [request]: String(id),
      ...{ authorization, amountMinor: String(amount.minor), currency: amount.currency },
      ...(refused.paymentId !== undefined && { payment: refused.paymentId }),
    })
    await commit(ctx, now, [...planned, entry, ...(once?.() ?? [])], 'refused-requests')
    return (await requireRefusedRequest(ctx, named)).refused
  })
const actions = {
  capture: { tryAgain: 'refusedCaptureTriedAgain', giveUp: 'refusedCaptureGivenUp' },
  reversal: { tryAgain: 'refusedReversalTriedAgain', giveUp: 'refusedReversalGivenUp' },
} as const

/**
 * What was given up, until its payment says so. What cannot be applied yet, such as while the payment is being cancelled, comes
 * again when its lease ends. The payment of a reversal asks by itself, and may know it already.
 */
export const givenUpJobs = (ctx: ApplyingContext & Writer): DueWork[] =>
  [...ctx.connections.records].map(
    ([connector, { refusedRequests: port }]) =>
      ({
        name: `what was given up at ${connector}`,
        ...port.due,
        run: async (id: bigint) => {
          let isApplied = true
          for (const incoming of await port.resultsOf(id))
            isApplied = (await ctx.applyResult(connector, incoming)) && isApplied
          if (!isApplied && (await port.find(id))?.request === 'capture') return
          await commit(ctx, ctx.clock.now(), [...port.planApplied(id)], 'refused-requests')
        },
      }) as DueWork,
  )
