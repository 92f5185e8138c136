import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { InquiryResult } from '../port.ts'
import { type CardRequest, messageFor } from './card-request.ts'
import { type HostContext, joined } from './context.ts'
import type { Turn } from './host.ts'
import type { Profile } from './profile.ts'
import { type CardResponse, declined, noAuthorizationCode, readCardResponse } from './read-response.ts'
import { type NewMessage, planMessages, planResults } from './record.ts'
import { overdueAfterMs } from './repeats.ts'
import { storyOf } from './store.ts'
import { type Message, type Story, stateOf } from './story.ts'
import { amountValues, cardholderValues, factValues, identityOf, messageOf, rrnOf } from './values.ts'

type Means = { profile: Profile; turn: Turn }

/** Sends the message of a request that was just recorded, once, and records what came of it. */
export const exchange = (ctx: HostContext, request: CardRequest, { profile, turn }: Means): Promise<void> =>
  joined(ctx.underWay, sending(request.key), async () => {
    const { entries, messages } = await storyOf(ctx.db, ctx.connector, request.key)
    const [[entry], [message]] = [entries, messages]
    const layout = profile.messages[messageFor(profile, request.kind)]
    if (!entry?.facts || !message || !layout) throw new Error(`the request ${request.key} has no message`)
    const values = {
      ...identityOf(profile, message),
      ...amountValues(message),
      ...factValues(entry.facts),
      ...cardholderValues(profile, request),
      rrn: rrnOf(message),
    }
    const response = await turn.request(messageOf(layout, values))
    const read = response && readCardResponse(profile, message, response)
    if (read && read.is !== 'unreadable') await recordResponse(ctx, { profile, message, read })
    else await recordUnanswered(ctx, { profile, message })
  })

/** The name under which this process waits for the response to the first message of an authorization. */
export const sending = (authorization: string): string => `sending ${authorization}`

type Response = { profile: Profile; message: Message; read: Exclude<CardResponse, { is: 'unreadable' }> }

/** Of a payment that was reversed meanwhile, an approval is reversed and never becomes one of ours. */
const recordResponse = (ctx: HostContext, { profile, message, read }: Response): Promise<void> =>
  close(ctx, message, (story) => {
    const [first] = story.entries
    if (read.is === 'declined') return afterDecline(profile, { story, message, read })
    if (read.is === 'approved' && stateOf(story).is !== 'reversed') {
      const { networkTransactionId, authorizationCode } = read.result
      const isDual = first?.kind === 'sale' && message.kind === 'authorization'
      return {
        results: new Map([[first!.key, read.result]]),
        messages: isDual ? [following(profile, message, 'completion')] : [],
        status: 'answered',
        code: read.code,
        networkTransactionId,
        ...(authorizationCode !== noAuthorizationCode && { authorizationCode }),
      }
    }
    return { ...toReverse(profile, story, message), code: read.code }
  })

/** A decline by a code that may mean something else: what it may hold is reversed. */
function afterDecline(
  profile: Profile,
  { story, message, read }: { story: Story; message: Message; read: Extract<CardResponse, { is: 'declined' }> },
): Closing {
  const declined = { ...ended(story, read.result), code: read.code }
  if (read.isCertain || message.kind === 'verification') return { ...declined, status: 'answered' }
  return { ...declined, status: 'unanswered', messages: [following(profile, message, 'reversal')] }
}

/**
 * From now on no response to it counts: it is reversed, and declined when the host has confirmed that. Nothing is held by
 * a verification, so it is declined at once. Does nothing when it was answered meanwhile.
 */
export const recordUnanswered = (
  ctx: HostContext,
  { profile, message }: { profile: Profile; message: Message },
): Promise<void> => close(ctx, message, (story) => toReverse(profile, story, message))

type Closing = {
  results: ReadonlyMap<string, InquiryResult>
  messages: readonly NewMessage[]
  status: 'answered' | 'unanswered'
  code?: string
  authorizationCode?: string
  networkTransactionId?: string | undefined
}

function close(ctx: HostContext, message: Message, plan: (story: Story) => Closing): Promise<void> {
  const { id, authorization } = message
  return decide(async () => {
    const story = await storyOf(ctx.db, ctx.connector, authorization)
    if (story.messages.find((each) => each.id === id)?.status !== 'open') return
    const { results, messages, status, code, authorizationCode, networkTransactionId } = plan(story)
    const facts = networkTransactionId && { ...story.entries[0]!.facts!, networkTransactionId }
    const writes: Write[] = [
      update('isohost.messages', {
        set: {
          status,
          code: code ?? null,
          authorization_code: authorizationCode ?? null,
          due_at: null,
          leased_until: null,
        },
        where: { id, status: 'open' },
      }),
      ...planResults(story, results, facts || undefined),
      ...planMessages(ctx, { authorization, story }, messages),
    ]
    await commit(ctx, ctx.clock.now(), writes, 'exchange')
  })
}

function toReverse(profile: Profile, story: Story, message: Message): Closing {
  if (message.kind === 'verification') return { ...ended(story, declined('provider_error')), status: 'unanswered' }
  return { results: new Map(), messages: [following(profile, message, 'reversal')], status: 'unanswered' }
}

/** The payment is declined, so there is nothing left to reverse for those who have requested it. */
export const ended = (story: Story, result: InquiryResult): { results: Map<string, InquiryResult>; messages: [] } => ({
  results: new Map([...story.entries.slice(0, 1).map(({ key }) => [key, result] as const), ...reversalsDone(story)]),
  messages: [],
})

export const reversalsDone = ({ entries }: Story): [string, InquiryResult][] =>
  entries
    .filter(({ kind, result }) => kind === 'reverse' && !result)
    .map(({ key, requestedAt }) => [
      key,
      { outcome: 'done', reference: `${requestedAt.epochMilliseconds}-${key.slice(0, 8)}` },
    ])

const following = (
  profile: Profile,
  { minor, currency, terminal }: Message,
  kind: 'completion' | 'reversal',
): NewMessage => ({
  request: undefined,
  kind,
  terminal,
  minor,
  currency,
  dueInMs: overdueAfterMs(profile),
})
