import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { InquiryResult } from '../port.ts'
import type { OnUsContext } from './context.ts'
import { findEntry, storyOf } from './store.ts'
import type { Entry, Story } from './story.ts'

export type NewEntry = Pick<Entry, 'key' | 'authorization' | 'kind' | 'minor' | 'currency'> &
  Partial<Pick<Entry, 'cardId' | 'facts' | 'result'>>

/**
 * Adds a request to the story of its authorization, as the story then is; a key that is there already leaves all as it is.
 * Of two requests that have read the same story one reads it again.
 */
export async function recordOnce(
  ctx: OnUsContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  plan: (story: Story) => Promise<{ entry: NewEntry; also?: readonly Write[] }>,
): Promise<{ entry: Entry; isNew: boolean }> {
  const isNew = await decide(async () => {
    if (await findEntry(ctx.db, key)) return false
    const story = await storyOf(ctx.db, authorization)
    const { entry, also = [] } = await plan(story)
    const now = ctx.clock.now()
    const row = insert(
      'onus.requests',
      {
        key,
        authorization_key: authorization,
        step: story.length,
        kind: entry.kind,
        minor: entry.minor,
        currency: entry.currency,
        card_id: entry.cardId ?? null,
        facts: entry.facts ? jsonb(entry.facts) : null,
        result: entry.result ? jsonb(entry.result) : null,
        requested_at: now,
      },
      { onDuplicate: { story_step: 'stale', requests_pkey: 'stale' } },
    )
    await commit(ctx, now, [row, ...touched(story), ...also], 'record')
    return true
  })
  const entry = await findEntry(ctx.db, key)
  if (!entry) throw new Error(`the request ${key} was not recorded`)
  return { entry, isNew }
}

/** Who has read the story before it went on reads it again. */
export const touched = ([head]: Story): Write[] =>
  head
    ? [update('onus.requests', { set: { version: head.version + 1 }, where: { key: head.key, version: head.version } })]
    : []

/** Records the result of a request that had none, as the story then says. The first result stays. */
export const recordResult = (
  ctx: OnUsContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  plan: (story: Story) => { result: InquiryResult; also?: readonly Write[] },
): Promise<InquiryResult> =>
  decide(async () => {
    const story = await storyOf(ctx.db, authorization)
    const entry = story.find((each) => each.key === key)
    if (!entry) throw new Error(`the request ${key} is not recorded`)
    if (entry.result) return entry.result
    const { result, also = [] } = plan(story)
    const isHead = story[0]?.key === key
    const writes = [
      ...(isHead ? [] : touched(story)),
      update('onus.requests', {
        set: { result: jsonb(result), version: entry.version + 1 },
        where: { key, version: entry.version },
      }),
      ...also,
    ]
    await commit(ctx, ctx.clock.now(), writes, 'record')
    return result
  })
