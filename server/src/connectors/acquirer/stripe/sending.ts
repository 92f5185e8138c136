import { NoResponse, NotSent } from '../port.ts'
import { StripeFault, type StripeReply } from './api.ts'
import type { StripeContext } from './context.ts'
import { change, type Entry } from './record.ts'

/** Stripe keeps keys for a day at least, and executes one that it has forgotten anew. */
const keptHours = 20

/** Whether the key of a request may still be sent: after that, what it was about is read, and never sent under it. */
export const isFresh = ({ clock }: Pick<StripeContext, 'clock'>, { sentAt }: Pick<Entry, 'sentAt'>): boolean =>
  sentAt === null || Temporal.Instant.compare(clock.now(), sentAt.add({ hours: keptHours })) < 0

type Sending = {
  /** Sends the request, under this key of Stripe. */
  post(stripeKey: string): Promise<StripeReply>
  /**
   * Whether a second attempt with another key can do nothing that the first has done: Stripe captures and cancels an
   * intent once. Of a refund that is certain only when the first cannot be under way any more.
   */
  isOnce: boolean
}

/**
 * Sends a request that follows an authorization, under its key, or where Stripe no longer keeps that one, or repeats a
 * fault of its own for it, under one of a further attempt. The caller has read that it is not done.
 */
export async function sendOnce(ctx: StripeContext, entry: Entry, { post, isOnce }: Sending): Promise<StripeReply> {
  if (entry.hasFailed && !isOnce)
    throw new NoResponse(`Stripe has answered the request ${entry.key} with a fault, and does not say what it has done`)
  const isNext = entry.hasFailed || !isFresh(ctx, entry)
  const sent = await change(ctx, entry.key, (one) => {
    if (isNext && one.attempt === entry.attempt)
      return { change: { attempt: one.attempt + 1, sentAt: ctx.clock.now(), hasFailed: false } }
    return one.sentAt ? undefined : { change: { sentAt: ctx.clock.now() } }
  })
  try {
    return await post(sent.attempt === 1 ? sent.key : `${sent.key}:${sent.attempt}`)
  } catch (error) {
    if (error instanceof StripeFault) await change(ctx, entry.key, () => ({ change: { hasFailed: true } }))
    throw error
  }
}

/** What follows when something has been sent: that a further call was not does not mean that nothing was. */
export async function onceSent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotSent) throw new NoResponse(error.message, { because: error.because })
    throw error
  }
}
