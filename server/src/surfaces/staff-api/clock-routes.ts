import { z } from 'zod'
import { authorOf, reasonField, type StaffRoute, staffRoute } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import { refusals } from '#kernel/base/refusal.ts'
import { duration, moment, oneOf, optional } from '#kernel/http/field.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { ClockContext } from '#kernel/work/run-clock.ts'
import { type ClockInput, type ClockReport, readClock, setClock } from '#kernel/work/set-clock.ts'
import { callLimits } from '../merchant-api/test-clock.ts'

const refuse = refusals({
  clock_goal_missing: ['invalid', 'Send {how} with either by, a duration such as P1D, or to, a moment.'],
})

const clockShape = z.strictObject({
  now: momentShape,
  paused: z.boolean(),
  nextDueAt: momentShape.optional().meta({ description: 'When the next work of anybody falls due.' }),
  done: z.int().meta({ description: 'Things that fell due on the way and were done.' }),
  more: z.boolean().meta({ description: 'A limit was reached first: send run with `to` as it was returned.' }),
  to: momentShape.optional(),
})

const about = { group: 'Test tools', caller: 'staff' as const, path: '/clock' }
const ways = ['jump', 'run', 'next', 'pause', 'resume', 'reset'] as const

/** The clock of a staging installation. There is one for all merchants and partners: who moves it moves it for all. */
export const clockRoutes = (ctx: ClockContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'GET',
    operationId: 'getClock',
    summary: 'What time it is in this installation; in staging only',
    permission: 'clock:read',
    reply: clockShape,
    run: async () => reported(await readClock(ctx, undefined)),
  }),
  staffRoute({
    ...about,
    method: 'POST',
    operationId: 'moveClock',
    summary: 'Move the clock, in staging only, and for the whole installation',
    about:
      '`run` does everything that falls due on the way, each at its own time; `jump` goes there at once and catches up; `next` runs to the next due thing.',
    permission: 'clock:change',
    body: z.object({ how: oneOf(ways), by: optional(duration()), to: optional(moment()), ...reasonField }),
    reply: clockShape,
    run: async (call) => {
      const now = ctx.testClock.now()
      const input = inputOf(call.body)
      const entry = auditEntry(now, authorOf(call), {
        action: 'clockMoved',
        owner: platformOwner,
        subject: { type: 'clock' },
        before: { now },
        after: { how: input.how, to: 'to' in input ? String(input.to) : null },
      })
      const options = { owner: undefined, limits: callLimits(), also: [entry] }
      return reported(await setClock(ctx, input, options))
    },
  }),
]

type Sent = {
  how: (typeof ways)[number]
  by?: Temporal.Duration | undefined
  to?: { in(zone: string, which: 'from'): Temporal.Instant } | undefined
}

function inputOf({ how, by, to }: Sent): ClockInput {
  if (how !== 'jump' && how !== 'run') return { how }
  if ((by === undefined) === (to === undefined)) throw refuse('clock_goal_missing', { how, field: 'by' })
  return by ? { how, to: by, field: 'by' } : { how, to: to!.in('UTC', 'from'), field: 'to' }
}

const reported = ({ now, paused, nextDueAt, done, more, goal }: ClockReport): z.output<typeof clockShape> => ({
  now: momentText(now),
  paused,
  ...(nextDueAt && { nextDueAt: momentText(nextDueAt) }),
  done,
  more,
  ...(goal && { to: momentText(goal) }),
})
