import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/jsonb.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { businessDayOf, spanOf } from './business-day.ts'
import type { HostContext } from './context.ts'
import type { Profile } from './profile.ts'
import { figuresOf } from './totals.ts'
import { countedIn, isAnyAwaited } from './totals-store.ts'

/** Days are counted from the one in which a program first opens the connection with a profile that wants it. */
export const beginDays = (ctx: HostContext, { totals, timeZone }: Profile): Promise<void> =>
  decide(async () => {
    const known = await dayOf(ctx, 'connector', ctx.connector)
    if (!totals ? !known?.dueAt : known?.dueAt) return
    const now = ctx.clock.now()
    const host = totals && { ...totals, timeZone }
    const day = host ? businessDayOf(ctx.clock.wall(), host) : known!.day
    const begins = host && later(spanOf(day, host).begins, known?.beginsAt)
    const set = begins ? { day, begins_at: begins, due_at: now, leased_until: null } : paused
    const row = { connector: ctx.connector, day, begins_at: begins ?? null, due_at: now, leased_until: null }
    const write = known
      ? update('isohost.business_days', { set, where: { id: known.id, day: known.day } })
      : insert('isohost.business_days', row, { onDuplicate: { business_days_connector_key: 'stale' } })
    await commit(ctx, now, [write], 'close-day')
  })
const paused = { due_at: null, leased_until: null }

const later = (one: Instant, other: Instant | null | undefined): Instant =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one

/** Closes each day when it is over, by counting what the host has confirmed of it; the totals are then due to be sent. */
export const dayWork = (ctx: HostContext): DueWork => ({
  name: `business days of ${ctx.connector}`,
  inRun: 'left',
  ...claimDue(ctx, 'isohost.business_days', { leaseMs: 60_000, only: `connector = '${ctx.connector}'` }),
  run: async (id) => {
    const { profile } = await ctx.credentials()
    await decide(async () => {
      const known = await dayOf(ctx, 'id', id as bigint)
      if (!known?.dueAt) return
      const { totals, timeZone } = profile
      const set = totals ? undefined : paused
      const planned = totals && (await plan(ctx, profile, { ...known, host: { ...totals, timeZone } }))
      await commit(
        ctx,
        ctx.clock.now(),
        [
          ...(planned?.writes ?? []),
          update('isohost.business_days', {
            set: set ?? { ...planned!.next, leased_until: null },
            where: { id: known.id, day: known.day },
          }),
        ],
        'close-day',
      )
    })
  },
})

type Planned = {
  next: { day: Temporal.PlainDate; begins_at: Instant | null; due_at: Instant }
  writes: readonly Write[]
}
type Day = {
  day: Temporal.PlainDate
  beginsAt: Instant | null
  host: NonNullable<Profile['totals']> & { timeZone: string }
}

/**
 * The host's day is one of the world, also where our clock was moved. It begins where the last one ended, so that no message
 * is counted twice or never when the cut-over or the time zone of the profile changes.
 */
async function plan(ctx: HostContext, profile: Profile, { day, beginsAt, host }: Day): Promise<Planned> {
  const byProfile = spanOf(day, host)
  const span = { begins: beginsAt ?? byProfile.begins, ends: byProfile.ends }
  const wall = ctx.clock.wall()
  const closes = span.ends.add({ minutes: host.afterMinutes })
  const at = (moment: Instant) => ctx.clock.now().add(wall.until(moment))
  const waitsUntil = (moment: Instant) => ({ next: { day, begins_at: beginsAt, due_at: at(moment) }, writes: [] })
  if (Temporal.Instant.compare(wall, closes) < 0) return waitsUntil(closes)
  const isLate = Temporal.Instant.compare(wall, span.ends.add({ hours: waitsHours })) >= 0
  if (!isLate && (await isAnyAwaited(ctx.db, ctx.connector, span)))
    return waitsUntil(wall.add({ minutes: looksEveryMinutes }))
  const next = day.add({ days: 1 })
  const dueAt = at(spanOf(next, host).ends.add({ minutes: host.afterMinutes }))
  const counted = await countedIn(ctx.db, ctx.connector, span)
  const writes = currenciesOf(profile, counted).map((currency) => {
    const ours = figuresOf(
      counted.filter((one) => one.currency === currency),
      profile.codes,
    )
    const row = {
      ...{ connector: ctx.connector, day, currency, terminal: profile.terminal, sent_at: wall, attempts: 0 },
      ...{ ours: jsonb(ours), theirs: null, status: 'open' as const, code: null, due_at: ctx.clock.now() },
      ...{ answered_at: null, closed_at: null, leased_until: null },
    }
    return insert('isohost.totals', row, { onDuplicate: { totals_once: 'stale' } })
  })
  return { next: { day: next, begins_at: later(span.ends, span.begins), due_at: dueAt }, writes }
}
/** What is not answered by then is not counted; the host says that it is out of balance if it has counted it. */
const waitsHours = 6
const looksEveryMinutes = 5

/** Those of the profile, also without payments: the host may have counted what we know nothing of. */
const currenciesOf = ({ currencies }: Profile, counted: Awaited<ReturnType<typeof countedIn>>) => [
  ...new Set([...currencies, ...counted.map(({ currency }) => currency)]),
]

const dayOf = ({ db }: HostContext, by: 'id' | 'connector', value: bigint | string) =>
  db.read
    .selectFrom('isohost.business_days')
    .select(['id', 'day', 'begins_at as beginsAt', 'due_at as dueAt'])
    .where(by, '=', value as never)
    .executeTakeFirst()
