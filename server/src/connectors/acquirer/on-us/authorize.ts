import { randomUUID } from 'node:crypto'
import type { AuthenticationData } from '#connectors/network/message.ts'
import type { Money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Approved, AuthorizeRequest, AuthorizeResult, Declined, DeclineReason, InquiryResult } from '../port.ts'
import { authenticate } from './authenticate.ts'
import { planCardUpdate } from './card-updates.ts'
import type { FoundCard, OnUsContext } from './context.ts'
import { limits } from './limits.ts'
import { authorizationMessage, resultOf } from './network-messages.ts'
import { type NewEntry, recordOnce, recordResult } from './record.ts'
import { planMessage } from './send-message.ts'
import type { Authentication } from './store.ts'
import { type AuthorizationKind, type Entry, type Facts, type Story, stateOf } from './story.ts'

export type CardRequest = Omit<AuthorizeRequest, 'kind'> & { kind: AuthorizationKind }

/**
 * Authorizes at the issuer that is a part of this program: the request is recorded, the payer authenticated where there is a browser, and
 * then the issuer decides. A key that comes again has the result of before; one whose result was not recorded is sent
 * again in the same messages, which the issuer recognizes.
 */
export async function authorize(ctx: OnUsContext, request: CardRequest): Promise<AuthorizeResult> {
  const { key } = request
  const { pan: number, cvv: cvv2 } = request.card
  const byMerchant = request.initiator.type === 'mit'
  const reference = await ctx.issuer().findCard({ number, cvv2, byMerchant })
  const { entry } = await recordOnce(ctx, { key, authorization: key }, async (story) =>
    planAuthorization(ctx, request, { story, reference }),
  )
  if (entry.result) return authorizationResult(entry.result)
  if (!request.threeDSecure) return send(ctx, entry, entry, undefined)
  const outcome = await authenticate(ctx, request, entry)
  switch (outcome.is) {
    case 'challenge':
      return authorizationResult(await recordResult(ctx, entry, (story) => unlessReversed(story, outcome.result)))
    case 'refused':
      return authorizationResult(await recordResult(ctx, entry, () => ({ result: declined('authentication_failed') })))
    case 'done':
      return send(ctx, entry, entry, outcome.authentication)
  }
}

type Planning = { story: Story; reference: FoundCard | undefined }

function planAuthorization(
  ctx: OnUsContext,
  request: CardRequest,
  { story, reference }: Planning,
): { entry: NewEntry; also: readonly Write[] } {
  const reason = whyNot(request, { story, reference })
  const facts: Facts = {
    merchant: { id: request.descriptor.slice(0, 15), name: request.descriptor, ...request.merchant },
    expiry: `${String(request.card.expiryYear % 100).padStart(2, '0')}${String(request.card.expiryMonth).padStart(2, '0')}`,
    cvv2: reference?.cvv2 ?? 'notSent',
    recurring: request.initiator.type === 'mit',
  }
  const entry: NewEntry = {
    key: request.key,
    authorization: request.key,
    kind: request.kind,
    minor: request.amount.minor,
    currency: request.amount.currency,
    cardId: reference?.id ?? null,
    facts,
    result: reason ? declined(reason) : null,
  }
  const also =
    reason || !request.threeDSecure
      ? []
      : [
          insert('onus.authentications', {
            ds_trans_id: randomUUID(),
            authorization_key: request.key,
            server_trans_id: randomUUID(),
            acs_trans_id: null,
            trans_status: null,
            eci: null,
            authentication_value: null,
            requested_at: ctx.clock.now(),
          }),
        ]
  // Stored since the number ended, or before it was noticed: from the next payment on it has the other one.
  const updated = reference?.replaced === undefined ? [] : [planCardUpdate(ctx.clock.now(), reference.replaced)]
  return { entry, also: [...also, ...updated] }
}

/** What is declined without the issuer. A number that is not ours is another connector's. */
function whyNot(request: CardRequest, { story, reference }: Planning): DeclineReason | undefined {
  const { amount, card, kind, initiator, authentication, threeDSecure } = request
  if (stateOf(story).is === 'reversed') return 'rejected_by_processor'
  if (!reference) return 'provider_error'
  if (card.wallet?.cryptogram) return 'rejected_by_processor'
  if (kind !== 'verify' && !isAllowed(amount)) return 'rejected_by_processor'
  if (initiator.type === 'mit' && initiator.networkTransactionId === '') return 'rejected_by_processor'
  return authentication === 'required' && !threeDSecure ? 'authentication_required' : undefined
}

export const isAllowed = ({ minor }: Money): boolean => minor >= limits.minMinor && minor <= limits.maxMinor

/** The issuer decides. `head` is the request for the authorization, `entry` the one whose result this is. */
export async function send(
  ctx: OnUsContext,
  head: Entry,
  entry: Entry,
  authentication: Authentication | undefined,
): Promise<AuthorizeResult> {
  const asked = { ...entry, minor: head.minor, currency: head.currency }
  const response = await ctx.issuer().network.send(authorizationMessage(head, asked, proofOf(authentication)))
  const result = resultOf(head, response, threeDSecureOf(authentication, entry))
  return authorizationResult(
    await recordResult(ctx, entry, (story) => {
      const decided = unlessReversed(story, result)
      const isSold = decided.result.outcome === 'approved' && head.kind === 'sale'
      return { ...decided, also: isSold ? [planMessage(ctx.clock.now(), entry, 'clearing')] : [] }
    }),
  )
}

function proofOf(authentication: Authentication | undefined): AuthenticationData | undefined {
  if (!authentication?.value) return undefined
  const { dsTransId, eci, value } = authentication
  return { transactionId: dsTransId, eci: eci ?? undefined, authenticationValue: new Secret(value), version: '2.2.0' }
}

const threeDSecureOf = (authentication: Authentication | undefined, { kind }: Entry): Approved['threeDSecure'] => {
  if (kind === 'completeChallenge') return 'challenged'
  return authentication?.value ? 'frictionless' : 'none'
}

/** A reversal that came meanwhile has told the issuer already. */
const unlessReversed = <Result extends InquiryResult>(story: Story, result: Result): { result: Result | Declined } => ({
  result: stateOf(story).is === 'reversed' ? declined('rejected_by_processor') : result,
})

export const declined = (reason: DeclineReason): Declined => ({
  outcome: 'declined',
  reason,
  reference: undefined,
  checks: undefined,
})

/** Of a request for money; another kind had the key before. */
export function authorizationResult(result: InquiryResult): AuthorizeResult {
  switch (result.outcome) {
    case 'approved':
    case 'challenge':
    case 'pending':
    case 'declined':
      return result
    default:
      return declined('rejected_by_processor')
  }
}
