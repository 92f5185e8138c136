import type { DayTotals, TotalsOfDays, TotalsStatus } from '#connectors/acquirer/processor.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { audited } from './audited.ts'
import type { ProcessorsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { requireConnection } from './require-connection.ts'
import { listConnections } from './store.ts'
import { requireUnexplained } from './totals-actions.ts'

/** Totals of business days that were exchanged with processors, of all connections or of one, the newest day first. */
export async function listTotals(
  ctx: ProcessorsContext,
  { connection, status }: { connection?: string | undefined; status?: TotalsStatus | undefined },
): Promise<DayTotals[]> {
  const of = connection === undefined ? await listConnections(ctx.db) : [await requireConnection(ctx.db, connection)]
  const all = await Promise.all(of.map(({ name }) => ctx.records.get(name)?.totals.list(status) ?? []))
  return all.flat().toSorted((one, other) => Temporal.PlainDate.compare(other.day, one.day))
}

type Named = { connection: string; id: bigint }

export async function requireTotals(
  ctx: ProcessorsContext,
  named: Named,
): Promise<{ totals: DayTotals; port: TotalsOfDays }> {
  const { name } = await requireConnection(ctx.db, named.connection)
  const port = ctx.records.get(name)?.totals
  const totals = await port?.find(named.id)
  if (!port || !totals) throw refuse('totals_not_found', { connection: name })
  return { totals, port }
}

type Closing = Named & { by: StaffAuthor; once?: (() => readonly Write[]) | undefined }

/** An operator knows why the processor has counted otherwise, or does not wait for its answer any more. No money moves. */
export const closeTotals = (ctx: ProcessorsContext, { by, once, ...named }: Closing): Promise<DayTotals> =>
  decide(async () => {
    const author = { ...by, reason: checkReason(by.reason) }
    const { totals, port } = await requireTotals(ctx, named)
    requireUnexplained(totals)
    const { id, connector, day, currency, status } = totals
    const now = ctx.clock.now()
    const after = { totals: String(id), day: String(day), currency, status }
    const entry = audited(now, author, 'totalsClosed', connector, after)
    await commit(ctx, now, [...port.planClose(totals), entry, ...(once?.() ?? [])], 'totals')
    return (await requireTotals(ctx, named)).totals
  })
