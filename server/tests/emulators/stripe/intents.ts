import { isCardNumber, testCardOf } from './cards.ts'
import { checkCharge, checkUnit, feeOf } from './currencies.ts'
import { openDispute } from './disputes.ts'
import { ApiError, invalid, unexpected } from './errors.ts'
import { showIntent } from './show.ts'
import { type Attempt, addTransaction, type Charge, get, type Intent, newId, record, type State } from './state.ts'

/** A form with its brackets opened. */
export type Form = { readonly [name: string]: string | Form | undefined }
export const part = (form: Form | string | undefined, name: string): Form | string | undefined =>
  typeof form === 'object' ? form[name] : undefined
export const textIn = (form: Form | string | undefined, name: string): string | undefined => {
  const value = part(form, name)
  return typeof value === 'string' ? value : undefined
}
const isTrue = (form: Form, name: string): boolean => form[name] === 'true'

export function integerIn(form: Form, name: string): number {
  const digits = textIn(form, name) ?? ''
  if (!/^\d{1,12}$/.test(digits)) throw invalid(name, 'parameter_invalid_integer')
  return Number(digits)
}

export function createIntent(state: State, object: Intent['object'], form: Form): Intent {
  const isPayment = object === 'payment_intent'
  const amount = isPayment ? integerIn(form, 'amount') : 0
  const currency = textIn(form, 'currency') ?? ''
  if (isPayment) checkCharge(currency, amount)
  const suffix = textIn(form, 'statement_descriptor_suffix')
  // "contains only Latin characters", at least one letter, and none of < > \ ' " *
  if (suffix !== undefined && !/^(?=.*[A-Za-z])[\p{Script=Latin}\d !#$%&()+,./:;=?@[\]^_{|}~-]{1,20}$/u.test(suffix))
    throw invalid('statement_descriptor_suffix', 'parameter_invalid_string')
  const customer = textIn(form, 'customer') ?? null
  if (customer) get(state.customers, customer)
  const id = newId(isPayment ? 'pi' : 'seti')
  const intent: Intent = {
    ...{ id, object, amount, currency, customer },
    client_secret: `${id}_secret_${newId('s')}`,
    status: 'requires_payment_method',
    amount_received: 0,
    capture_method: textIn(form, 'capture_method') ?? 'automatic',
    payment_method: null,
    setup_future_usage: null,
    metadata: metadataIn(form),
    next_action: null,
    last_error: null,
    cancellation_reason: null,
    charge: null,
    created: state.now(),
  }
  ;(isPayment ? state.intents : state.setups).set(id, intent)
  record(state, `${object}.created`, showIntent(state, intent))
  return intent
}

export const metadataIn = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form.metadata ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

const wrongState = (state: State, intent: Intent, what: string): ApiError =>
  unexpected(
    `${intent.object}_unexpected_state`,
    `This ${intent.object} cannot be ${what} because it is ${intent.status}`,
    {
      [intent.object]: showIntent(state, intent),
    },
  )

export function confirmIntent(state: State, intent: Intent, form: Form): Intent {
  const { attempt, isKept } = attemptIn(state, intent, form)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
    throw wrongState(state, intent, 'confirmed')
  intent.setup_future_usage = textIn(form, 'setup_future_usage') ?? null
  const asked3ds = textIn(part(part(form, 'payment_method_options'), 'card'), 'request_three_d_secure')
  const asks = attempt.card.asks === 'always' || (attempt.card.asks === 'unlessKept' && !isKept)
  const isRequested = asked3ds === 'challenge' || asked3ds === 'any'
  if ((!asks && !isRequested) || (isTrue(form, 'off_session') && !asks)) return decide(state, intent, attempt, null)
  if (isTrue(form, 'error_on_requires_action'))
    return fail(state, intent, attempt, { code: 'authentication_required', decline_code: 'authentication_required' })
  intent.asked = attempt
  intent.status = 'requires_action'
  intent.next_action = attempt.returnUrl
    ? {
        type: 'redirect_to_url',
        redirect_to_url: {
          return_url: attempt.returnUrl,
          url: `${state.url()}/3ds/${intent.id}?source_redirect_slug=x`,
        },
      }
    : { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  record(state, `${intent.object}.requires_action`, showIntent(state, intent))
  return intent
}

function attemptIn(state: State, intent: Intent, form: Form): { attempt: Attempt; isKept: boolean } {
  const returnUrl = textIn(form, 'return_url') ?? ''
  const method = textIn(form, 'payment_method')
  if (method) {
    const { number, customer } = get(state.methods, method)
    if (customer === null || customer !== intent.customer)
      throw invalid('payment_method', 'payment_method_unexpected_state')
    return { attempt: { number, card: testCardOf(number), cvc: undefined, returnUrl, method }, isKept: true }
  }
  const card = part(part(form, 'payment_method_data'), 'card')
  const token = part(card, 'network_token')
  const number = textIn(token ?? card, 'number')
  if (number === undefined) throw invalid('payment_method', 'parameter_missing')
  if (!state.settings.rawCards)
    throw new ApiError(402, {
      type: 'invalid_request_error',
      message: 'Sending credit card numbers directly to the Stripe API is generally unsafe.',
    })
  for (const name of ['exp_month', 'exp_year'])
    if (!/^\d{1,4}$/.test(textIn(card, name) ?? '')) throw invalid(name, 'parameter_missing')
  const options = part(part(form, 'payment_method_options'), 'card')
  const isKept = textIn(part(options, 'mit_exemption'), 'network_transaction_id') !== undefined
  if (token && !isKept && !textIn(part(options, 'network_token'), 'cryptogram'))
    throw invalid('payment_method_options[card][network_token][cryptogram]', 'parameter_missing')
  return { attempt: { number, card: testCardOf(number), cvc: textIn(card, 'cvc'), returnUrl, method: null }, isKept }
}

/** The bank's decision. `passed`: the cardholder has confirmed it. */
export function decide(state: State, intent: Intent, attempt: Attempt, passed: Charge['threeDSecure']): Intent {
  if (!isCardNumber(attempt.number)) return fail(state, intent, attempt, { code: 'incorrect_number' })
  if (attempt.card.declines) return fail(state, intent, attempt, attempt.card.declines, passed)
  const charge = addCharge(state, intent, attempt, { status: 'succeeded', threeDSecure: passed })
  const method = attempt.method ?? newId('pm')
  const isStored = intent.customer !== null && intent.setup_future_usage !== null
  state.methods.set(method, {
    id: method,
    number: attempt.number,
    customer: isStored || attempt.method ? intent.customer : null,
  })
  intent.payment_method = method
  intent.next_action = null
  intent.last_error = null
  intent.asked = undefined
  if (intent.object === 'setup_intent') return arrived(state, intent, 'succeeded')
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture'
    record(state, 'payment_intent.amount_capturable_updated', showIntent(state, intent))
    return intent
  }
  return captured(state, intent, charge, intent.amount)
}

function arrived(state: State, intent: Intent, status: string): Intent {
  intent.status = status
  record(state, `${intent.object}.${status}`, showIntent(state, intent))
  return intent
}

function addCharge(
  state: State,
  intent: Intent,
  { number, card, cvc }: Attempt,
  more: Pick<Charge, 'status' | 'threeDSecure'>,
): Charge {
  const charge: Charge = {
    id: newId('ch'),
    intent: intent.id,
    amount: intent.amount,
    ...{ captured: 0, refunded: 0, disputed: 0 },
    currency: intent.currency,
    ...{ number, card },
    networkId:
      more.status === 'failed' || card.hasNoNetworkId
        ? null
        : newId('n').replaceAll(/\D/g, '').padEnd(15, '7').slice(0, 15),
    cvcCheck: cvc === undefined ? null : card.declines?.code === 'incorrect_cvc' ? 'fail' : 'pass',
    created: state.now(),
    ...more,
  }
  state.charges.set(charge.id, charge)
  intent.charge = charge.id
  return charge
}

/** The decline stays on the intent, which takes another card. */
function fail(
  state: State,
  intent: Intent,
  attempt: Attempt,
  error: { code: string; decline_code?: string },
  threeDSecure: Charge['threeDSecure'] = null,
): Intent {
  const charge = addCharge(state, intent, attempt, { status: 'failed', threeDSecure })
  refuseCard(state, intent, { type: 'card_error', message: 'Your card was declined.', charge: charge.id, ...error })
  throw new ApiError(402, { ...intent.last_error, [intent.object]: showIntent(state, intent) })
}

export function refuseCard(state: State, intent: Intent, error: Record<string, unknown>): void {
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.asked = undefined
  intent.last_error = error
  const failed = intent.object === 'payment_intent' ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed'
  record(state, failed, showIntent(state, intent))
}

export function captureIntent(state: State, intent: Intent, form: Form): Intent {
  const amount = form.amount_to_capture === undefined ? intent.amount : integerIn(form, 'amount_to_capture')
  if (amount === 0) throw invalid('amount_to_capture', 'parameter_invalid_integer')
  checkUnit(intent.currency, amount, 'amount_to_capture')
  if (intent.status !== 'requires_capture') throw wrongState(state, intent, 'captured')
  if (amount > intent.amount) throw unexpected('amount_too_large', 'You cannot capture more than was authorized')
  Object.assign(intent.metadata, metadataIn(form))
  return captured(state, intent, get(state.charges, intent.charge!), amount)
}

function captured(state: State, intent: Intent, charge: Charge, amount: number): Intent {
  charge.captured = amount
  intent.amount_received = amount
  const line = { currency: intent.currency, source: charge.id }
  const fee = feeOf(intent.currency, amount)
  const { availableAtOnce } = charge.card
  addTransaction(
    state,
    { ...line, amount: charge.amount, fee, type: 'charge', reporting_category: 'charge' },
    availableAtOnce,
  )
  if (amount < charge.amount) {
    const rest = { ...line, amount: amount - charge.amount, fee: 0, type: 'refund' }
    addTransaction(state, { ...rest, reporting_category: 'partial_capture_reversal' }, availableAtOnce)
  }
  arrived(state, intent, 'succeeded')
  if (charge.card.disputed) openDispute(state, charge, { amount, reason: charge.card.disputed })
  return intent
}

export function cancelIntent(state: State, intent: Intent, form: Form): Intent {
  const cancellable = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action']
  if (!cancellable.includes(intent.status)) throw wrongState(state, intent, 'canceled')
  intent.cancellation_reason = textIn(form, 'cancellation_reason') ?? null
  intent.next_action = null
  intent.asked = undefined
  return arrived(state, intent, 'canceled')
}
