import { z } from 'zod'
import {
  type AuthorizationRequest,
  channels,
  isApproval,
  type Network,
  type NetworkRequest,
  type NetworkResponse,
  type Purpose,
  purposes,
} from '#connectors/network/message.ts'
import type { ThreeDsContext } from '#issuing/threeds'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { oneOf, optional, text, yesNo } from '#kernel/http/field.ts'
import { authenticationRoutes } from './authentication-routes.ts'
import { aboutFields, aboutOf, amountField, messageFields, originalOf } from './fields.ts'
import { type NetworkRoute, networkRoute } from './route.ts'

/** The messages that a network sends, each with an address of its own. */
export const networkRoutes = ({ network, ...app }: { network: Network } & ThreeDsContext): NetworkRoute[] => [
  authorizationRoute(network),
  adviceRoute(network),
  reversalRoute(network),
  clearingRoute(network),
  refundRoute(network),
  ...authenticationRoutes(app),
]

const moneyShape = z.strictObject({ amount: z.string(), currency: z.string() })
const responseShape = z.strictObject({
  code: z.string().meta({ description: 'Field 39: 00 and 10 are approvals, 85 is one of a verification.' }),
  approved: z.boolean(),
  authorizationCode: z.string().optional(),
  approvedAmount: moneyShape.optional(),
  billedAmount: moneyShape.optional().meta({ description: 'The same in the currency of the card.' }),
  available: moneyShape.optional(),
  cvv: z.enum(['match', 'noMatch', 'notChecked']).optional(),
  updatedCard: z
    .strictObject({ lastFour: z.string(), expiry: z.string() })
    .optional()
    .meta({ description: 'The number of the message has ended; the answer is about this card. `expiry` is YYMM.' }),
  transactionId: z.uuid().optional(),
})

const moneyRecord = (money: Money) => ({ amount: formatMoney(money), currency: money.currency })

function responseRecord({ code, approved, billed, available, ...rest }: NetworkResponse) {
  return {
    code,
    approved: isApproval(code),
    ...(rest.authorizationCode !== undefined && { authorizationCode: rest.authorizationCode }),
    ...(approved && { approvedAmount: moneyRecord(approved) }),
    ...(billed && { billedAmount: moneyRecord(billed) }),
    ...(available && { available: moneyRecord(available) }),
    ...(rest.cvv && { cvv: rest.cvv }),
    ...(rest.updatedCard && { updatedCard: rest.updatedCard }),
    ...(rest.transactionId !== undefined && { transactionId: rest.transactionId }),
  }
}

type MessageSpec<Body extends z.ZodObject> = Pick<NetworkRoute, 'path' | 'operationId' | 'summary' | 'about'> & {
  body: Body
  requestOf(connection: string, body: z.output<Body>): NetworkRequest
}

/** A route for one kind of message. */
const messageRoute = <Body extends z.ZodObject>(
  network: Network,
  { requestOf, ...spec }: MessageSpec<Body>,
): NetworkRoute =>
  networkRoute({
    ...spec,
    method: 'POST',
    group: 'Messages',
    caller: 'network',
    permission: 'messages:send',
    reply: responseShape,
    run: async ({ caller: { connection }, body }) => responseRecord(await network.send(requestOf(connection, body))),
  })

const fact = (max: number, what: string) => optional(text({ max, pattern: /^[\x21-\x7e]+$/, what }))

/** The port has it as a refund that says so. */
const originalCredit = 'originalCredit'
type Meaning = Pick<AuthorizationRequest, 'purpose' | 'originalCredit'>
const meaningOf = (purpose: Purpose | typeof originalCredit): Meaning =>
  purpose === originalCredit ? { purpose: 'refund', originalCredit: true } : { purpose }

const authorizationRoute = (network: Network) =>
  messageRoute(network, {
    path: '/authorizations',
    operationId: 'authorize',
    summary: 'May the cardholder spend this?',
    about: 'An approved amount is held until it is cleared or reversed, or expires; with `posts` it is booked at once.',
    body: z.object({
      ...aboutFields,
      purpose: optional(oneOf([...purposes, originalCredit] as const)).meta({
        description: `purchase, if left out. ${originalCredit}: money that no payment came before; an active card takes it.`,
      }),
      channel: oneOf(channels),
      entry: fact(20, 'how the card was read (field 22)'),
      posts: optional(yesNo()),
      partialAllowed: optional(yesNo()),
      preauthorization: optional(yesNo()),
      recurring: optional(yesNo()),
      threeDs: optional(
        z.object({
          transactionId: fact(36, 'the id that the access control server has given'),
          eci: fact(2, 'the electronic commerce indicator'),
          authenticationValue: fact(40, 'what proves the authentication, in Base64'),
          version: fact(10, 'the version of the protocol'),
        }),
      ),
      incrementOf: optional(messageFields.original),
    }),
    requestOf: (connection, body) => {
      const { threeDs, purpose = 'purchase' } = body
      const value = threeDs?.authenticationValue
      return {
        kind: 'authorization',
        ...aboutOf(connection, body),
        ...meaningOf(purpose),
        channel: body.channel,
        entry: body.entry ?? '',
        posts: body.posts ?? false,
        partialAllowed: body.partialAllowed ?? false,
        preauthorization: body.preauthorization ?? false,
        recurring: body.recurring ?? false,
        threeDs: threeDs && { ...threeDs, authenticationValue: value === undefined ? undefined : new Secret(value) },
        incrementOf: originalOf(connection, body.incrementOf),
      }
    },
  })

const adviceRoute = (network: Network) =>
  messageRoute(network, {
    path: '/advices',
    operationId: 'advise',
    summary: 'Somebody has decided for the issuer',
    about: 'In its absence, or because the real amount is known now. It is recorded, and never refused.',
    body: z.object({
      ...aboutFields,
      decided: text({ max: 2, pattern: /^[0-9A-Z]{2}$/, what: 'the decision (field 39)' }),
      standIn: optional(yesNo()),
      replaces: optional(messageFields.original),
      purpose: optional(oneOf(purposes)),
      channel: optional(oneOf(channels)),
    }),
    requestOf: (connection, body) => ({
      kind: 'advice',
      ...aboutOf(connection, body),
      decided: body.decided,
      standIn: body.standIn ?? false,
      replaces: originalOf(connection, body.replaces),
      purpose: body.purpose,
      channel: body.channel,
    }),
  })

const reversalRoute = (network: Network) =>
  messageRoute(network, {
    path: '/reversals',
    operationId: 'reverse',
    summary: 'An approval is not used, or only in part',
    about: 'It may come before its original, or again. After the clearing it changes nothing.',
    body: z.object({
      ...aboutFields,
      original: messageFields.original,
      purpose: optional(oneOf(purposes)).meta({ description: 'Of the original; purchase, if left out.' }),
      remaining: optional(amountField).meta({ description: 'What stays of the amount; nothing unless it is sent.' }),
      reason: fact(4, 'why (field 39): 17 by the customer, 32 in part, 68 no answer in time'),
    }),
    requestOf: (connection, body) => ({
      kind: 'reversal',
      ...aboutOf(connection, body),
      original: originalOf(connection, body.original) ?? {},
      purpose: body.purpose,
      remaining: body.remaining,
      reason: body.reason ?? '17',
    }),
  })

const clearingRoute = (network: Network) =>
  messageRoute(network, {
    path: '/clearings',
    operationId: 'clear',
    summary: 'The money of a transaction moves',
    about:
      'Above the approval, below it, in several parts, or without one: it is booked. A presentment is booked once.',
    body: z.object({
      ...aboutFields,
      presentmentId: messageFields.presentmentId,
      original: optional(messageFields.original),
      sequence: optional(messageFields.sequence),
      purpose: optional(oneOf(purposes)),
    }),
    requestOf: (connection, body) => ({
      kind: 'clearing',
      ...aboutOf(connection, body),
      presentmentId: body.presentmentId,
      original: originalOf(connection, body.original),
      sequence: body.sequence,
      purpose: body.purpose,
    }),
  })

const refundRoute = (network: Network) =>
  messageRoute(network, {
    path: '/refunds',
    operationId: 'refund',
    summary: 'Money goes back to the cardholder',
    about: 'With or without the payment that it is for. A presentment is booked once.',
    body: z.object({
      ...aboutFields,
      presentmentId: messageFields.presentmentId,
      original: optional(messageFields.original),
    }),
    requestOf: (connection, body) => ({
      kind: 'refund',
      ...aboutOf(connection, body),
      presentmentId: body.presentmentId,
      original: originalOf(connection, body.original),
    }),
  })
