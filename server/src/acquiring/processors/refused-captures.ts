import type {
  RefusedCapture,
  RefusedCaptureDecision,
  RefusedCaptureStatus,
  RefusedCaptures,
} from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { commit, decide, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { ApplyingContext } from './apply-message.ts'
import { audited } from './audited.ts'
import type { KnownPayment, ProcessorsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { requireUndecided } from './refused-capture-actions.ts'
import { requireConnection } from './require-connection.ts'

/** A capture that is refused, with its payment. */
export type ShownRefusedCapture = RefusedCapture & Partial<KnownPayment>

/** Captures that processors refuse, of all connections of this program or of one, newest first. */
export async function listRefusedCaptures(
  ctx: ProcessorsContext,
  { connection, status }: { connection?: string | undefined; status?: RefusedCaptureStatus | undefined },
): Promise<ShownRefusedCapture[]> {
  const of = connection === undefined ? undefined : (await requireConnection(ctx.db, connection)).name
  const asked = [...ctx.refusedCaptures].filter(([name]) => of === undefined || name === of)
  const all = await Promise.all(asked.map(async ([name, { list }]) => withPayments(ctx, name, await list(status))))
  return all.flat().toSorted((one, other) => Temporal.Instant.compare(other.refusedAt, one.refusedAt))
}

async function withPayments(
  ctx: ProcessorsContext,
  connector: ConnectorId,
  found: readonly RefusedCapture[],
): Promise<ShownRefusedCapture[]> {
  if (found.length === 0) return []
  const payments = await ctx.paymentsOf(
    connector,
    found.map(({ authorization }) => authorization),
  )
  return found.map((one) => ({ ...one, ...payments.get(one.authorization) }))
}

export type Named = { connection: string; id: bigint }

export async function requireRefusedCapture(
  ctx: ProcessorsContext,
  named: Named,
): Promise<{ refused: ShownRefusedCapture; port: RefusedCaptures }> {
  const { name } = await requireConnection(ctx.db, named.connection)
  const port = ctx.refusedCaptures.get(name)
  const found = await port?.find(named.id)
  if (!port || !found) throw refuse('refused_capture_not_found', { connection: name })
  const [refused] = await withPayments(ctx, name, [found])
  return { refused: refused!, port }
}

type Decision = Named & {
  by: StaffAuthor
  decision: RefusedCaptureDecision
  once?: (() => readonly Write[]) | undefined
}

/**
 * Carries out what an operator decides about a capture that its processor refuses. One that is given up releases what is
 * held on the card, and its payment fails as due work; nothing else ends it.
 */
export const decideRefusedCapture = (
  ctx: ProcessorsContext,
  { by, decision, once, ...named }: Decision,
): Promise<ShownRefusedCapture> =>
  decide(async () => {
    const author = { ...by, reason: checkReason(by.reason) }
    const { refused, port } = await requireRefusedCapture(ctx, named)
    const { id, connector, status, amount, authorization } = refused
    requireUndecided(refused)
    const planned = await port.plan(id, decision)
    if (planned === 'decided') throw refuse('refused_capture_decided', { id: String(id), status })
    if (planned === 'underWay') throw refuse('refused_capture_under_way', { id: String(id) })
    const now = ctx.clock.now()
    const entry = audited(now, author, actions[decision], connector, {
      capture: String(id),
      ...{ authorization, amountMinor: String(amount.minor), currency: amount.currency },
      ...(refused.paymentId !== undefined && { payment: refused.paymentId }),
    })
    await commit(ctx, now, [...planned, entry, ...(once?.() ?? [])], 'refused-captures')
    return (await requireRefusedCapture(ctx, named)).refused
  })
const actions = { tryAgain: 'refusedCaptureTriedAgain', giveUp: 'refusedCaptureGivenUp' } as const

/**
 * Captures that were given up, until their payments say so. What cannot be applied yet, such as while the payment is being
 * cancelled, comes again when its lease ends.
 */
export const givenUpCaptureJobs = (ctx: ApplyingContext & Writer): DueWork[] =>
  [...ctx.connections.all].flatMap(([connector, { refusedCaptures: port }]) =>
    port
      ? [
          {
            name: `captures given up at ${connector}`,
            ...port.due,
            run: async (id: bigint) => {
              const incoming = await port.resultOf(id)
              if (incoming && !(await ctx.applyResult(connector, incoming))) return
              await commit(ctx, ctx.clock.now(), [...port.planApplied(id)], 'refused-captures')
            },
          } as DueWork,
        ]
      : [],
  )
