import { randomUUID } from 'node:crypto'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/jsonb.ts'
import type { InquiryResult } from '../port.ts'
import type { HostContext, RecordContext } from './context.ts'
import { findEntry, storyOf } from './store.ts'
import type { Entry, Facts, Message, MessageKind, RequestKind, Story } from './story.ts'

type NewEntry = {
  kind: RequestKind
  minor: bigint
  currency: Entry['currency']
  facts?: Facts | undefined
  result?: InquiryResult | undefined
}
/** What follows for the host, in the commit that records the request. */
export type NewMessage = Pick<Message, 'kind' | 'terminal' | 'minor' | 'currency'> & {
  id?: string | undefined
  request: string | undefined
  /** When somebody looks after it who is not this process, such as another one after a crash. */
  dueInMs: number
}
type Plan = { entry: NewEntry; messages?: readonly NewMessage[] }

/**
 * Adds a request to the story of its authorization, as the story then is, with its messages; a key that is there already
 * leaves all as it is. Of two requests that have read the same story one reads it again.
 */
export async function recordOnce(
  ctx: HostContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  plan: (story: Story) => Plan,
): Promise<{ entry: Entry; isNew: boolean }> {
  const isNew = await decide(async () => {
    if (await findEntry(ctx.db, ctx.connector, key)) return false
    const story = await storyOf(ctx.db, ctx.connector, authorization)
    const { entry, messages = [] } = plan(story)
    const row = insert(
      'isohost.requests',
      {
        key,
        connector: ctx.connector,
        authorization_key: authorization,
        step: story.entries.length,
        kind: entry.kind,
        minor: entry.minor,
        currency: entry.currency,
        facts: entry.facts ? jsonb(entry.facts) : null,
        result: entry.result ? jsonb(entry.result) : null,
        requested_at: ctx.clock.now(),
      },
      { onDuplicate: { story_step: 'stale', requests_pkey: 'stale' } },
    )
    const writes = [row, ...planResults(story, noResults), ...planMessages(ctx, { authorization, story }, messages)]
    await commit(ctx, ctx.clock.now(), writes, 'record')
    return true
  })
  const entry = await findEntry(ctx.db, ctx.connector, key)
  if (!entry) throw new Error(`the request ${key} was not recorded`)
  return { entry, isNew }
}

const noResults: ReadonlyMap<string, InquiryResult> = new Map()

/**
 * Results of requests of the story, by their keys; the first result of each stays. The first entry is changed always: who
 * has read the story before it went on reads it again.
 */
export const planResults = (story: Story, results: ReadonlyMap<string, InquiryResult>, facts?: Facts): Write[] =>
  story.entries.flatMap((entry) => {
    const result = entry.result ? undefined : results.get(entry.key)
    const isHead = entry.step === 0
    if (!isHead && !result) return []
    const set = {
      version: entry.version + 1,
      ...(result && { result: jsonb(result) }),
      ...(isHead && facts && { facts: jsonb(facts) }),
    }
    return [update('isohost.requests', { set, where: { key: entry.key, version: entry.version } })]
  })

type After = { authorization: string; story: Story }

/** Messages behind those of the story. Each gets its number, which is the same in all its repeats. */
export const planMessages = (
  ctx: RecordContext,
  { authorization, story }: After,
  messages: readonly NewMessage[],
): Write[] =>
  messages.map(({ id, request, kind, terminal, minor, currency, dueInMs }, index) => {
    // The host has the time of the world, also where ours was moved.
    const sentAt = ctx.clock.wall()
    return insert(
      'isohost.messages',
      {
        id: id ?? randomUUID(),
        connector: ctx.connector,
        authorization_key: authorization,
        request_key: request ?? null,
        position: story.messages.length + index,
        kind,
        terminal,
        sent_on: sentAt.toZonedDateTimeISO('UTC').toPlainDate(),
        sent_at: sentAt,
        minor,
        currency,
        attempts: 0,
        status: 'open' as const,
        code: null,
        authorization_code: null,
        due_at: ctx.clock.now().add({ milliseconds: dueInMs }),
        leased_until: null,
      },
      { onDuplicate: { message_position: 'stale', stan_of_day: 'stale' } },
    )
  })

export const kindOfMessage = (kind: RequestKind): MessageKind => {
  switch (kind) {
    case 'auth':
      return 'authorization'
    case 'sale':
      return 'financial'
    case 'verify':
      return 'verification'
    case 'capture':
      return 'completion'
    case 'reverse':
      return 'reversal'
    default:
      return kind
  }
}
