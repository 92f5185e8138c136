import { createHash } from 'node:crypto'
import type { Acquirer, SettlementEntry } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { ReconciliationContext } from './context.ts'
import { importReport } from './import-report.ts'
import type { UncheckedReportRow } from './report-row.ts'
import { columnsOf, rowTypeOfEntry } from './settlement-rows.ts'

/**
 * Imports what connectors list as settled, each transfer to our bank as a report of its own, for those whose capabilities
 * say so, and that no operator has cut off. One transfer of each connector; `more` when there was one. A transfer whose rows do not add up stays the next one,
 * and is reported to operators each time.
 */
export async function importSettlements(ctx: ReconciliationContext): Promise<'more' | 'done'> {
  let found: 'more' | 'done' = 'done'
  for (const id of await ctx.routing.enabledAmong(ctx.connectors.ids)) {
    const acquirer = ctx.connectors.find(id)?.acquirer
    if (acquirer?.capabilities.settlements !== 'whole') continue
    try {
      if (await importNextTransfer(ctx, id, acquirer)) found = 'more'
    } catch (error) {
      ctx.log.error({ connector: id, err: error }, 'what the connector has settled could not be imported')
    }
  }
  return found
}

async function importNextTransfer(
  ctx: ReconciliationContext,
  connector: ConnectorId,
  acquirer: Acquirer,
): Promise<boolean> {
  const from = await findPlace(ctx, connector)
  const [first] = (await acquirer.settlementsSince(from)).entries
  if (!first) return false
  const read = readTransfer(acquirer, { connector, batch: first.batch, from })
  await importReport(ctx, {
    by: { actor: 'due work', fromWhere: 'settlements', reason: `${connector} has transferred ${first.batch}` },
    name: `${connector} ${first.batch}`,
    rows: read.rows,
    digest: read.digest,
  })
  const now = ctx.clock.now()
  const place = { connector, place: read.end(), read_at: now }
  const moved = insert('reconciliation.places', place, {
    orElse: { conflict: ['connector'], set: ['place', 'read_at'] },
  })
  await commit(ctx, now, [moved], 'import-settlements')
  return true
}

type Transfer = { connector: string; batch: string; from: string | undefined }

/** The rows of a transfer, page after page from the acquirer each time that they are read; what they say has one digest. */
function readTransfer(acquirer: Acquirer, { connector, batch, from }: Transfer) {
  let [hash, end] = [createHash('sha256'), from]
  async function* rows(): AsyncGenerator<UncheckedReportRow> {
    hash = createHash('sha256').update(`${connector} ${batch}`)
    end = from
    for (let line = 2; ; ) {
      const page = await acquirer.settlementsSince(end)
      if (page.entries[0]?.batch !== batch) return
      for (const entry of page.entries) {
        const columns = columnsOf(connector, settledRow(entry))
        hash.update(JSON.stringify(columns))
        yield { line: line++, columns }
      }
      end = page.place
    }
  }
  return { rows, digest: () => hash.digest(), end: () => end ?? '' }
}

const settledRow = (entry: SettlementEntry) => {
  const { kind: _, authorization: _of, request: _by, ...facts } = entry
  return { ...facts, type: rowTypeOfEntry(entry), key: keyOf(entry) }
}

/** What came back is of a refund, or of a payout, whose key is its own. */
function keyOf({ kind, authorization, request }: SettlementEntry): string | undefined {
  if (kind === 'reinstatement') return request ?? authorization
  return kind === 'refund' ? request : authorization
}

async function findPlace({ db }: ReconciliationContext, connector: string): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('reconciliation.places')
    .select('place')
    .where('connector', '=', connector)
    .executeTakeFirst()
  return row?.place
}
