import type { MessageKey, NetworkRequest } from '#connectors/network/message.ts'
import type { Instant } from '#kernel/base/clock.ts'

/** Among messages of one class a key is unique. `issuer`: not of a network but our own. */
export type MessageClass = 'authorization' | 'financial' | 'advice' | 'reversal' | 'presentment' | 'issuer'

export function classOf(request: NetworkRequest): MessageClass {
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
  const [, month, day, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(sentAt)?.map(Number) ?? []
  if (month === undefined || day === undefined) return undefined
  const { year } = now.toZonedDateTimeISO('UTC')
  const moments = [year - 1, year, year + 1].flatMap((one) => {
    try {
      const fields = {
        year: one,
        month,
        day,
        hour: hour ?? 0,
        minute: minute ?? 0,
        second: second ?? 0,
        timeZone: 'UTC',
      }
      return [Temporal.ZonedDateTime.from(fields, { overflow: 'reject' }).toInstant()]
    } catch {
      return []
    }
  })
  const distance = (at: Instant) => Math.abs(at.epochMilliseconds - now.epochMilliseconds)
  const [nearest] = moments.toSorted((one, other) => distance(one) - distance(other))
  return nearest && { sender, stan, sentAt: nearest }
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
