import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { type HostContext, inTurn } from './context.ts'
import { recordUnanswered, sending } from './exchange.ts'
import { followingMessage } from './following-message.ts'
import type { Turn } from './host.ts'
import type { Profile } from './profile.ts'
import { repeatAfterMs } from './repeats.ts'
import { settle } from './settle.ts'
import { findMessage, storyOf } from './store.ts'
import { isOnline, type Message, type Story } from './story.ts'

/**
 * Sends what is open about an authorization, in order: a message leaves when the one before it is answered. Ends when
 * nothing is open, or something waits for its next time.
 * @throws NotSent when the host cannot be reached.
 */
export const deliver = (ctx: HostContext, authorization: string): Promise<void> =>
  inTurn(ctx.underWay, `delivering ${authorization}`, async () => {
    for (let sent = 0; sent < atOnceMax; sent++) {
      await ctx.underWay.get(sending(authorization))?.catch(() => undefined)
      const { profile } = await ctx.credentials()
      const story = await storyOf(ctx.db, ctx.connector, authorization)
      const message = story.messages.find(({ status }) => status === 'open')
      if (!message || isRefusedFor(ctx, message)) return
      if (isOnline(message)) {
        // Another process waits for its response, until it is overdue.
        if (message.dueAt && Temporal.Instant.compare(message.dueAt, ctx.clock.now()) > 0) return
        await recordUnanswered(ctx, { profile, message })
      } else if (!(await sendOnce(ctx, { profile, story, message }))) return
    }
  })
/** What the host has refused waits for its time, or for an operator; nothing that comes behind it hastens it. */
const isRefusedFor = ({ clock }: HostContext, { code, dueAt }: Message): boolean =>
  code !== null && dueAt !== null && Temporal.Instant.compare(dueAt, clock.now()) > 0

/** More than any payment has: refunds of it, each of a cent, are delivered by their own turns. */
const atOnceMax = 50

/** In the background: what does not succeed is due later. */
export const deliverSoon = (ctx: HostContext, authorization: string): void =>
  void deliver(ctx, authorization).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'a message to the host of an acquirer waits for its next time'),
  )

type Sending = { profile: Profile; story: Story; message: Message }

/** Resolves to whether it is closed, so that the next one may go. */
async function sendOnce(ctx: HostContext, { profile, story, message }: Sending): Promise<boolean> {
  const turn = await ctx.host.turn()
  try {
    const attempt = await countAttempt(ctx, profile, message)
    if (!attempt) return false
    const response = await respond(ctx, { profile, story, message: attempt }, turn)
    return response ? settle(ctx, { profile, message: attempt, response }) : false
  } finally {
    turn.end()
  }
}

const respond = async (ctx: HostContext, sent: Sending, turn: Turn) => turn.request(await followingMessage(ctx, sent))

/** Committed before it is sent, so that whatever leaves after it is marked as a repeat. Undefined: another process was first. */
async function countAttempt(ctx: HostContext, profile: Profile, message: Message): Promise<Message | undefined> {
  const attempts = message.attempts + 1
  const set = { attempts, due_at: ctx.clock.now().add({ milliseconds: repeatAfterMs(profile, attempts) }) }
  const where = { id: message.id, status: 'open' as const, attempts: message.attempts }
  try {
    await commit(ctx, ctx.clock.now(), [update('isohost.messages', { set, where })], 'deliver')
    return { ...message, attempts }
  } catch (error) {
    if (error instanceof StaleWrite) return undefined
    throw error
  }
}

/** Looks after messages that nobody waits for any more: of a process that died, and those without an answer. */
export const hostJobs = (ctx: HostContext): DueWork[] => [
  {
    name: `messages to the host of ${ctx.connector}`,
    // A connector's name has small letters, digits and dashes alone.
    ...claimDue(ctx, 'isohost.messages', { leaseMs: 60_000, only: `connector = '${ctx.connector}'` }),
    run: async (id) => {
      const message = await findMessage(ctx.db, ctx.connector, String(id))
      if (!message) return
      const { messages } = await storyOf(ctx.db, ctx.connector, message.authorization)
      const first = messages.find(({ status }) => status === 'open')
      if (first && first.id !== message.id && first.attempts > 0) await waitFor(ctx, message, first)
      else await deliver(ctx, message.authorization)
    },
  },
]

/** What is behind a message that was sent already is due with it. */
async function waitFor(ctx: HostContext, { id, attempts }: Message, { dueAt }: Message): Promise<void> {
  const soon = ctx.clock.now().add({ milliseconds: behindMs })
  const due_at = dueAt && Temporal.Instant.compare(dueAt, soon) > 0 ? dueAt : soon
  const write = update('isohost.messages', {
    set: { due_at, leased_until: null },
    where: { id, status: 'open', attempts },
  })
  try {
    await commit(ctx, ctx.clock.now(), [write], 'deliver')
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error
  }
}
/** After the message before it, which is being sent. */
const behindMs = 30_000
