import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Recorder } from '#database/partitions/recorder.ts'
import type { Clock } from '#kernel/base/clock.ts'
import { toStatement } from '#kernel/db/commit/statement.ts'

/**
 * Writes who changed the partitions of which table into the audit, on the connection that changes them: the entry and the
 * change are one transaction.
 */
export const auditsPartitions =
  (clock: Clock, by: Author): Recorder =>
  async (client, { action, table, facts }) => {
    const now = clock.now()
    const entry = auditEntry(now, by, {
      action,
      owner: platformOwner,
      subject: { type: 'table', id: table },
      after: facts,
    })
    const { text, values } = toStatement([entry], { now, types: new Map(), useCase: 'change-partitions' })
    await client.query(text, values.map(asText))
  }

/** A moment as the database reads one; this connection is not of the pool, which does the same. */
const asText = (value: unknown): unknown => (value instanceof Temporal.Instant ? value.toString() : value)
