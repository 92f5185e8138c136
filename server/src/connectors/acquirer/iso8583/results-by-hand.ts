import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { InquiryResult } from '../port.ts'
import type { ResultByHand, ResultsByHand } from '../processor.ts'
import type { RecordContext } from './context.ts'
import { declined } from './read-response.ts'
import { planResults } from './record.ts'
import { findEntry, storyOf } from './store.ts'
import type { Message, MessageKind } from './story.ts'

/**
 * A person has said what came of a request. Its messages are sent no more: a host that takes one at last would move money of
 * which the books say that it did not move, or the other way round.
 */
export const resultsByHand = (ctx: RecordContext): ResultsByHand => ({
  plan: async (key, result) => {
    const entry = await findEntry(ctx.db, ctx.connector, key)
    if (!entry || entry.result) return []
    const follows = entry.step > 0 || entry.kind === 'payout'
    // It is reversed all the same, which changes nothing at a host that has not approved it.
    if (!follows && !result.isDone) return []
    const story = await storyOf(ctx.db, ctx.connector, entry.authorization)
    const open = story.messages.filter(({ status }) => status === 'open')
    return [
      ...open.filter((one) => (follows ? one.request === key : isOfApproval(one))).map((one) => closed(one, result)),
      ...planResults(story, new Map([[key, inquiryResult(result)]])),
    ]
  },
})

const authorizations: readonly MessageKind[] = ['authorization', 'financial', 'verification']

/** The reversal of what was approved is not sent, or the host would undo it. */
const isOfApproval = ({ kind, request }: Message): boolean =>
  authorizations.includes(kind) || (kind === 'reversal' && request === null)

const closed = ({ id, kind, attempts }: Message, { isDone }: ResultByHand): Write =>
  update('isohost.messages', {
    set: { status: isDone && kind !== 'reversal' ? 'answered' : 'refused', due_at: null, leased_until: null },
    where: { id, status: 'open', attempts },
  })

const unknown = { address: 'unavailable', postalCode: 'unavailable', securityCode: 'unavailable' } as const

function inquiryResult(result: ResultByHand): InquiryResult {
  if (!result.isDone) return declined('rejected_by_processor')
  // Empty: it is not known.
  const { reference, authorizationCode = '' } = result
  if (!result.isAuthorization) return { outcome: 'done', reference }
  return {
    ...{ outcome: 'approved', reference, authorizationCode },
    ...{ networkTransactionId: undefined, checks: unknown, threeDSecure: 'none' },
  }
}
