import { type Answer, type Body, type Dispute, findByReference, ok, problem, type State } from './state.ts'

/** The cardholder's bank charges a payment back. Returns the dispute's pspReference. */
export function chargeBack(
  state: State,
  { reference, value, code = '13.1' }: { reference: string; value: number; code?: string },
): string {
  const payment = findByReference(state, reference)
  if (!payment) throw new Error(`no payment ${reference}`)
  const amount = { ...payment.amount, value }
  const dispute: Dispute = { pspReference: state.next('DSP'), payment, amount, status: 'open', documents: [] }
  state.disputes.set(dispute.pspReference, dispute)
  take(state, dispute, 'Chargeback')
  notify(state, dispute, 'CHARGEBACK', {
    chargebackReasonCode: code,
    chargebackSchemeCode: 'visa',
    defendable: 'true',
    defensePeriodEndsAt: state
      .now()
      .add({ hours: 24 * 18 })
      .toString(),
    disputeStatus: 'Undefended',
  })
  return dispute.pspReference
}

/** How the last dispute of a payment ends. */
export function decideDispute(state: State, reference: string, outcome: 'won' | 'lost' | 'secondChargeback'): void {
  const dispute = [...state.disputes.values()].findLast(({ payment }) => payment.reference === reference)
  if (!dispute) throw new Error(`no dispute of ${reference}`)
  if (outcome === 'won') {
    dispute.status = 'won'
    dispute.payment.disputed -= dispute.amount.value
    move(state, dispute, 'ChargebackReversed', dispute.amount.value)
    notify(state, dispute, 'CHARGEBACK_REVERSED', { disputeStatus: 'Pending' })
  } else if (outcome === 'lost') {
    dispute.status = 'lost'
    notify(state, dispute, 'DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Lost' })
  } else {
    dispute.status = 'lost'
    take(state, dispute, 'SecondChargeback')
    notify(state, dispute, 'SECOND_CHARGEBACK', { disputeStatus: 'Lost' })
  }
}

function take(state: State, dispute: Dispute, type: string): void {
  dispute.payment.disputed += dispute.amount.value
  move(state, dispute, type, -dispute.amount.value)
}

function move(state: State, { payment, pspReference, amount }: Dispute, type: string, value: number): void {
  state.movements.push({
    type,
    payment,
    modification: { pspReference, reference: '' },
    value,
    currency: amount.currency,
  })
}

const notify = (
  state: State,
  { pspReference, payment, amount }: Dispute,
  eventCode: string,
  additionalData: Record<string, string>,
): void =>
  state.notify({
    ...{ eventCode, pspReference, amount, additionalData },
    originalReference: payment.pspReference,
    merchantReference: payment.reference,
    success: true,
    reason: '',
  })

const done = ok({ disputeServiceResult: { success: true } })
const failed = (errorMessage: string): Answer => ok({ disputeServiceResult: { success: false, errorMessage } })

/** The Disputes API. */
export function callDisputes(state: State, call: string, body: Body): Answer {
  const dispute = state.disputes.get(body.disputePspReference)
  if (!dispute) return problem(422, '702', 'Unknown dispute')
  if (dispute.status !== 'open') return failed('Dispute cannot be defended any more')
  switch (call) {
    case 'retrieveApplicableDefenseReasons':
      return ok({ defenseReasons: reasons, disputeServiceResult: { success: true } })
    case 'supplyDefenseDocument':
      dispute.documents.push(...body.defenseDocuments.map((each) => each.defenseDocumentTypeCode))
      return done
    case 'defendDispute':
      if (dispute.documents.length === 0) return failed('No defense document was supplied')
      dispute.status = 'defended'
      notify(state, dispute, 'INFORMATION_SUPPLIED', { disputeStatus: 'Pending' })
      return done
    case 'acceptDispute':
      dispute.status = 'accepted'
      return done
    default:
      return problem(404, '000', 'Not found')
  }
}

const documentType = (defenseDocumentTypeCode: string, requirementLevel: string) => ({
  defenseDocumentTypeCode,
  requirementLevel,
  available: false,
})
const reasons = [
  {
    defenseReasonCode: 'GoodsNotReturned',
    satisfied: false,
    defenseDocumentTypes: [documentType('TIDorInvoice', 'Optional'), documentType('GoodsNotReturned', 'Required')],
  },
  {
    defenseReasonCode: 'SupplyDefenseMaterial',
    satisfied: false,
    defenseDocumentTypes: [
      documentType('TIDorInvoice', 'Optional'),
      documentType('ProofOfDelivery', 'Optional'),
      documentType('DefenseMaterial', 'Required'),
    ],
  },
]
