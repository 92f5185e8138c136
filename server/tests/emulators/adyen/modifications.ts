import { type Answer, type Body, findByReference, type Payment, problem, received, type State } from './state.ts'

type Kind = 'captures' | 'refunds' | 'reversals' | 'cancels'

/** POST /payments/{psp}/…: it is received, and a webhook brings its result. */
export function modify(state: State, name: string, kind: Kind, body: Body): Answer {
  const payment = state.payments.get(name)
  if (!payment) return problem(422, '167', 'Original pspReference required for this operation')
  const { amount, reference } = body
  if (kind === 'captures' || kind === 'refunds') {
    if (!Number.isSafeInteger(amount?.value) || amount.value <= 0)
      return problem(422, '137', 'Invalid amount specified')
    if (amount.currency !== payment.amount.currency) return problem(422, '139', 'Currency does not match')
  }
  const pspReference = state.next('MOD')
  const { eventCode, why } = carryOut(state, payment, { kind, value: amount?.value ?? 0, pspReference, reference })
  state.notify({
    ...{ eventCode, pspReference, originalReference: payment.pspReference, merchantReference: reference },
    ...{ amount: amount ?? payment.amount, success: why === undefined, reason: why ?? '' },
  })
  return received({
    merchantAccount: state.merchantAccount,
    paymentPspReference: payment.pspReference,
    pspReference,
    reference,
    status: 'received',
    ...(amount && { amount }),
  })
}

type Doing = { kind: Kind; value: number; pspReference: string; reference: string }

function carryOut(state: State, payment: Payment, doing: Doing): { eventCode: string; why: string | undefined } {
  switch (doing.kind) {
    case 'captures':
      return { eventCode: 'CAPTURE', why: capture(state, payment, doing) }
    case 'refunds':
      return { eventCode: 'REFUND', why: refund(state, payment, doing) }
    case 'cancels':
      return { eventCode: 'CANCELLATION', why: cancel(payment) }
    case 'reversals': {
      const isWhole = payment.captured > 0 && payment.refunded === 0 && payment.disputed === 0
      const why =
        payment.captured === 0
          ? cancel(payment)
          : isWhole
            ? refund(state, payment, { ...doing, value: payment.captured })
            : 'Insufficient balance on payment'
      return { eventCode: 'CANCEL_OR_REFUND', why }
    }
  }
}

/** Once; the rest is released. */
function capture(state: State, payment: Payment, doing: Doing): string | undefined {
  if (payment.status !== 'authorised' || payment.capture !== 'manual' || payment.captured > 0)
    return 'Transaction is not authorised, or captured already'
  if (doing.value > payment.amount.value) return 'Insufficient balance on payment'
  payment.captured = doing.value
  move(state, payment, 'Settled', doing.value, doing)
  return undefined
}

function refund(state: State, payment: Payment, doing: Doing): string | undefined {
  if (payment.captured === 0) return "Transaction hasn't been captured, refund not possible"
  if (doing.value > payment.captured - payment.refunded - payment.disputed) return 'Insufficient balance on payment'
  payment.refunded += doing.value
  move(state, payment, 'Refunded', -doing.value, doing)
  return undefined
}

function cancel(payment: Payment): string | undefined {
  if (payment.status === 'refused' || payment.status === 'cancelled') return 'Transaction is not authorised'
  if (payment.captured > 0) return 'Transaction is captured already'
  payment.status = 'cancelled'
  return undefined
}

const move = (state: State, payment: Payment, type: string, value: number, { pspReference, reference }: Doing) =>
  state.movements.push({
    type,
    payment,
    modification: { pspReference, reference },
    value,
    currency: payment.amount.currency,
  })

/** The last refund of a payment does not arrive: its money comes back. */
export function failRefund(state: State, reference: string): void {
  const payment = findByReference(state, reference)!
  const { modification, value } = state.movements.findLast((one) => one.payment === payment && one.type === 'Refunded')!
  payment.refunded += value
  move(state, payment, 'RefundedReversed', -value, { kind: 'refunds', value, ...modification! })
  state.notify({
    ...{ eventCode: 'REFUND_FAILED', ...modification!, originalReference: payment.pspReference },
    ...{ merchantReference: modification!.reference, amount: { ...payment.amount, value: -value } },
    ...{ success: true, reason: 'The card is closed' },
  })
}

/** The capture of a payment is refused by the scheme days later. A sale has no modification. */
export function failCapture(state: State, reference: string): void {
  const payment = findByReference(state, reference)!
  const { modification, value } = state.movements.findLast((one) => one.payment === payment && one.type === 'Settled')!
  const named = modification?.reference ? modification : { pspReference: payment.pspReference, reference }
  move(state, payment, 'CaptureFailed', -value, { kind: 'captures', value, ...named })
  payment.captured = 0
  state.notify({
    ...{ eventCode: 'CAPTURE_FAILED', pspReference: named.pspReference, originalReference: payment.pspReference },
    ...{ merchantReference: named.reference, amount: { ...payment.amount, value } },
    ...{ success: true, reason: 'Capture was rejected by the card scheme' },
  })
}

/** POST /cancels, by the merchant's own reference. */
export function technicalCancel(state: State, body: Body): Answer {
  const payment = findByReference(state, body.paymentReference)
  const pspReference = state.next('TEC')
  const why = payment ? cancel(payment) : 'Transaction not found'
  state.notify({
    eventCode: 'TECHNICAL_CANCEL',
    pspReference,
    // Under the reference of the payment: Adyen's example has it so.
    merchantReference: body.paymentReference,
    ...(payment && { originalReference: payment.pspReference, amount: payment.amount }),
    success: why === undefined,
    reason: why ?? '',
  })
  const { merchantAccount } = state
  const { paymentReference, reference } = body
  return received({ merchantAccount, paymentReference, pspReference, reference, status: 'received' })
}
