import { unexpected } from './errors.ts'
import { showDispute } from './show.ts'
import { addTransaction, type Charge, type Dispute, get, newId, record, type State } from './state.ts'

const feeMinor = 2000

/** The bank takes the money back: `isInquiry` only asks, and moves none. */
export function openDispute(
  state: State,
  charge: Charge,
  { amount, reason, isInquiry = false }: { amount: number; reason: string; isInquiry?: boolean },
): Dispute {
  const dispute: Dispute = {
    id: newId('du'),
    charge: charge.id,
    intent: charge.intent,
    ...{ amount, reason, currency: charge.currency },
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    evidence: {},
    submissions: 0,
    transactions: [],
    created: state.now(),
  }
  state.disputes.set(dispute.id, dispute)
  report(state, dispute, 'created')
  if (isInquiry) return dispute
  charge.disputed += amount
  move(state, dispute, { amount: -amount, fee: feeMinor, reporting_category: 'dispute' })
  report(state, dispute, 'funds_withdrawn')
  return dispute
}

export function decideDispute(state: State, dispute: Dispute, outcome: 'won' | 'lost'): void {
  dispute.status = outcome
  if (outcome === 'won') {
    get(state.charges, dispute.charge).disputed -= dispute.amount
    move(state, dispute, { amount: dispute.amount, fee: -feeMinor, reporting_category: 'dispute_reversal' })
  }
  report(state, dispute, 'closed')
  if (outcome === 'won') report(state, dispute, 'funds_reinstated')
}

export function answerDispute(
  state: State,
  dispute: Dispute,
  evidence: Record<string, string>,
  submits: boolean,
): void {
  if (!['needs_response', 'warning_needs_response'].includes(dispute.status))
    throw unexpected('dispute_unexpected_state', `This dispute is ${dispute.status}`)
  for (const [field, value] of Object.entries(evidence)) if (value.startsWith('file_')) get(state.files, value) && field
  Object.assign(dispute.evidence, evidence)
  if (!submits) return
  dispute.submissions++
  dispute.status = 'under_review'
  report(state, dispute, 'updated')
  const { uncategorized_text: text = '' } = evidence
  if (text === 'winning_evidence') decideDispute(state, dispute, 'won')
  if (text === 'losing_evidence') decideDispute(state, dispute, 'lost')
}

export function closeDispute(state: State, dispute: Dispute): void {
  if (['won', 'lost', 'prevented', 'warning_closed'].includes(dispute.status))
    throw unexpected('dispute_unexpected_state', `This dispute is ${dispute.status}`)
  decideDispute(state, dispute, 'lost')
}

const report = (state: State, dispute: Dispute, what: string): void =>
  record(state, `charge.dispute.${what}`, showDispute(state, dispute))

function move(state: State, dispute: Dispute, line: { amount: number; fee: number; reporting_category: string }): void {
  const { currency, id: source } = dispute
  dispute.transactions.push(addTransaction(state, { ...line, currency, source, type: 'adjustment' }).id)
}
