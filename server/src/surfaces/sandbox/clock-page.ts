import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Directory } from '#core/directory'
import { Refusal, refusals } from '#kernel/base/refusal.ts'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import { statusOfRefusal } from '#kernel/http/route.ts'
import { type DueItem, listDue } from '#kernel/work/due-list.ts'
import type { ClockContext } from '#kernel/work/run-clock.ts'
import { type ClockInput, type ClockReport, readClock, setClock } from '#kernel/work/set-clock.ts'
import { callLimits } from '../merchant-api/test-clock.ts'
import { billing, chargesTable } from './charges-ahead.ts'
import { type Desk, type DeskMessage, type DeskSection, deskRoot, deskTable, timeOf } from './desk.ts'

const refuse = refusals({
  invalid_clock_target: ['invalid', 'Choose one of the buttons of the clock page.'],
  invalid_clock_goal: [
    'invalid',
    'Write how far to go as a duration, such as P1M or PT12H, or as a moment, such as 2031-01-31T10:00:00Z.',
  ],
})

/** The clock of the installation, with a button for what one does most. */
type Context = ClockContext & { directory: Directory }

export const clockSection = (ctx: Context): DeskSection => ({
  path: 'clock',
  name: 'Clock',
  about: 'See who is charged what and when, go to the next day or the next bill, or run through a year of them.',
  routes: (http, desk) => {
    http.get('/', (request, reply) => show(ctx, desk, reply, { goal: Goal.parse(request.query) }))
    http.post('/', (request, reply) => changeClock(ctx, desk, request, reply))
  },
})

const shownMax = 20

type Shown = { goal: z.output<typeof Goal>; problem?: Refusal }

async function show(ctx: Context, desk: Desk, reply: FastifyReply, { goal, problem }: Shown) {
  const jobs = ctx.jobs.filter(({ inRun }) => !inRun)
  const [bills, others] = [jobs.filter(({ name }) => name === billing), jobs.filter(({ name }) => name !== billing)]
  const [report, charged, due] = await Promise.all([
    readClock(ctx, undefined),
    listDue(ctx.db, bills, { limit: shownMax }),
    listDue(ctx.db, others, { limit: shownMax }),
  ])
  return desk.show(reply, {
    ...(problem && { status: statusOfRefusal[problem.kind] }),
    title: 'Clock',
    lead: 'Everything in this installation obeys one clock: bills, retries, expiry, batches, for every site. It does not go back, except by a reset.',
    main: html`${problem && html`<p class="message bad" role="alert">${problem.message}</p>`}
${position(report)}${buttons(report)}${journey(goal, problem !== undefined)}<h2>Who is charged next</h2>${await chargesTable(ctx, charged)}
<h2>What else falls due</h2>${dueTable(due)}`,
  })
}
/** What the form is filled in with: where a run has not arrived yet, and what could not be read. */
const Goal = z.object({ to: z.string().max(100).catch(''), how: z.enum(['run', 'jump']).catch('run') })

const position = ({ now, paused, nextDueAt }: ClockReport): Html => html`<section class="card">
<p class="big">${timeOf(now)} ${paused && html`<span class="badge wait">paused</span>`}</p>
<p class="soft">${nextDueAt ? html`The next thing is due ${timeOf(nextDueAt)}.` : 'Nothing is due.'}</p></section>`

const buttons = ({ paused, nextDueAt }: ClockReport): Html => html`<div class="buttons">
${nextDueAt && button('next', '', 'To the next due thing')}
${button('jump', 'P1D', '+ 1 day', 'plain')}${button('jump', 'P1M', '+ 1 month', 'plain')}${button('run', 'P1Y', 'Run a year', 'plain')}
${paused ? button('resume', '', 'Resume', 'plain') : button('pause', '', 'Pause', 'plain')}
${button('reset', '', "Back to the machine's time", 'danger')}</div>`

const button = (how: string, to: string, name: string, look = ''): Html =>
  html`<form method="post" action="${deskRoot}/clock"><input type="hidden" name="how" value="${how}">${
    to && html`<input type="hidden" name="to" value="${to}">`
  }<button class="${look}">${name}</button></form>`

const journey = (
  { to, how }: z.output<typeof Goal>,
  isWrong: boolean,
): Html => html`<form class="card" method="post" action="${deskRoot}/clock"><div class="fields">
<div><label for="to">How far</label><input${attributes({ id: 'to', name: 'to', value: to, placeholder: 'P3M or 2031-01-31T10:00:00Z', required: true, maxlength: '100', autocomplete: 'off', 'aria-invalid': isWrong ? 'true' : undefined, autofocus: isWrong })}></div>
<div><label for="how">How</label><select id="how" name="how"><option${attributes({ value: 'run', selected: how === 'run' })}>Run: each thing at its own time</option>
<option${attributes({ value: 'jump', selected: how === 'jump' })}>Jump: there at once, then catch up</option></select></div>
<div><button>Go</button></div></div>
<p class="hint">A run does a year of bills as if a year had been waited for. A jump shows what happens after everything stood still that long.</p></form>`

const dueTable = (due: readonly DueItem[]): Html =>
  due.length === 0
    ? html`<p class="empty">Nothing is due.</p>`
    : deskTable(
        'What else falls due',
        ['When', 'What', 'Number'],
        due.map(({ work, id, dueAt }) => [timeOf(dueAt), work.charAt(0).toUpperCase() + work.slice(1), id]),
      )

async function changeClock(ctx: Context, desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  try {
    return await moveClock(ctx, desk, request, reply)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return show(ctx, desk, reply, { goal: Goal.parse(request.body ?? {}), problem })
  }
}

async function moveClock(ctx: Context, desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  const input = inputOf(request.body)
  const report = await setClock(ctx, input, { owner: undefined, limits: callLimits() })
  const rest = report.goal ? `?${new URLSearchParams({ to: report.goal.toString() })}` : ''
  return desk.goTo(reply, `clock${rest}`, messageOf(input, report))
}

const Input = z.object({
  how: z.enum(['jump', 'run', 'next', 'pause', 'resume', 'reset']),
  to: z.string().max(100).default(''),
})

function inputOf(body: unknown): ClockInput {
  const { success, data } = Input.safeParse(body)
  if (!success) throw refuse('invalid_clock_target')
  const { how, to } = data
  return how === 'jump' || how === 'run' ? { how, to: goalOf(to.trim()) } : { how }
}

function goalOf(text: string): Temporal.Instant | Temporal.Duration {
  try {
    if (!/^P/i.test(text)) return Temporal.Instant.from(text)
    const duration = Temporal.Duration.from(text)
    if (duration.sign > 0) return duration
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw refuse('invalid_clock_goal')
}

function messageOf({ how }: ClockInput, { done, more, goal }: ClockReport): DeskMessage {
  if (more)
    return { good: false, text: `It has not come to ${goal} yet, or not caught up there. Press Go, and it goes on.` }
  const things = done === 1 ? '1 thing fell due and was done.' : `${done} things fell due and were done.`
  const text = {
    jump: things,
    run: things,
    next: things,
    pause: 'The clock is paused. It can still be set by hand.',
    resume: 'The clock goes on from where it stood.',
    reset: "The clock shows the machine's time again.",
  }[how]
  return { good: true, text }
}
