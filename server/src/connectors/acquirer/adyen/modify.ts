import { NoResponse, NotSent } from '../errors.ts'
import type { CaptureRequest, Declined, Done, FailedAfterwards, Pending } from '../port.ts'
import type { AdyenContext } from './context.ts'
import { declined } from './declines.ts'
import { disputedOf } from './dispute-store.ts'
import { decideStory, planChanges, recordOnce } from './record.ts'
import { sendOnce, unsend } from './send.ts'
import { storyOf } from './store.ts'
import { type Entry, pspReferenceIn, stateOf, whyNot } from './story.ts'
import { verdictOf } from './tries.ts'
import { adyenUnits } from './units.ts'

type Modification = CaptureRequest & { kind: 'capture' | 'refund' }
export type ModificationResult = Done | Declined | Pending

/** Captures or refunds. Adyen says at once that it has the request, and by webhook what it has decided. */
export async function modify(ctx: AdyenContext, request: Modification): Promise<ModificationResult> {
  const { key, authorization, kind, amount } = request
  const before = stateOf(await storyOf(ctx, authorization))
  if (before === 'unsent' || before === 'requesting')
    throw new NotSent('the result of the authorization is not known yet')
  const { entry, isNew } = await recordOnce(ctx, request, async (story) => {
    const unfit = adyenUnits.fits(amount) ? undefined : 'a fraction of what Adyen counts'
    const reason = unfit ?? whyNot(story, { kind, amount, disputedMinor: await disputedOf(ctx, authorization) })
    const result = reason ? declined('rejected_by_processor') : null
    return { key, authorization, kind, minor: amount.minor, currency: amount.currency, result, isSent: !reason }
  })
  return sendModification(ctx, entry, isNew)
}

/** Sends the request, or sends it again; a result that is known is returned. */
export async function sendModification(ctx: AdyenContext, entry: Entry, isFirst: boolean): Promise<ModificationResult> {
  const known = modificationResult(entry)
  if (known) return known
  const { key, authorization, kind, minor, currency } = entry
  if (entry.pspReference !== null) return { outcome: 'pending', reference: entry.pspReference }
  const payment = pspReferenceIn(await storyOf(ctx, authorization))
  const path = `/payments/${payment}/${kind === 'capture' ? 'captures' : 'refunds'}`
  const body = { amount: { currency, value: adyenUnits.write({ minor, currency }) }, reference: key }
  const { response, claimed, isOnlyTry } = await sendOnce(ctx, { entry, isFirst }, () => ctx.api.post(path, body, key))
  const verdict = verdictOf(response, { isOnlyTry })
  if (verdict.is === 'received') return recordModification(ctx, entry, { pspReference: verdict.pspReference })
  if (verdict.is === 'notDone')
    return recordModification(ctx, entry, { result: declined('rejected_by_processor') }, claimed.version)
  // Nothing was done; once the credentials are right again, the same request is.
  if (isOnlyTry) await unsend(ctx, claimed)
  throw new NoResponse(`Adyen turned the request away with ${response.status}`)
}

/**
 * Records Adyen's name of a modification, or its result. The first result stays.
 * @param version Of the request, where the result is so only while no other process has sent it.
 * @throws NoResponse where one has.
 */
export const recordModification = (
  ctx: AdyenContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  learned: { pspReference: string } | { result: Done | Declined },
  version?: number,
): Promise<ModificationResult> =>
  decideStory(ctx, authorization, (story) => {
    const entry = story.find((each) => each.key === key)
    if (!entry) throw new Error(`the request ${key} is not recorded`)
    const known = modificationResult(entry)
    if (known) return { writes: [], value: known }
    if (version !== undefined && entry.version !== version)
      throw new NoResponse(`the request ${key} is sent by another process`)
    const value: ModificationResult =
      'result' in learned ? learned.result : { outcome: 'pending', reference: learned.pspReference }
    const isTaken = 'pspReference' in learned && entry.pspReference !== null
    return { writes: isTaken ? [] : planChanges(story, entry, learned), value }
  })

/** Undefined while it has none. Another kind of request had the key before: declined. */
function modificationResult({ result, kind }: Entry): Done | Declined | undefined {
  if (kind !== 'capture' && kind !== 'refund') return declined('rejected_by_processor')
  // What has come back, or has failed since, was done: the request itself has no other result.
  if (result?.outcome === 'returned' || result?.outcome === 'failed')
    return { outcome: 'done', reference: result.reference }
  return result?.outcome === 'done' || result?.outcome === 'declined' ? result : undefined
}

/**
 * Records that a refund which was done has come back, once. Returns whether it has: nothing comes back of what was not
 * done.
 */
export const recordReturn = (
  ctx: AdyenContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  reference: string,
): Promise<boolean> =>
  decideStory(ctx, authorization, (story) => {
    const entry = story.find((each) => each.key === key)
    if (entry?.kind !== 'refund' || entry.result?.outcome !== 'done')
      return { writes: [], value: entry?.result?.outcome === 'returned' }
    return { writes: planChanges(story, entry, { result: { outcome: 'returned', reference } }), value: true }
  })

/**
 * Records that a reversal which was done has failed, or that what was reversed was captured all the same, once. Returns the
 * result; undefined: it was not done.
 */
export const recordFailedReversal = (
  ctx: AdyenContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  reference: string,
): Promise<FailedAfterwards | undefined> =>
  decideStory(ctx, authorization, (story) => {
    const entry = story.find((each) => each.key === key)
    if (entry?.result?.outcome === 'failed') return { writes: [], value: entry.result }
    if (entry?.kind !== 'reverse' || entry.result?.outcome !== 'done') return { writes: [], value: undefined }
    const result = { outcome: 'failed', request: 'reverse', authorization, reference } as const
    return { writes: planChanges(story, entry, { result }), value: result }
  })

/**
 * Records that a capture which was done has failed, once. Of a sale, which Adyen captures by itself, the authorization has
 * failed with it. Returns the result; undefined: it was not done.
 */
export const recordFailure = (
  ctx: AdyenContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  reference: string,
): Promise<FailedAfterwards | undefined> =>
  decideStory(ctx, authorization, (story) => {
    const entry = story.find((each) => each.key === key)
    if (entry?.result?.outcome === 'failed') return { writes: [], value: entry.result }
    const wasDone = entry?.result?.outcome === 'done' || entry?.result?.outcome === 'approved'
    if (!entry || !wasDone) return { writes: [], value: undefined }
    const result = { outcome: 'failed', request: 'capture', authorization, reference } as const
    return { writes: planChanges(story, entry, { result }), value: result }
  })
