import type { IsoMessage } from '#connectors/iso8583/iso-message.ts'
import type { HostContext } from './context.ts'
import type { Profile } from './profile.ts'
import type { MessageLayout } from './profile-messages.ts'
import { isOnline, type Message, reversedBy, type Story } from './story.ts'
import { namesIn, type Values } from './template.ts'
import { amountValues, factValues, identityOf, messageOf, rrnOf, stanOf } from './values.ts'

type Sent = { profile: Profile; story: Story; message: Message }

/** A message that follows a payment, or pays out; a repeat differs from the first in its type alone. */
export async function followingMessage(ctx: HostContext, { profile, story, message }: Sent): Promise<IsoMessage> {
  const layout = layoutOf(profile, message)
  const [first] = story.entries
  if (!first?.facts) throw new Error(`the message ${message.id} follows nothing`)
  const original = originalOf(story, message)
  const amount = message.kind === 'reversal' && original ? original : message
  const values: Values = {
    ...identityOf(profile, message),
    ...amountValues(amount),
    ...factValues(first.facts),
    ...originalValues(profile, story, original),
    networkTransactionId: first.facts.networkTransactionId,
    rrn: rrnOf(ownReference.has(message.kind) ? message : (story.messages[0] ?? message)),
    reason: original?.status === 'unanswered' ? profile.reasons.unanswered : profile.reasons.requested,
    cardNumber: usesCard(layout) ? await cardOf(ctx, message.authorization) : undefined,
  }
  const type = message.attempts > 1 ? repeatOf(layout) : layout.type
  return messageOf({ ...layout, type }, values)
}
/** Refunds and payouts are transactions of their own; the others are about the payment. */
const ownReference = new Set<Message['kind']>(['refund', 'payout'])

function layoutOf({ messages }: Profile, { kind }: Message): MessageLayout {
  const layout = messages[kind]
  if (!layout) throw new Error(`the profile has no message ${kind} any more, and one waits to be sent`)
  return layout
}

/** The type of a repeat: unless the profile says otherwise, its last digit is one higher. */
export const repeatOf = ({ type, repeatType }: MessageLayout): string =>
  repeatType ?? `${type.slice(0, 3)}${Number(type[3]) | 1}`

/** What a reversal undoes, or what the others are about. */
const originalOf = ({ messages }: Story, message: Message): Message | undefined =>
  message.kind === 'reversal' ? reversedBy(messages, message) : messages.find((each) => isOnline(each))

/** Field 90, or 56 of the edition of 1993, names the original by these. */
function originalValues(profile: Profile, { messages }: Story, original: Message | undefined): Values {
  if (!original) return {}
  const approval = messages.find(({ authorizationCode }) => authorizationCode !== null)
  const identity = identityOf(profile, original)
  return {
    originalType: profile.messages[original.kind]?.type,
    originalRrn: messages[0] && rrnOf(messages[0]),
    originalStan: stanOf(original.stan),
    originalTransmissionTime: identity.transmissionTime,
    originalLocalDateTime: identity.localDateTime,
    originalAmount: amountValues(original).amount,
    originalCode: original.code ?? undefined,
    authorizationCode: approval?.authorizationCode ?? undefined,
  }
}

const usesCard = ({ fields }: MessageLayout): boolean =>
  Object.values(fields).some((template) => namesIn(template).includes('cardNumber'))

async function cardOf({ cards }: HostContext, authorization: string) {
  const pan = await cards.open(authorization)
  if (!pan) throw new Error(`the card number of ${authorization} is not kept any more, and the host wants it`)
  return pan
}
