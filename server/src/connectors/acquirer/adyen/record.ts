import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { InquiryResult } from '../port.ts'
import type { AdyenContext } from './context.ts'
import { findEntry, storyOf } from './store.ts'
import type { Entry, Story } from './story.ts'

export type NewEntry = Pick<Entry, 'key' | 'authorization' | 'kind' | 'minor' | 'currency'> &
  Partial<Pick<Entry, 'isOurs' | 'route' | 'mustAuthenticate' | 'redirectResult' | 'result'>> & {
    /** It leaves as soon as it is recorded. */
    isSent: boolean
    /** When the connector continues it by itself. */
    dueAt?: Instant
  }

/**
 * Adds a request to the story of its authorization, as the story then is; a key that is there already leaves all as it is.
 * Of two requests that have read the same story one reads it again.
 */
export async function recordOnce(
  ctx: AdyenContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  plan: (story: Story) => NewEntry | Promise<NewEntry>,
): Promise<{ entry: Entry; isNew: boolean }> {
  const isNew = await decide(async () => {
    if (await findEntry(ctx, key)) return false
    const story = await storyOf(ctx, authorization)
    const now = ctx.clock.now()
    await commit(ctx, now, [...touched(story), planEntry(ctx, story, await plan(story))], 'record')
    return true
  })
  const entry = await findEntry(ctx, key)
  if (!entry) throw new Error(`the request ${key} was not recorded`)
  return { entry, isNew }
}

/** A row for a request, behind those of its story. The same commit touches the story. */
export function planEntry({ connector, clock }: AdyenContext, story: Story, entry: NewEntry): Write {
  const { key, authorization, kind, minor, currency, redirectResult = null, result } = entry
  const now = clock.now()
  const row = {
    ...{ connector, key, authorization_key: authorization, step: story.length, kind, minor, currency },
    psp_reference: null,
    route: entry.route ?? null,
    is_ours: entry.isOurs ?? false,
    must_authenticate: entry.mustAuthenticate ?? false,
    redirect_result: redirectResult,
    result: result ? jsonb(result) : null,
    requested_at: now,
    sent_at: entry.isSent ? now : null,
    refused_at: null,
    due_at: entry.dueAt ?? null,
    leased_until: null,
  }
  return insert('adyen.requests', row, { onDuplicate: { adyen_story_step: 'stale', adyen_request_key: 'stale' } })
}

/** Who has read the story before it went on reads it again. */
export const touched = ([first]: Story): Write[] =>
  first
    ? [
        update('adyen.requests', {
          set: { version: first.version + 1 },
          where: { id: first.id, version: first.version },
        }),
      ]
    : []

export type Changes = Partial<Pick<Entry, 'pspReference' | 'route' | 'redirectResult' | 'sentAt' | 'refusedAt'>> & {
  result?: InquiryResult
  dueAt?: Instant | null
}

/** Changes a request of the story, together with `also`. */
export function planChanges(story: Story, entry: Entry, changes: Changes, also: readonly Write[] = []): Write[] {
  const { pspReference, route, redirectResult, sentAt, refusedAt, result, dueAt } = changes
  const set = {
    ...(pspReference !== undefined && { psp_reference: pspReference }),
    ...(route !== undefined && { route }),
    ...(redirectResult !== undefined && { redirect_result: redirectResult }),
    ...(sentAt !== undefined && { sent_at: sentAt }),
    ...(refusedAt !== undefined && { refused_at: refusedAt }),
    ...(result !== undefined && { result: jsonb(result), redirect_result: null }),
    ...(dueAt !== undefined && { due_at: dueAt, leased_until: null }),
    version: entry.version + 1,
  }
  return [
    ...(story[0]?.id === entry.id ? [] : touched(story)),
    update('adyen.requests', { set, where: { id: entry.id, version: entry.version } }),
    ...also,
  ]
}

/** Reads the story, plans with it and commits; again, when another process was quicker. */
export const decideStory = <T>(
  ctx: AdyenContext,
  authorization: string,
  plan: (story: Story) => { writes: readonly Write[]; value: T },
): Promise<T> =>
  decide(async () => {
    const { writes, value } = plan(await storyOf(ctx, authorization))
    if (writes.length > 0) await commit(ctx, ctx.clock.now(), writes, 'record')
    return value
  })
