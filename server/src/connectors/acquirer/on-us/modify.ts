import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { CaptureRequest, Declined, Done } from '../port.ts'
import { declined } from './authorize.ts'
import type { OnUsContext } from './context.ts'
import { disputedOf } from './disputes.ts'
import { recordOnce } from './record.ts'
import { planMessage, sendMessage } from './send-message.ts'
import { clearingOf, type Message } from './store.ts'
import { type Story, stateOf, whyNot } from './story.ts'

type Modification = CaptureRequest & { kind: 'capture' | 'reverse' | 'refund' }

/**
 * Captures, reverses or refunds. What follows for the issuer is committed together with the request, and sent at once or
 * when it is due: a capture is cleared two days later, a reversal and a refund are sent at once.
 */
export async function modify(ctx: OnUsContext, request: Modification): Promise<Done | Declined> {
  const { key, authorization, kind, amount } = request
  const { entry } = await recordOnce(ctx, request, async (story) => {
    const [clearing, disputedMinor] = await Promise.all([
      clearingOf(ctx.db, authorization),
      kind === 'refund' ? disputedOf(ctx.db, authorization) : 0n,
    ])
    const isCleared = clearing !== undefined && clearing.status !== 'waiting'
    const reason = whyNot(stateOf(story), { kind, amount, isCleared, disputedMinor })
    return {
      entry: {
        key,
        authorization,
        kind,
        minor: amount.minor,
        currency: amount.currency,
        result: reason ? declined('rejected_by_processor') : { outcome: 'done', reference: `onus-${key}` },
      },
      also: reason ? [] : following(ctx, { request, story, clearing }),
    }
  })
  const { result } = entry
  if (result?.outcome === 'done' && kind !== 'capture') await sendMessage(ctx, key)
  return result?.outcome === 'done' || result?.outcome === 'declined' ? result : declined('rejected_by_processor')
}

type Following = { request: Modification; story: Story; clearing: Message | undefined }

function following({ clock }: OnUsContext, { request, story, clearing }: Following): Write[] {
  const now = clock.now()
  const { kind } = request
  if (kind === 'capture') return [planMessage(now, request, 'clearing')]
  if (kind === 'refund') return [planMessage(now, request, 'refund')]
  const isAtIssuer = story.some((entry) => entry.cardId !== null && entry.kind !== 'capture')
  const cancelled =
    clearing &&
    update('onus.messages', {
      set: { status: 'cancelled', due_at: null, leased_until: null },
      where: { id: clearing.id, status: 'waiting' },
    })
  return [...(cancelled ? [cancelled] : []), ...(isAtIssuer ? [planMessage(now, request, 'reversal')] : [])]
}
