import { update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/jsonb.ts'
import { claimDue } from '#kernel/work/due-work.ts'
import type { FailedAfterwards, InquiryResult } from '../port.ts'
import type { RefusedRequests } from '../processor.ts'
import type { KeptCards, RecordContext } from './context.ts'
import { ended } from './exchange.ts'
import { declined } from './read-response.ts'
import { planMessages, planResults } from './record.ts'
import { findRefused, listRefused, type RefusedMessage } from './refused-request-store.ts'
import { storyOf } from './store.ts'
import { isOnline, type Message, reversedBy, type Story } from './story.ts'
import { rrnOf } from './values.ts'

/** Completions of sales, and reversals of what was not answered, that the host refuses; and what an operator decides. */
export const refusedRequests = (ctx: RefusalContext): RefusedRequests => ({
  list: (status) => listRefused(ctx.db, ctx.connector, status),
  find: (id) => findRefused(ctx.db, ctx.connector, id),
  plan: async (id, decision) => {
    const found = await findRefused(ctx.db, ctx.connector, id)
    if (found?.status !== 'open') return 'decided'
    const story = await storyOf(ctx.db, ctx.connector, found.authorization)
    const message = story.messages.find((each) => each.id === found.message)
    // While an answer is awaited, the host may have taken it.
    if (message?.status !== 'open' || message.attempts !== found.tries) return 'underWay'
    const refused = { found, story, message }
    if (decision === 'tryAgain') return planTryAgain(ctx, refused)
    return found.request === 'capture' ? planGiveUpCapture(ctx, refused) : planGiveUpReversal(ctx, refused)
  },
  due: claimDue(ctx, 'isohost.refused_captures', { leaseMs: 60_000, only: `connector = '${ctx.connector}'` }),
  resultsOf: async (id) => {
    const found = await findRefused(ctx.db, ctx.connector, id)
    if (found?.status !== 'givenUp') return []
    const { entries, messages } = await storyOf(ctx.db, ctx.connector, found.authorization)
    if (found.request === 'capture')
      return [{ key: found.authorization, result: failedOf(found, entries[0]?.result ?? null, messages) }]
    await ctx.cards.forget(found.authorization)
    return entries.flatMap(({ key, result }) => (result ? [{ key, result }] : []))
  },
  planApplied: (id) => [
    update('isohost.refused_captures', {
      set: { due_at: null, leased_until: null },
      where: { id, status: 'givenUp' },
    }),
  ],
})

type RefusalContext = RecordContext & { cards: Pick<KeptCards, 'forget'> }
type Refused = { found: RefusedMessage; story: Story; message: Message }

const decided = (ctx: RefusalContext, { id }: RefusedMessage, status: 'triedAgain' | 'givenUp'): Write => {
  const now = ctx.clock.now()
  const set = { status, decided_at: now, ...(status === 'givenUp' && { due_at: now }) }
  return update('isohost.refused_captures', { set, where: { id, status: 'open' } })
}

/**
 * Who sends it at this moment counts the attempt first, and finds it changed; so no answer is awaited once this is
 * committed.
 */
const closing = (
  { message: { id, attempts } }: Refused,
  set: Parameters<typeof update<'isohost.messages'>>[1]['set'],
): Write => update('isohost.messages', { set, where: { id, status: 'open', attempts } })

/**
 * A number of its own: a host that has refused a number repeats its refusal. Its place in the order stays. A capture that
 * the host may have taken keeps its number: under another one it would be taken twice.
 */
async function planTryAgain(ctx: RefusalContext, refused: Refused): Promise<Write[]> {
  const { found, story } = refused
  if (found.request === 'capture' && !found.isKnown) {
    const now = { due_at: ctx.clock.now(), leased_until: null }
    return [closing(refused, now), ...planResults(story, new Map()), decided(ctx, found, 'triedAgain')]
  }
  const [row] = await ctx.db.run(`select nextval('isohost.stans')::integer as stan`, [])
  const sentAt = ctx.clock.wall()
  const set = {
    stan: row!.stan as number,
    sent_at: sentAt,
    sent_on: sentAt.toZonedDateTimeISO('UTC').toPlainDate(),
    attempts: 0,
    code: null,
    tries: jsonb([]),
    due_at: ctx.clock.now(),
    leased_until: null,
  }
  return [closing(refused, set), ...planResults(refused.story, new Map()), decided(ctx, refused.found, 'triedAgain')]
}

/**
 * The payment is never completed: what it holds on the card is reversed, refunds that wait behind it are declined unsent,
 * and its result is that the capture has failed.
 */
function planGiveUpCapture(ctx: RefusalContext, refused: Refused): Write[] {
  const { found, story, message } = refused
  const [first] = story.entries
  const behind = story.messages.filter(({ position, status }) => position > message.position && status === 'open')
  const refunds = behind.filter(({ kind }) => kind === 'refund')
  const results = refunds.flatMap(({ request }): [string, InquiryResult][] =>
    request === null ? [] : [[request, declined('rejected_by_processor')]],
  )
  const failed = failedOf(found, first?.result ?? null, story.messages)
  const approved = story.messages.find(isOnline)
  const reversal = approved &&
    !behind.some(({ kind }) => kind === 'reversal') && {
      request: undefined,
      kind: 'reversal' as const,
      terminal: approved.terminal,
      minor: approved.minor,
      currency: approved.currency,
      dueInMs: 0,
    }
  const unsent = { status: 'refused' as const, due_at: null, leased_until: null }
  return [
    closing(refused, unsent),
    ...refunds.map(({ id }) => update('isohost.messages', { set: unsent, where: { id, status: 'open', attempts: 0 } })),
    ...planResults(withoutResult(story), new Map([...results, [first!.key, failed]])),
    ...planMessages(ctx, { authorization: found.authorization, story }, reversal ? [reversal] : []),
    decided(ctx, found, 'givenUp'),
  ]
}

/**
 * It is not known whether the host has approved it. What it holds on the card, if anything, lapses by itself; by our books the
 * payment is declined, as when the reversal was confirmed.
 */
function planGiveUpReversal(ctx: RefusalContext, refused: Refused): Write[] {
  const { found, story, message } = refused
  const original = reversedBy(story.messages, message)
  const { results } = ended(story, declined('provider_error', original && rrnOf(original)))
  return [
    closing(refused, { status: 'refused', due_at: null, leased_until: null }),
    ...planResults(story, results),
    decided(ctx, found, 'givenUp'),
  ]
}

/** The first result of a request stays; of a payment whose capture has failed it is another one. */
const withoutResult = ({ entries, messages }: Story): Story => ({
  entries: entries.map((entry) => (entry.step === 0 ? { ...entry, result: null } : entry)),
  messages,
})

const failedOf = (
  { authorization }: RefusedMessage,
  known: InquiryResult | null,
  messages: readonly Message[],
): FailedAfterwards => {
  if (known?.outcome === 'failed') return known
  return { outcome: 'failed', request: 'capture', authorization, reference: messages[0] ? rrnOf(messages[0]) : '' }
}
