import { sql } from 'kysely'
import { z } from 'zod'
import { type StaffRoute, staffRoute } from '#core/access'
import { type PartnerId, partnerInScope } from '#core/partners'
import type { TransactionId } from '#issuing/ids'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { declinesOf } from './store.ts'
import { deciders } from './verdict.ts'

/** More than these of the newest are not counted: a person waits for the page. */
const countedMax = 10_000
const days = 7

const figuresShape = z.strictObject({
  from: z.string().meta({ description: 'The first day, by UTC: the seventh before today.' }),
  counted: z.int().meta({ description: 'Card transactions since then; at most the newest 10,000 are counted.' }),
  isComplete: z.boolean().meta({ description: 'Whether there are no more than were counted.' }),
  declined: z.int().meta({ description: 'Of those that were counted.' }),
  declines: z
    .array(
      z.strictObject({
        rule: z.enum(deciders).optional().meta({ description: 'Absent: the customer has declined.' }),
        count: z.int(),
      }),
    )
    .meta({ description: 'By what has declined them, the most frequent first.' }),
})

/** How many uses of a partner's cards were declined lately, and by what: exact up to a number that costs little. */
export const decisionFiguresRoute = ({ db, clock }: { db: Reader; clock: Clock }): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: '/partners/:partnerId/figures',
    operationId: 'getPartnerFigures',
    group: 'Card transactions',
    caller: 'staff',
    permission: 'transactions:read',
    summary: 'How many card transactions of a partner were declined in 7 days, and by which rules',
    params: z.object({ partnerId: z.string() }),
    reply: figuresShape,
    run: async ({ caller, params }) => {
      const from = clock.now().toZonedDateTimeISO('UTC').startOfDay().subtract({ days })
      const partnerId = partnerInScope(caller, params.partnerId)
      return { from: from.toPlainDate().toString(), ...(await decisionsSince(db, partnerId, from.toInstant())) }
    },
  })

async function decisionsSince(db: Reader, partnerId: PartnerId, since: Instant) {
  // The id of a transaction begins with the moment at which it was made, so the index of the partner has them in order.
  const { rows } = await sql<{ id: TransactionId; isDeclined: boolean }>`
    select t.id, s.status = 'declined' as "isDeclined"
      from (select id from spending.transactions
             where partner_id = ${partnerId} and id >= ${firstIdAt(since)}::uuid
             order by id desc limit ${countedMax + 1}) t
      join spending.states s on s.id = t.id
     order by t.id desc`.execute(db.read)
  const counted = rows.slice(0, countedMax)
  const declined = counted.filter(({ isDeclined }) => isDeclined).map(({ id }) => id)
  const rules = await declinesOf(db, declined)
  const declines = [...Map.groupBy(declined, (id) => rules.get(id))].map(([rule, { length: count }]) => ({
    ...(rule && { rule }),
    count,
  }))
  return {
    counted: counted.length,
    isComplete: rows.length <= countedMax,
    declined: declined.length,
    declines: declines.toSorted((one, other) => other.count - one.count),
  }
}

/** The lowest UUID of version 7 of a moment. */
function firstIdAt(moment: Instant): string {
  const time = moment.epochMilliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
