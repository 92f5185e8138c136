import { decimalsOf } from './currencies.ts'
import { type Amount, type Answer, type Body, ok, type Payment, problem, type Refusal, type State } from './state.ts'

/** Holder names that make a payment be refused, as in Adyen's test environment. */
const refusals: Readonly<Record<string, Refusal>> = {
  DECLINED: { reason: 'Refused', code: '2' },
  DO_NOT_TRY_AGAIN: { reason: 'Refused', code: '2', advice: '03 : Do not try again' },
  ERROR: { reason: 'Acquirer Error', code: '4' },
  BLOCK_CARD: { reason: 'Blocked Card', code: '5' },
  CARD_EXPIRED: { reason: 'Expired Card', code: '6' },
  ISSUER_UNAVAILABLE: { reason: 'Issuer Unavailable', code: '9' },
  NOT_ENOUGH_BALANCE: { reason: 'Not enough balance', code: '12' },
  CVC_DECLINED: { reason: 'CVC Declined', code: '24' },
  FRAUD: { reason: 'FRAUD', code: '20' },
}
/** Enrolled for 3-D Secure. */
const enrolled = ['4212345678901237', '4917610000000000']

/** POST /payments */
export function makePayment(state: State, body: Body, base: string): Answer {
  const wrong = whyWrong(body)
  if (wrong) return wrong
  const payment = newPayment(state, body)
  state.payments.set(payment.pspReference, payment)
  if (isRedirected(body)) {
    const data = body.authenticationData?.threeDSRequestData ?? {}
    if (data.nativeThreeDS !== 'disabled')
      return ok({ resultCode: 'IdentifyShopper', pspReference: payment.pspReference })
    payment.status = 'redirected'
    const token = state.next('X6XtfGC3!Y')
    state.redirects.set(token, payment)
    const url = `${base}/threeds/${encodeURIComponent(token)}`
    return ok({
      resultCode: 'RedirectShopper',
      pspReference: state.next('RDR'),
      action: { type: 'redirect', paymentMethodType: 'scheme', method: 'GET', url },
    })
  }
  decide(state, payment)
  return ok(resultOf(payment))
}

function whyWrong({ amount, paymentMethod, shopperInteraction, reference, returnUrl }: Body): Answer | undefined {
  if (!isAmount(amount)) return problem(422, '137', 'Invalid amount specified')
  if (decimalsOf(amount.currency) === undefined) return problem(422, '138', 'Unsupported currency specified')
  if (typeof reference !== 'string' || reference.length > 80) return problem(422, '130', 'Required field reference')
  if (typeof returnUrl !== 'string') return problem(422, '14_0407', 'Required field returnUrl')
  if (!hasCheckDigit(String(paymentMethod?.number))) return problem(422, '101', 'Invalid card number')
  if (
    shopperInteraction === 'Ecommerce' &&
    paymentMethod.type === 'scheme' &&
    !/^\d{3,4}$/.test(paymentMethod.cvc ?? '')
  )
    return problem(422, '103', 'CVC is not the right length')
  return undefined
}

const isAmount = (amount: unknown): amount is Amount =>
  typeof amount === 'object' && Number.isSafeInteger((amount as Amount).value) && (amount as Amount).value >= 0

const hasCheckDigit = (number: string): boolean =>
  /^\d{12,19}$/.test(number) &&
  [...number].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
    0

function newPayment(state: State, body: Body): Payment {
  const { amount, reference, paymentMethod, additionalData = {}, captureDelayHours, shopperInteraction } = body
  const refusal = refusals[paymentMethod.holderName as string] ?? wrongDetails(body)
  const isMerchant = shopperInteraction === 'ContAuth' && body.recurringProcessingModel !== 'CardOnFile'
  const isUnknown = isMerchant && !additionalData.networkTxReference
  return {
    pspReference: state.next('PSP'),
    reference,
    amount,
    capture:
      amount.value === 0
        ? 'verify'
        : additionalData.manualCapture === 'true'
          ? 'manual'
          : captureDelayHours === 0
            ? 'immediate'
            : 'manual',
    status: 'refused',
    refusal: refusal ?? (isUnknown ? { reason: 'Refused', code: '2' } : undefined),
    partly: paymentMethod.holderName === 'PARTLY' ? Math.trunc(amount.value / 2) : undefined,
    isAuthenticated: false,
    hasSecurityCode: paymentMethod.cvc !== undefined,
    networkTxReference: state.next('').padStart(15, '0'),
    authCode: state.next('').padStart(6, '0').slice(-6),
    returnUrl: body.returnUrl,
    captured: 0,
    refunded: 0,
    disputed: 0,
  }
}

/** The test environment takes one expiry date and one security code. */
function wrongDetails({ paymentMethod }: Body): Refusal | undefined {
  if (paymentMethod.cvc !== undefined && paymentMethod.cvc !== '737') return { reason: 'CVC Declined', code: '24' }
  const isGood = paymentMethod.expiryMonth === '03' && paymentMethod.expiryYear === '2030'
  return isGood ? undefined : { reason: 'Expired Card', code: '6' }
}

function isRedirected({ paymentMethod, browserInfo, authenticationData }: Body): boolean {
  const attempt = authenticationData?.attemptAuthentication
  return (
    browserInfo !== undefined &&
    attempt !== 'never' &&
    (attempt === 'always' || enrolled.includes(paymentMethod.number ?? ''))
  )
}

/** The bank decides, and a webhook says so. */
export function decide(state: State, payment: Payment): void {
  const { refusal, capture, amount } = payment
  payment.status = refusal ? 'refused' : 'authorised'
  const value = payment.partly ?? amount.value
  if (!refusal && capture === 'immediate') {
    payment.captured = value
    state.movements.push({ type: 'Settled', payment, modification: undefined, value, currency: amount.currency })
  }
  state.notify({
    eventCode: 'AUTHORISATION',
    pspReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: { ...amount, value },
    success: !refusal,
    reason: refusal ? refusal.reason : `${payment.authCode}:1111:03/2030`,
    additionalData: refusal ? {} : detailsOf(payment),
  })
}

const detailsOf = (payment: Payment): Record<string, string> => ({
  authCode: payment.authCode,
  networkTxReference: payment.networkTxReference,
  threeDOffered: String(payment.isAuthenticated),
  threeDAuthenticated: String(payment.isAuthenticated),
  avsResult: '4 AVS not supported for this card type',
  cvcResult: payment.hasSecurityCode ? '1 Matches' : '6 No CVC/CVV provided',
})

/** As `/payments` and `/payments/details` say it. */
export function resultOf(payment: Payment): Record<string, unknown> {
  const { pspReference, reference, status, refusal, amount, partly } = payment
  const common = { pspReference, merchantReference: reference }
  if (status === 'cancelled') return { ...common, resultCode: 'Cancelled' }
  if (refusal)
    return {
      ...common,
      resultCode: refusal.code === '4' ? 'Error' : 'Refused',
      refusalReason: refusal.reason,
      refusalReasonCode: refusal.code,
      ...(refusal.advice && { additionalData: { merchantAdviceCode: refusal.advice } }),
    }
  return {
    ...common,
    resultCode: partly === undefined ? 'Authorised' : 'PartiallyAuthorised',
    amount: { ...amount, value: partly ?? amount.value },
    additionalData: detailsOf(payment),
  }
}

/** POST /payments/details */
export function completeRedirect(state: State, body: Body): Answer {
  const payment = state.redirects.get(String(body.details?.redirectResult).replace(/~.*$/, ''))
  if (!payment) return problem(422, '14_006', 'Invalid payload provided')
  if (payment.status === 'redirected') {
    payment.refusal = { reason: '3D Not Authenticated', code: '11' }
    decide(state, payment)
  }
  return ok(resultOf(payment))
}

/** The cardholder on Adyen's page: the password is `password`. Returns where the browser goes. */
export function authenticate(state: State, token: string, password: string): string {
  const payment = state.redirects.get(token)
  if (!payment) throw new Error(`no redirect ${token}`)
  if (payment.status === 'redirected') {
    payment.isAuthenticated = password === 'password'
    if (!payment.isAuthenticated) payment.refusal = { reason: '3D Not Authenticated', code: '11' }
    decide(state, payment)
  }
  const back = new URL(payment.returnUrl)
  back.searchParams.set('redirectResult', token)
  return back.href
}
