import { z } from 'zod'
import type { Money } from '#kernel/base/money.ts'
import { NoResponse } from '../errors.ts'
import type { Approved, AuthorizeResult, CardChecks, Challenge, CheckResult } from '../port.ts'
import { type AdyenResponse, isAccepted, isTurnedAway } from './api.ts'
import { adviceOf, declined, reasonOf, reasonOfError } from './declines.ts'
import { adyenUnits } from './units.ts'

/**
 * What Adyen has said of an authorization. `result` undefined: it decides later. `holds`: its name of the payment, where
 * money is held or may be, so that whatever is not an approval of ours has to be cancelled.
 */
export type Outcome = { result: AuthorizeResult | undefined; holds: string | undefined }

const text = z.string().min(1)
const paymentResponse = z.object({
  resultCode: text,
  pspReference: text.optional(),
  merchantReference: z.string().optional(),
  refusalReasonCode: z.string().optional(),
  additionalData: z.record(z.string(), z.unknown()).optional(),
  amount: z.object({ currency: text, value: adyenUnits.received }).optional(),
  action: z
    .object({
      type: text,
      url: z.string().optional(),
      method: z.string().optional(),
      data: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
})
type PaymentResponse = z.output<typeof paymentResponse>

type Asked = {
  /** Our key of the authorization, which is Adyen's `merchantReference`. */
  authorization: string
  amount: Money
  /** The cardholder must have confirmed it with their bank. */
  mustAuthenticate: boolean
  /** The response follows a challenge. */
  isChallenged: boolean
}

/**
 * Reads the response to `POST /payments` or `POST /payments/details`.
 * @throws NoResponse when it cannot be read, or does not say which payment it is about.
 */
export function outcomeOf(response: AdyenResponse, asked: Asked): Outcome {
  if (isTurnedAway(response)) return refused(declined('provider_error'))
  if (!isAccepted(response)) return refused(declined(reasonOfError(response.errorCode)))
  const parsed = paymentResponse.safeParse(response.json)
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw new NoResponse(`the response of Adyen cannot be read: ${fields}`, { because: 'unreadable' })
  }
  return readOutcome(parsed.data, asked)
}

/** No money is held. */
const refused = (result: AuthorizeResult): Outcome => ({ result, holds: undefined })

function readOutcome(payment: PaymentResponse, asked: Asked): Outcome {
  const { resultCode, pspReference, refusalReasonCode, action } = payment
  const checks = checksOf(payment.additionalData)
  switch (resultCode) {
    case 'Authorised':
      return approvalOf(payment, asked)
    // Part of the amount was authorized, which is no payment of ours.
    case 'PartiallyAuthorised':
      return { result: declined('insufficient_funds', { checks }), holds: pspReference }
    case 'Refused':
    case 'Cancelled': {
      const reason = resultCode === 'Cancelled' ? 'authentication_failed' : reasonOf(refusalReasonCode)
      const advice = adviceOf(textIn(payment.additionalData ?? {}, 'merchantAdviceCode'))
      return refused(declined(reason, { reference: pspReference, checks, advice }))
    }
    case 'Error':
      return refused(declined('provider_error', { reference: pspReference }))
    case 'RedirectShopper': {
      const challenge = action && challengeOf(action, pspReference ?? asked.authorization)
      // Without an address there is nothing to send the shopper to; should it be approved all the same, it is cancelled.
      return refused(challenge ?? declined('provider_error'))
    }
    case 'Pending':
    case 'Received':
      return { result: undefined, holds: pspReference }
    // A flow in the browser that was not requested: it cannot be gone through.
    default:
      return { result: declined('provider_error', { reference: pspReference }), holds: pspReference }
  }
}

function approvalOf(payment: PaymentResponse, asked: Asked): Outcome {
  const { pspReference, merchantReference, amount, additionalData = {} } = payment
  if (pspReference === undefined)
    throw new NoResponse('an approval of Adyen has no pspReference', { because: 'unreadable' })
  // The response to another redirect says nothing of this payment. One that does not say whose it is waits for the webhook.
  if (merchantReference === undefined && asked.isChallenged)
    throw new NoResponse('an approval of Adyen has no merchantReference', { because: 'unreadable' })
  if (merchantReference !== undefined && merchantReference !== asked.authorization)
    return refused(declined('authentication_failed'))
  const threeDSecure = threeDSecureOf(additionalData, asked)
  const isWhole = amount === undefined || adyenUnits.isSame(amount.currency, amount.value, asked.amount)
  // Adyen answers a key that it knows from a request of another amount with the answer to that one, which is not to be cancelled.
  // If it is part of this amount after all, the webhook says so.
  if (!isWhole && !asked.isChallenged)
    throw new NoResponse('an approval of Adyen is for another amount', { because: 'failed' })
  if (!isWhole) return { result: declined('insufficient_funds'), holds: pspReference }
  if (!isProven(asked, threeDSecure)) return { result: declined('authentication_failed'), holds: pspReference }
  return { result: approved({ pspReference, additionalData, threeDSecure }), holds: pspReference }
}

/** One rule for responses and webhooks: where the cardholder had to confirm it with their bank, the bank has said so. */
export const isProven = (
  { mustAuthenticate }: Pick<Asked, 'mustAuthenticate'>,
  threeDSecure: Approved['threeDSecure'],
): boolean => !mustAuthenticate || threeDSecure === 'challenged'

/** An approval, with what Adyen adds to it where the account has it switched on. */
export const approved = ({
  pspReference,
  additionalData,
  threeDSecure,
}: {
  pspReference: string
  additionalData: Readonly<Record<string, unknown>>
  threeDSecure: Approved['threeDSecure']
}): Approved => ({
  outcome: 'approved',
  reference: pspReference,
  networkTransactionId: textIn(additionalData, 'networkTxReference'),
  authorizationCode: textIn(additionalData, 'authCode') ?? 'unknown',
  checks: checksOf(additionalData),
  threeDSecure,
})

/** `threeDOffered`: the bank was asked; `threeDAuthenticated`: it has authenticated the cardholder. */
export function threeDSecureOf(
  additionalData: Readonly<Record<string, unknown>>,
  { isChallenged }: Pick<Asked, 'isChallenged'>,
): Approved['threeDSecure'] {
  if (textIn(additionalData, 'threeDAuthenticated') === 'true') return isChallenged ? 'challenged' : 'frictionless'
  return textIn(additionalData, 'threeDOffered') === 'true' ? 'attempted' : 'none'
}

function challengeOf(
  { type, url, method = 'GET', data = {} }: NonNullable<PaymentResponse['action']>,
  reference: string,
): Challenge | undefined {
  if (type !== 'redirect' || url === undefined) return undefined
  return {
    outcome: 'challenge',
    reference,
    redirect: { url, method: method === 'POST' ? 'POST' : 'GET', fields: data },
  }
}

const textIn = (additionalData: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = additionalData[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Both results are texts that begin with a number, such as "7 Both postal code and address match". */
function checksOf(additionalData: Readonly<Record<string, unknown>> = {}): CardChecks {
  const [address, code] = ['avsResult', 'cvcResult'].map((name) => /^\d+/.exec(textIn(additionalData, name) ?? '')?.[0])
  return { ...(avsResults[address ?? ''] ?? unavailable), securityCode: cvcResults[code ?? ''] ?? 'unavailable' }
}

const cvcResults: Readonly<Record<string, CheckResult>> = { 1: 'match', 2: 'mismatch' }
const unavailable = { address: 'unavailable', postalCode: 'unavailable' } as const
const avs = (address: CheckResult, postalCode: CheckResult) => ({ address, postalCode })
/** docs.adyen.com, "AVS responses"; every other number says that nothing was checked. */
const avsResults: Readonly<Record<string, Pick<CardChecks, 'address' | 'postalCode'>>> = {
  1: avs('match', 'mismatch'),
  2: avs('mismatch', 'mismatch'),
  6: avs('unavailable', 'match'),
  7: avs('match', 'match'),
  9: avs('match', 'unavailable'),
  10: avs('mismatch', 'unavailable'),
  12: avs('match', 'unavailable'),
  13: avs('mismatch', 'unavailable'),
  14: avs('unavailable', 'match'),
  15: avs('unavailable', 'match'),
  16: avs('unavailable', 'mismatch'),
  17: avs('unavailable', 'mismatch'),
  23: avs('unavailable', 'match'),
  24: avs('match', 'match'),
  25: avs('match', 'unavailable'),
  26: avs('mismatch', 'mismatch'),
}
