import { z } from 'zod'
import { auditEntriesOf } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'

/** Who did what to a thing, as a part of its record. */
export const doneByShape = z.array(
  z.strictObject({
    at: momentShape,
    actor: z.string(),
    action: z.string(),
    reason: z.string().optional(),
    from: z.string().optional().meta({ description: 'For the operator alone.' }),
    after: z.unknown().optional(),
  }),
)

/** The newest entries of the audit about a thing. The addresses of people are for the operator alone. */
export async function doneBy(
  db: Db,
  subject: { kind: string; id: string },
  { isOperator }: { isOperator: boolean },
): Promise<z.output<typeof doneByShape>> {
  const entries = await auditEntriesOf(db, { subject, limit: shownMax })
  return entries.map(({ occurredAt, actor, action, reason, fromWhere, after }) => ({
    at: momentText(occurredAt),
    actor,
    action,
    ...(reason !== undefined && { reason }),
    ...(isOperator && { from: fromWhere }),
    ...(after !== null && { after }),
  }))
}
const shownMax = 100
