import type { NetworkRequest } from '#connectors/network/message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { OnUsContext } from './context.ts'
import { clearingMessage, refundMessage, reversalMessage } from './network-messages.ts'
import { clearingOf, findEntry, findMessage, type Message, storyOf } from './store.ts'
import { clearedAfter, type Entry, type MessageKind, type Story } from './story.ts'

type Following = Pick<Entry, 'key' | 'authorization'>

/** The message that follows a request, for the commit that records the request. */
export const planMessage = (now: Instant, { key, authorization }: Following, kind: MessageKind): Write =>
  insert('onus.messages', {
    id: key,
    authorization_key: authorization,
    kind,
    status: 'waiting',
    due_at: kind === 'clearing' ? now.add(clearedAfter) : now,
    leased_until: null,
  })

/** Sends it, if it was not cancelled. The issuer recognizes one that it had before. */
export async function sendMessage(ctx: OnUsContext, id: string): Promise<void> {
  const message = await claim(ctx, id)
  if (!message) return
  // Money comes back only of a payment that the issuer has booked.
  const clearing = message.kind === 'refund' ? await clearingOf(ctx.db, message.authorization) : undefined
  if (clearing) await sendMessage(ctx, clearing.id)
  const request = await requestOf(ctx, message)
  const { code } = request ? await ctx.issuer().network.send(request) : { code: '00' }
  if (code === '96' || code === '91') throw new Error(`the issuer could not take the ${message.kind} ${id}: ${code}`)
  const set = { status: 'sent' as const, due_at: null, leased_until: null }
  await commit(ctx, ctx.clock.now(), [update('onus.messages', { set, where: { id } })], 'send-message')
}

/** From now on nothing cancels it. Undefined: it was sent, or cancelled. */
const claim = (ctx: OnUsContext, id: string): Promise<Message | undefined> =>
  decide(async () => {
    const message = await findMessage(ctx.db, id)
    if (!message || message.status === 'sent' || message.status === 'cancelled') return undefined
    if (message.status === 'sending') return message
    const set = { status: 'sending' as const }
    await commit(
      ctx,
      ctx.clock.now(),
      [update('onus.messages', { set, where: { id, status: 'waiting' } })],
      'send-message',
    )
    return message
  })

/** Undefined: what is reversed was not sent to the issuer. */
async function requestOf({ db }: OnUsContext, message: Message): Promise<NetworkRequest | undefined> {
  const story = await storyOf(db, message.authorization)
  const entry = await findEntry(db, message.id)
  const [head] = story
  if (!entry || !head) throw new Error(`the request ${message.id} is not there`)
  switch (message.kind) {
    case 'clearing':
      // Of a sale that was challenged the clearing has the key of the completion.
      return clearingMessage(head, entry)
    case 'refund':
      return refundMessage(head, entry)
    case 'reversal': {
      const sent = lastSent(story)
      return sent && reversalMessage(head, entry, sent)
    }
  }
}

const lastSent = (story: Story): Entry | undefined =>
  story.findLast(({ kind, cardId, result }) => {
    const isRequest = kind !== 'capture' && kind !== 'reverse' && kind !== 'refund'
    return isRequest && cardId !== null && result?.outcome !== 'challenge'
  })

export const onUsJobs = (ctx: OnUsContext): DueWork[] => [
  {
    name: 'messages of on-us payments to the issuer',
    ...claimDue(ctx, 'onus.messages', { leaseMs: 30_000 }),
    run: (id) => sendMessage(ctx, String(id)),
  },
]
