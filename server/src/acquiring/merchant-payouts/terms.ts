import { checkReason } from '#core/access'
import { type Author, auditEntry, difference, type MerchantId, merchantLock, merchantOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, formatMoney, type Money, money } from '#kernel/base/money.ts'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { commit, insert, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb, type Reader } from '#kernel/db/db.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { columnOf, describeHolds, type Holds, holdsOf, withHold, withoutHold } from './holds.ts'
import { refuse } from './refusals.ts'
import { nextPayoutAt, onSameDay, readSchedule, type Schedule, scheduleRule, scheduleText } from './schedule.ts'

/** How a merchant is paid. */
export type Terms = {
  version: number
  schedule: Schedule
  timeZone: string
  /** Money is available so many days after its batch has closed. */
  delayDays: number
  /** Less is not paid by schedule. */
  minimums: ReadonlyMap<Currency, Money>
  /** This part of captures is held back for so many days. */
  reserve: { basisPoints: number; days: number }
  /** Payouts are on hold while there are any. */
  holds: Holds
  dueAt: Instant | undefined
  /** The day of the schedule on which the last payout of a currency has failed. */
  failures: ReadonlyMap<Currency, string>
}

export type TermsChange = {
  schedule?: string | undefined
  timeZone?: string | undefined
  delayDays?: number | undefined
  /** Those that are named change; zero removes one. */
  minimums?: readonly Money[] | undefined
  reserveBasisPoints?: number | undefined
  reserveDays?: number | undefined
  /** True stops payouts for the reason of the author, false ends a hold; they go on when none is left. */
  hold?: boolean | undefined
  /** Which hold ends; may be left out where there is one. */
  holdReason?: string | undefined
}

export const delayDaysMax = 90
export const reserveDaysMax = 720

/** Of a merchant of whom nothing was set. */
const termsByDefault: Terms = {
  version: 0,
  schedule: { every: 'manual' },
  timeZone: 'UTC',
  delayDays: 0,
  minimums: new Map(),
  reserve: { basisPoints: 0, days: 0 },
  holds: [],
  dueAt: undefined,
  failures: new Map(),
}

export const termsOf = async (db: Reader, merchantId: MerchantId): Promise<Terms> =>
  (await termsOfMerchants(db, [merchantId])).get(merchantId)!

export async function termsOfMerchants(
  db: Reader,
  ids: readonly MerchantId[],
): Promise<ReadonlyMap<MerchantId, Terms>> {
  const rows = await db.read
    .selectFrom('merchant_payouts.terms')
    .selectAll()
    .where('id', 'in', ids.map(BigInt))
    .execute()
  const found = new Map(rows.map((row) => [Number(row.id) as MerchantId, termsOfRow(row)]))
  return new Map(ids.map((id) => [id, found.get(id) ?? termsByDefault]))
}

type Row = {
  version: number
  schedule: string
  time_zone: string
  delay_days: number
  minimums: Readonly<Record<string, string>>
  reserve_basis_points: number
  reserve_days: number
  hold_reason: string | null
  due_at: Instant | null
  schedule_failures: Readonly<Record<string, string>>
}

const termsOfRow = (row: Row): Terms => ({
  version: row.version,
  schedule: readSchedule(row.schedule)!,
  timeZone: row.time_zone,
  delayDays: row.delay_days,
  minimums: new Map(
    Object.entries(row.minimums).map(([currency, minor]) => [
      currency as Currency,
      money(BigInt(minor), currency as Currency),
    ]),
  ),
  reserve: { basisPoints: row.reserve_basis_points, days: row.reserve_days },
  holds: holdsOf(row.hold_reason),
  dueAt: row.due_at ?? undefined,
  failures: new Map(Object.entries(row.schedule_failures) as [Currency, string][]),
})

type Change = {
  by: Author
  merchantId: MerchantId
  changes: TermsChange
  /** The terms over which the change was decided; of others it is a `StaleWrite`. */
  over?: Pick<Terms, 'version'> | undefined
  /** For the same commit, if anything changes. */
  alongside?: readonly Write[] | undefined
}

/** Sets what is given, as the operator. A merchant on hold is not paid; its reserves are released all the same. */
export async function changeTerms(
  ctx: MerchantPayoutsContext,
  { by, merchantId, changes, over, alongside = [] }: Change,
): Promise<Terms> {
  return ctx.db.locked([merchantLock(merchantId)], { name: 'terms' }, async (tx) => {
    const now = ctx.clock.now()
    const before = await termsOf(tx, merchantId)
    if (over && over.version !== before.version) throw new StaleWrite('merchant_payouts.terms')
    const after = changedTerms(before, changes, by)
    const changedFields = difference(describeTerms(before), describeTerms(after))
    if (!changedFields) return before
    const dueAt = dueAfterChange(now, before, after)
    const row = {
      id: BigInt(merchantId),
      version: before.version + 1,
      schedule: scheduleText(after.schedule),
      time_zone: after.timeZone,
      delay_days: after.delayDays,
      minimums: jsonb(
        Object.fromEntries([...after.minimums].map(([currency, { minor }]) => [currency, String(minor)])),
      ),
      reserve_basis_points: after.reserve.basisPoints,
      reserve_days: after.reserve.days,
      hold_reason: columnOf(after.holds),
      due_at: dueAt ?? null,
      schedule_failures: jsonb(dueAt ? Object.fromEntries(before.failures) : {}),
    }
    const { id: _id, ...set } = row
    await commit(
      { ...ctx, db: tx },
      now,
      [
        insert('merchant_payouts.terms', row, {
          orElse: { conflict: ['id'], set: Object.keys(set) as (keyof typeof set)[] },
        }),
        auditEntry(now, by, {
          action: 'payoutTermsChanged',
          owner: merchantOwner(merchantId),
          subject: { type: 'payoutTerms', id: BigInt(merchantId) },
          ...changedFields,
        }),
        ...alongside,
      ],
      'terms',
    )
    return { ...after, version: row.version, dueAt }
  })
}

/**
 * A day of the schedule that has come and was not looked at yet, or is tried again, is paid whatever else changes, unless payouts
 * are by hand from now on; in another time zone it is the same day.
 */
function dueAfterChange(now: Instant, before: Terms, after: Terms): Instant | undefined {
  const next = nextPayoutAt(after.schedule, after.timeZone, now)
  const { dueAt, timeZone, failures } = before
  if (!next || !dueAt) return next
  const hasCome = Temporal.Instant.compare(dueAt, now) <= 0
  const isTriedAgain = [...failures.values()].includes(String(dueAt.toZonedDateTimeISO(timeZone).toPlainDate()))
  if (!hasCome && !isTriedAgain) return next
  const kept = onSameDay(dueAt, timeZone, after.timeZone)
  return Temporal.Instant.compare(kept, next) < 0 ? kept : next
}

/** The terms after a change. Refuses, by field, what they cannot be; to hold payouts needs a reason. */
export function changedTerms(before: Terms, changes: TermsChange, by: Pick<Author, 'reason'>): Terms {
  const schedule = changes.schedule === undefined ? before.schedule : readSchedule(changes.schedule)
  if (!schedule) throw refuse('invalid_schedule', { field: 'schedule', rule: scheduleRule })
  const timeZone = changes.timeZone === undefined ? before.timeZone : readTimeZone(changes.timeZone)
  if (!timeZone) throw refuse('invalid_payout_time_zone', { field: 'timeZone' })
  const delayDays = changes.delayDays ?? before.delayDays
  if (!isWhole(delayDays, 0, delayDaysMax))
    throw refuse('invalid_payout_delay', { field: 'delayDays', max: delayDaysMax })
  return {
    ...before,
    schedule,
    timeZone,
    delayDays,
    minimums: minimumsOf(before, changes.minimums ?? []),
    reserve: reserveOf(before, changes),
    holds: holdsAfter(before, changes, by),
  }
}

function holdsAfter({ holds }: Terms, { hold, holdReason }: TermsChange, by: Pick<Author, 'reason'>): Holds {
  if (hold === undefined) return holds
  return hold ? withHold(holds, checkReason(by.reason)) : withoutHold(holds, holdReason)
}

function reserveOf({ reserve }: Terms, changes: TermsChange): Terms['reserve'] {
  const basisPoints = changes.reserveBasisPoints ?? reserve.basisPoints
  const days = changes.reserveDays ?? (basisPoints === 0 ? 0 : reserve.days)
  const isNone = basisPoints === 0 && days === 0
  if (!isNone && !(isWhole(basisPoints, 1, 10_000) && isWhole(days, 1, reserveDaysMax)))
    throw refuse('invalid_reserve', { field: 'reserveBasisPoints', daysMax: reserveDaysMax })
  return { basisPoints, days }
}

function minimumsOf({ minimums }: Terms, changes: readonly Money[]): Terms['minimums'] {
  const all = new Map(minimums)
  for (const minimum of changes) {
    if (minimum.minor < 0n) throw refuse('invalid_payout_minimum', { field: 'minimums' })
    if (minimum.minor === 0n) all.delete(minimum.currency)
    else all.set(minimum.currency, minimum)
  }
  return all
}

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

/** As the audit and people read them. */
export const describeTerms = ({ schedule, timeZone, delayDays, minimums, reserve, holds }: Terms) => ({
  schedule: scheduleText(schedule),
  timeZone,
  delayDays,
  minimums: [...minimums.values()].map((minimum) => `${formatMoney(minimum)} ${minimum.currency}`),
  reserveBasisPoints: reserve.basisPoints,
  reserveDays: reserve.days,
  holdReason: describeHolds(holds) ?? null,
})
