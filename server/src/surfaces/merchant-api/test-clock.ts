import { z } from 'zod'
import { type ApiCaller, type ApiMethod, type ApiRoute, apiRoute, momentShape, momentText } from '#acquiring/api'
import { siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { refusals } from '#kernel/base/refusal.ts'
import { duration, moment, optional, yesNo } from '#kernel/http/field.ts'
import type { ClockContext, RunLimits } from '#kernel/work/run-clock.ts'
import { type ClockInput, type ClockReport, readClock, setClock } from '#kernel/work/set-clock.ts'

const refuse = refusals({
  clock_target_required: [
    'invalid',
    'Send exactly one of advanceBy, moveTo, runFor, runTo, next, pause, resume and reset; {sent}.',
  ],
})

/** A client waits for the response, and proxies close the connection after a minute. */
export const callLimits = (): RunLimits => ({ stopsMax: 2_000, enough: AbortSignal.timeout(20_000) })

const inputFields = {
  advanceBy: optional(duration()),
  moveTo: optional(moment()),
  runFor: optional(duration()),
  runTo: optional(moment()),
  next: optional(yesNo()),
  pause: optional(yesNo()),
  resume: optional(yesNo()),
  reset: optional(yesNo()),
}

const clockShape = z.strictObject({
  now: momentShape,
  paused: z.boolean(),
  nextDueAt: momentShape.nullable(),
  done: z.int(),
  more: z.boolean(),
  runTo: momentShape.nullable(),
})

/**
 * The clock of a staging installation, for tests of a store (product decision, test clock). A site sees only its own
 * due items; but there is one clock for the whole installation, and a change applies to all sites.
 */
export const testClockRoutes = (ctx: ClockContext): ApiRoute[] => [
  apiRoute({
    method: 'GET',
    path: '/test-clock',
    permission: 'clock:read',
    group: 'Test clock',
    summary: 'What time it is',
    about: 'In staging only. `nextDueAt` is when the next item of your site falls due, null when nothing does.',
    data: clockShape,
    run: async ({ caller: { siteId } }) => ({ data: reported(await readClock(ctx, siteOwner(siteId))) }),
  }),
  ...(['PATCH', 'POST'] as const).map((method) => moveRoute(ctx, method)),
]

const moveRoute = (ctx: ClockContext, method: ApiMethod): ApiRoute =>
  apiRoute({
    method,
    path: '/test-clock',
    permission: 'clock:change',
    group: 'Test clock',
    summary: method === 'POST' ? 'The same as PATCH /test-clock' : 'Move the clock',
    about:
      'In staging only, and for all sites of the installation: they share one clock. Send exactly one field. `runFor` and `runTo` run everything that falls due on the way, each at its own time; `advanceBy` and `moveTo` go there at once and catch up. While `more` is true send `runTo` as it was returned.',
    body: z.object(inputFields),
    data: clockShape,
    run: async ({ caller, body, requestId, once }) => {
      const input = inputOf(body, caller)
      const { siteId } = caller
      const report = await setClock(ctx, input, {
        owner: siteOwner(siteId),
        limits: callLimits(),
        also: once(theClock),
      })
      ctx.log.info({ requestId, siteId, how: input.how, now: String(report.now) }, 'a store moved the test clock')
      return { data: reported(report) }
    },
    recover: async ({ siteId }) => ({ data: reported(await readClock(ctx, siteOwner(siteId))) }),
  })
/** The subject of an idempotency key: there is one clock. */
const theClock = 1n

type SentFields = z.output<z.ZodObject<typeof inputFields>>

function inputOf(sent: SentFields, { timeZone }: ApiCaller): ClockInput {
  const inputs = Object.entries(sent).filter(([, value]) => value !== undefined && value !== false)
  const names = inputs.map(([name]) => name)
  if (names.length !== 1) {
    const sentNames = names.length === 0 ? 'none of them was sent' : `${names.join(' and ')} were sent`
    throw refuse('clock_target_required', { sent: sentNames, field: names[1] ?? 'advanceBy' })
  }
  const { advanceBy, moveTo, runFor, runTo } = sent
  const field = names[0]!
  const jumpTo = advanceBy ?? moveTo?.in(timeZone, 'from')
  if (jumpTo) return { how: 'jump', to: jumpTo, field }
  const runs = runFor ?? runTo?.in(timeZone, 'from')
  if (runs) return { how: 'run', to: runs, field }
  return { how: sent.next ? 'next' : sent.pause ? 'pause' : sent.resume ? 'resume' : 'reset' }
}

/** Whole seconds. Times that a client sends again are rounded up, so that they are never before the clock's time. */
const reported = ({ now, paused, nextDueAt, done, more, goal }: ClockReport) => ({
  now: momentText(now),
  paused,
  nextDueAt: nextDueAt ? momentText(up(nextDueAt)) : null,
  done,
  more,
  runTo: goal ? momentText(up(goal)) : null,
})

const up = (at: Instant): Instant => at.round({ smallestUnit: 'second', roundingMode: 'ceil' })
