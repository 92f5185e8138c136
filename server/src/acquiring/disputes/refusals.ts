import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  dispute_event_not_found: [
    'not_found',
    'There is no dispute event with this number; list the events to review: florin dispute events',
  ],
  dispute_event_already_applied: ['conflict', 'This dispute event is applied already; there is nothing to retry.'],
  dispute_event_needs_no_review: [
    'conflict',
    'This dispute event needs no review; list those that do: florin dispute events',
  ],
  dispute_not_found: ['not_found', 'There is no dispute {disputeId}. Its id is that of the chargeback.'],
  dispute_state: ['conflict', 'Dispute {disputeId} is {status}; what it allows: {allowed}.'],
  dispute_without_response: [
    'conflict',
    'The acquirer of dispute {disputeId} takes no response through Florin. Respond in its own portal; about a card that this installation has issued, give your proof to the operator.',
  ],
  dispute_response_too_late: [
    'conflict',
    'Dispute {disputeId} could be responded to until {respondBy}. The acquirer decides without a response.',
  ],
  dispute_acceptance_not_confirmed: [
    'invalid',
    'To accept a dispute is final: the cardholder keeps the money. Send confirm: true.',
  ],
  evidence_field_not_for_reason: [
    'invalid',
    'This text does not help against a dispute for {disputeReason}. Those that do: {allowed}.',
  ],
  evidence_text_too_long: ['invalid', 'A text of evidence has at most {max} characters. Add the rest as a file.'],
  evidence_empty: ['conflict', 'Dispute {disputeId} has no evidence yet. Add a text or a file before you submit it.'],
  evidence_file_too_large: ['invalid', 'A file of evidence has at most {max} bytes. Send a smaller scan.'],
  invalid_evidence_file: ['invalid', 'Send a JPEG, a PNG or a PDF in Base64. This file is not taken: {problem}.'],
  too_many_evidence_files: ['conflict', 'Dispute {disputeId} has {max} files, which is the most. Remove one first.'],
  evidence_file_not_found: ['not_found', 'Dispute {disputeId} has no file {fileId}.'],
})
