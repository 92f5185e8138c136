import { setTimeout as pause } from 'node:timers/promises'
import { commit, StaleWrite } from '#kernel/db/commit/commit.ts'
import { NoResponse, NotSent } from '../errors.ts'
import type { AdyenResponse } from './api.ts'
import { type AdyenContext, keyGoodFor } from './context.ts'
import { planChanges } from './record.ts'
import { findEntry, storyOf } from './store.ts'
import type { Entry } from './story.ts'

type Sent = {
  response: AdyenResponse
  /** The request as it was when it left: while it stays so, no other process has taken it up. */
  claimed: Entry
  /** No try before this one may have been carried out. */
  isOnlyTry: boolean
}

/**
 * Sends a recorded request under its key. Only who is the first to send it can say that nothing has left: another process
 * may have sent the same request meanwhile.
 * @throws NotSent, NoResponse.
 */
export async function sendOnce(
  ctx: AdyenContext,
  { entry, isFirst }: { entry: Entry; isFirst: boolean },
  send: () => Promise<AdyenResponse>,
): Promise<Sent> {
  if (isTooOld(ctx, entry)) throw new NoResponse(`the key ${entry.key} is too old to be sent again`)
  const claimed = isFirst ? entry : await claim(ctx, entry)
  const isNew = isFirst || entry.sentAt === null
  try {
    const { response, tries } = await sendAgain(send)
    return { response, claimed, isOnlyTry: isNew && tries === 1 }
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    const isUnsent = isNew && (await unsend(ctx, claimed))
    throw isUnsent ? error : new NoResponse(error.message)
  }
}

/** Whether Adyen may have forgotten the key. */
const isTooOld = ({ clock }: AdyenContext, { sentAt }: Entry): boolean =>
  sentAt !== null && Temporal.Instant.compare(sentAt.add(keyGoodFor), clock.now()) < 0

/** A connection that broke, or a key that is in progress: at once the same again, which is one request. */
async function sendAgain(send: () => Promise<AdyenResponse>): Promise<{ response: AdyenResponse; tries: number }> {
  for (let tries = 1; ; tries++) {
    try {
      return { response: await send(), tries }
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      // That this try has not left says nothing of those before it.
      if (error instanceof NotSent) throw tries === 1 ? error : new NoResponse(error.message)
      const waitMs = waitsMs[tries - 1]
      if (error.because === 'timeout' || waitMs === undefined) throw error
      await pause(waitMs)
    }
  }
}
const waitsMs = [50, 250]

async function claim(ctx: AdyenContext, { key, authorization }: Entry): Promise<Entry> {
  const story = await storyOf(ctx, authorization)
  const current = story.find((each) => each.key === key)
  if (!current) throw new Error(`the request ${key} is not recorded`)
  const now = ctx.clock.now()
  try {
    await commit(ctx, now, planChanges(story, current, { sentAt: current.sentAt ?? now }), 'send')
  } catch (error) {
    if (error instanceof StaleWrite) throw new NoResponse(`the request ${key} is sent by another process`)
    throw error
  }
  return (await findEntry(ctx, key))!
}

/** Nothing of it has left, or Adyen has not looked at it; false when another process has taken it up since. */
export async function unsend(ctx: AdyenContext, { key, authorization, version }: Entry): Promise<boolean> {
  const story = await storyOf(ctx, authorization)
  const current = story.find((each) => each.key === key)
  if (!current || current.version !== version) return false
  try {
    await commit(ctx, ctx.clock.now(), planChanges(story, current, { sentAt: null }), 'send')
    return true
  } catch (error) {
    if (error instanceof StaleWrite) return false
    throw error
  }
}
