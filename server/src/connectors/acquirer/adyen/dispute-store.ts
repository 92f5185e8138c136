import { money } from '#kernel/base/money.ts'
import type { DisputeEvent, DisputePage } from '../port.ts'
import type { AdyenContext } from './context.ts'

type Known = Pick<AdyenContext, 'db' | 'connector'>

const events = ({ db, connector }: Known) =>
  db.read
    .selectFrom('adyen.dispute_events')
    .select(['number', 'psp_reference', 'round', 'authorization_key', 'kind', 'minor', 'currency', 'reason'])
    .select(['respond_by', 'happened_at'])
    .where('connector', '=', connector)

type Row = Awaited<ReturnType<ReturnType<typeof events>['execute']>>[number]

/** Everything that is recorded of a dispute at Adyen, in its order. */
export const eventsOf = (known: Known, pspReference: string): Promise<Row[]> =>
  events(known).where('psp_reference', '=', pspReference).orderBy('number').execute()

/** The events behind a place, which is the number of the last one before them. */
export async function disputesSince(known: Known, place: string | undefined): Promise<DisputePage> {
  const after = /^\d{1,18}$/.test(place ?? '') ? BigInt(place!) : 0n
  const rows = await events(known).where('number', '>', after).orderBy('number').limit(perPage).execute()
  return { events: rows.map(eventOf), place: String(rows.at(-1)?.number ?? after) }
}
const perPage = 100

/** What of an authorization is charged back, in disputes that are open or lost for the merchant. */
export async function disputedOf(known: Known, authorization: string): Promise<bigint> {
  const rows = await events(known).where('authorization_key', '=', authorization).execute()
  return rows.reduce((sum, { kind, minor }) => sum + (kind === 'opened' ? minor : kind === 'won' ? -minor : 0n), 0n)
}

export async function lastNumber({ db, connector }: Known): Promise<bigint> {
  const { last } = await db.read
    .selectFrom('adyen.dispute_events')
    .select(({ fn }) => fn.max<bigint | null>('number').as('last'))
    .where('connector', '=', connector)
    .executeTakeFirstOrThrow()
  return last ?? 0n
}

const eventOf = (row: Row): DisputeEvent => ({
  id: `adyen-${row.psp_reference}-${row.round}-${row.kind}`,
  dispute: disputeName(row.psp_reference, row.round),
  authorization: row.authorization_key,
  kind: row.kind,
  amount: money(row.minor, row.currency),
  reason: row.reason,
  at: row.happened_at,
  respondBy: row.respond_by ?? undefined,
})

/** All that Adyen says of a dispute has one pspReference; money that is taken once more is another dispute to the port. */
export const disputeName = (pspReference: string, round: number): string =>
  round === 1 ? pspReference : `${pspReference}/${round}`

export const pspReferenceOf = (dispute: string): string => dispute.split('/', 1)[0]!

/** What was responded to a dispute, oldest first. */
export const responsesOf = ({ db, connector }: Known, dispute: string) =>
  db.read
    .selectFrom('adyen.dispute_responses')
    .select(['key', 'result'])
    .where('connector', '=', connector)
    .where('dispute', '=', dispute)
    .orderBy('id')
    .execute()

/** Adyen has said by webhook that the defense of the dispute has reached it. */
export const isDefended = async ({ db, connector }: Known, pspReference: string): Promise<boolean> =>
  (await db.read
    .selectFrom('adyen.notices')
    .select('id')
    .where('connector', '=', connector)
    .where('event_code', '=', 'INFORMATION_SUPPLIED')
    .where('psp_reference', '=', pspReference)
    .where('is_success', '=', true)
    .executeTakeFirst()) !== undefined

/** Of two events at once the later one is planned again, behind the other. */
export const againIfTaken = { adyen_place_in_list: 'stale', adyen_dispute_event_once: 'stale' } as const
