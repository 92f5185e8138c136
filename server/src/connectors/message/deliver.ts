import { type Message, type Messenger, NoResponse } from '#connectors/message/messenger.ts'
import type { DeliveryResult } from '#kernel/work/delivery.ts'

/** Makes one attempt to send an email. A response that was lost is a failed attempt: the email is sent again. */
export async function deliverEmail(messenger: Messenger, message: Message): Promise<DeliveryResult> {
  try {
    const { outcome, response } = await messenger.send(message)
    return { outcome: outcomes[outcome], response }
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return { outcome: 'failed', response: `no answer: ${error.message}` }
  }
}

const outcomes = { sent: 'delivered', rejected: 'rejected', deferred: 'failed' } as const

const minute = 60_000
const hour = 60 * minute

/**
 * How long after each failed attempt the next one is made. A mail server that is down for an evening loses nothing, and
 * one that greylists accepts the second or third attempt.
 */
export const mailDelaysMs = [
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  24 * hour,
] as const
