import type { Clock, Instant } from '#kernel/base/clock.ts'
import { type Money, money, negate, subtract, zero } from '#kernel/base/money.ts'
import type { SettlementEntry, SettlementPage } from '../port.ts'
import { type AuthorizationState, after, changesAt, matured, withReturns } from './authorization-state.ts'
import { disputeByThemselves } from './card-disputes.ts'
import { pendingHours } from './magic-amounts.ts'
import type { SandboxRecord, Story } from './record.ts'

type SandboxContext = { record: SandboxRecord; clock: Clock }

/**
 * The sandbox settles each UTC day when it is over, with one transfer for each currency. A place is a day and how many
 * of its entries were read: `2026-05-04/100`.
 */
export async function settlementsSince(ctx: SandboxContext, place: string | undefined): Promise<SettlementPage> {
  // What a card disputes by itself has its own time, which may be in a day that is over.
  await disputeByThemselves(ctx)
  const today = dayOf(ctx.clock.now())
  for (let { day, offset } = readPlace(place); ; ) {
    const next = await ctx.record.firstAfter(startOf(day).subtract({ hours: pendingHours }))
    if (!next) return { entries: [], place }
    if (Temporal.PlainDate.compare(dayOf(next), day) > 0) [day, offset] = [dayOf(next), 0]
    if (Temporal.PlainDate.compare(day, today) >= 0) return { entries: [], place }
    const entries = (await entriesOf(ctx, day)).slice(offset, offset + perPage)
    if (entries.length > 0) return { entries, place: `${day}/${offset + entries.length}` }
    ;[day, offset] = [day.add({ days: 1 }), 0]
  }
}
const perPage = 100

async function entriesOf({ record, clock }: SandboxContext, day: Temporal.PlainDate): Promise<SettlementEntry[]> {
  const [from, before] = [startOf(day), startOf(day.add({ days: 1 }))]
  const stories = await record.storiesBetween(from.subtract({ hours: pendingHours }), before)
  return stories
    .flatMap((story) => movementsOf(story, clock.now()))
    .filter(({ at }) => dayOf(at).equals(day))
    .map(({ at: _, kind, id, authorization, gross }) => ({
      id,
      batch: `sbx_${day}_${gross.currency}`,
      kind,
      authorization,
      gross,
      fee: kind === 'capture' ? money(gross.minor / feeDivisor, gross.currency) : zero(gross.currency),
      settledOn: day.add({ days: 1 }),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
/** One percent of what is captured. */
const feeDivisor = 100n

type Movement = Pick<SettlementEntry, 'id' | 'kind' | 'authorization' | 'gross'> & { at: Instant }

/** Every movement of money in a story so far. */
function movementsOf(story: Story, now: Instant): Movement[] {
  const movements: Movement[] = []
  let state: AuthorizationState = { is: 'unknown' }
  const goTo = (next: AuthorizationState, id: string, at: Instant) => {
    const authorization = story[0]!.authorization
    movements.push(...between(state, next).map((movement) => ({ ...movement, id, authorization, at })))
    state = next
  }
  const mature = (until: Instant) => {
    const at = changesAt(state)
    const next = matured(state, until)
    const name = next.is === 'capture failed' ? 'failed' : 'later'
    if (at && next !== state) goTo(next, `${story[0]!.authorization}/${name}`, at)
  }
  for (const entry of withReturns(story, now)) {
    mature(entry.requestedAt)
    goTo(after(state, entry), entry.key, entry.requestedAt)
  }
  mature(now)
  return movements
}

type Change = Pick<SettlementEntry, 'kind' | 'gross'>

function between(before: AuthorizationState, next: AuthorizationState): Change[] {
  if (next.is === 'paid out') return before.is === 'paid out' ? [] : [{ kind: 'payout', gross: negate(next.amount) }]
  if (next.is === 'came back') return before.is === 'paid out' ? [{ kind: 'reinstatement', gross: next.amount }] : []
  if (next.is === 'reversed')
    return before.is === 'captured' ? [{ kind: 'reversal', gross: negate(before.amount) }] : []
  if (next.is === 'capture failed')
    return before.is === 'captured' ? [{ kind: 'capture_failed', gross: negate(before.amount) }] : []
  if (next.is !== 'captured') return []
  if (before.is !== 'captured') return [{ kind: 'capture', gross: next.amount }]
  const refunded = subtract(next.refunded, before.refunded)
  const disputed = subtract(next.disputed, before.disputed)
  return [
    ...changeOf(refunded.minor > 0n ? 'refund' : 'reinstatement', refunded),
    ...changeOf(disputed.minor > 0n ? 'chargeback' : 'chargeback_won', disputed),
  ]
}

const changeOf = (kind: Change['kind'], back: Money): Change[] =>
  back.minor === 0n ? [] : [{ kind, gross: negate(back) }]

const dayOf = (at: Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate()
const startOf = (day: Temporal.PlainDate): Instant => day.toZonedDateTime('UTC').toInstant()

function readPlace(place: string | undefined): { day: Temporal.PlainDate; offset: number } {
  const [, day, offset] = /^(\d{4}-\d{2}-\d{2})\/(\d{1,9})$/.exec(place ?? '') ?? []
  return { day: Temporal.PlainDate.from(day ?? '1970-01-02'), offset: Number(offset ?? 0) }
}
