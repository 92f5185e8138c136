import type { KeyClass, MessageKey, NetworkRequest } from '#connectors/network/message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { dayOf } from './sums.ts'

/** `issuer`: not of a network but our own. */
export type MessageClass = KeyClass | 'issuer'

export function classOf(request: NetworkRequest): KeyClass {
  switch (request.kind) {
    case 'authorization':
      return request.posts ? 'financial' : 'authorization'
    case 'advice':
      return 'advice'
    case 'reversal':
      return 'reversal'
    case 'clearing':
    case 'refund':
      return 'presentment'
  }
}

/** A key with the year that its sender leaves out. */
export type DatedKey = { sender: string; stan: string; sentAt: Instant }

/** The key with the year in which its moment is nearest. Undefined: it is no moment. */
export function datedKey({ sender, stan, sentAt }: MessageKey, now: Instant): DatedKey | undefined {
  if (!/^\d{8}[0-5]\d$/.test(sentAt)) return undefined
  const { year } = dayOf(now)
  const distance = (at: Instant) => Math.abs(at.epochMilliseconds - now.epochMilliseconds)
  const thisYear = momentIn(year, sentAt)
  // Of nearly every message: another year is farther away.
  if (thisYear && distance(thisYear) < halfYearMs) return { sender, stan, sentAt: thisYear }
  const moments = [momentIn(year - 1, sentAt), thisYear, momentIn(year + 1, sentAt)].filter((at) => at !== undefined)
  const [nearest] = moments.toSorted((one, other) => distance(one) - distance(other))
  return nearest && { sender, stan, sentAt: nearest }
}
const halfYearMs = 182 * 24 * 3_600_000

/** Undefined: that year has no such moment. Messages that come together were sent in the same second, nearly all of them. */
function momentIn(year: number, sentAt: string): Instant | undefined {
  if (lastRead.year !== year || lastRead.sentAt !== sentAt) lastRead = { year, sentAt, at: readMoment(year, sentAt) }
  return lastRead.at
}
let lastRead: { year: number; sentAt: string; at: Instant | undefined } = { year: 0, sentAt: '', at: undefined }

function readMoment(year: number, sentAt: string): Instant | undefined {
  const [month, day, hour, minute, second] = sentAt.match(/../g)!
  try {
    return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  } catch {
    return undefined
  }
}

/** The key as one text, for maps. */
export const keyText = ({ sender, stan, sentAt }: DatedKey, messageClass: MessageClass): string =>
  JSON.stringify([sender, stan, sentAt.epochMilliseconds, messageClass])

/**
 * What makes a message the same as one before it: card, type, amount and terminal (issuing standards 1.8). A message with
 * the key of another and other facts is a clash and no repeat.
 */
export function factsOf(request: NetworkRequest): string {
  const { kind, card, amount, merchant } = request
  const type = kind === 'authorization' ? `${request.purpose} ${request.channel}` : kind
  const rest =
    kind === 'reversal'
      ? request.remaining
      : kind === 'clearing' || kind === 'refund'
        ? request.presentmentId
        : undefined
  const restText = typeof rest === 'object' ? `${rest.minor} ${rest.currency}` : (rest ?? '')
  const parts = [
    type,
    card.number?.reveal() ?? card.reference?.id ?? '',
    String(amount.minor),
    amount.currency,
    merchant.id,
    merchant.terminalId ?? '',
    restText,
  ]
  return `network message ${JSON.stringify(parts)}`
}
