import { type CaptureRequest, type CaptureResult, type InquiryResult, NoResponse } from '../port.ts'
import { type HostContext, joined } from './context.ts'
import { deliver } from './deliver.ts'
import type { Profile } from './profile.ts'
import { declined } from './read-response.ts'
import { kindOfMessage, type NewMessage, recordOnce } from './record.ts'
import { overdueAfterMs } from './repeats.ts'
import { findEntry } from './store.ts'
import { type State, type Story, stateOf, whyNot } from './story.ts'

type Modification = CaptureRequest & { kind: 'capture' | 'reverse' | 'refund' }

/**
 * Captures, reverses or refunds. The message is committed with the request, and sent until the host answers; while it
 * does not, the result is pending. A refund is not recorded when the host cannot be reached now: a capture and a reversal
 * are, since they must reach it later.
 */
export const modify = (ctx: HostContext, request: Modification): Promise<CaptureResult> =>
  joined(ctx.underWay, `request ${request.key}`, async () => {
    const { key, authorization, kind } = request
    const { profile } = await ctx.credentials()
    if (kind === 'refund' && !(await findEntry(ctx.db, ctx.connector, key))) await expectHost(ctx)
    const { entry } = await recordOnce(ctx, request, (story) => planned(profile, request, story))
    if (!entry.result) await delivered(ctx, authorization)
    return modificationResult(entry.result ?? (await findEntry(ctx.db, ctx.connector, key))?.result, key)
  })

/** @throws NotSent when there is no line to the host, and none can be opened. */
export const expectHost = async (ctx: HostContext): Promise<void> => (await ctx.host.turn()).end()

/** As far as that is possible now. */
export const delivered = (ctx: HostContext, authorization: string): Promise<void> =>
  deliver(ctx, authorization).catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error
    ctx.log.warn({ err: error }, 'a message to the host of an acquirer waits for its next time')
  })

export function modificationResult(result: InquiryResult | null | undefined, key: string): CaptureResult {
  if (result?.outcome === 'done' || result?.outcome === 'declined') return result
  return { outcome: 'pending', reference: key }
}

function planned(profile: Profile, { key, kind, amount }: Modification, story: Story) {
  const state = stateOf(story)
  const { minor, currency } = amount
  const entry = { kind, minor, currency }
  const isOffered = kind !== 'refund' || profile.messages.refund !== undefined
  if (!isOffered || whyNot(state, { kind, amount }, profile))
    return { entry: { ...entry, result: declined('rejected_by_processor') } }
  if (kind === 'reverse' && !isAtHost(state)) {
    const isHeld = state.is === 'requesting'
    return { entry: isHeld ? entry : { ...entry, result: { outcome: 'done' as const, reference: key } } }
  }
  const message: NewMessage = {
    request: key,
    kind: kindOfMessage(kind),
    terminal: story.messages[0]?.terminal ?? profile.terminal,
    minor,
    currency,
    dueInMs: overdueAfterMs(profile),
  }
  return { entry, messages: [message] }
}

/**
 * Of what has no response yet, the response or its absence brings the reversal: one that overtakes its request would not
 * be known by the host.
 */
const isAtHost = ({ is }: State): boolean => is === 'authorized' || is === 'captured'
