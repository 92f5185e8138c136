import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  kyc_not_approved: ['forbidden', 'The customer has to be approved first: the KYC status is {status}.'],
  kyc_transition: ['conflict', 'The KYC status is {status}; from there {action} is not possible.'],
  kyc_not_open: [
    'conflict',
    'The KYC status is {status}, and nothing can be submitted or corrected now. GET /kyc says when that changes.',
  ],
  pep_not_answered: ['conflict', 'There is no answer to confirm: send POST /kyc/pep first.'],
  age_out_of_range: ['invalid', 'A customer must be from {ageMin} to {ageMax} years old.'],
  kyc_case_not_found: ['not_found', 'There is no KYC case {id}.'],
  kyc_case_not_waiting: ['conflict', 'KYC case {id} is {status}: it waits for no decision.'],
  kyc_case_not_held: ['conflict', 'Nobody else is looking at KYC case {id}.'],
  kyc_case_decided: ['conflict', 'KYC case {id} is {status} already.'],
  kyc_reviewer_not_found: ['invalid', 'None of your colleagues who may decide about customers has the id {staffId}.'],
  kyc_document_not_found: ['not_found', 'Document {documentId} is not of the customer of KYC case {caseId}.'],
  kyc_hits_open: [
    'conflict',
    'The customer is like somebody on a sanctions list. Decide about these hits first, or reject: {hits}.',
  ],
  invalid_step: [
    'invalid',
    '{typed} is no step with a reason. Write a step of {steps}, and after a colon, if the customer should know it, one of {reasons}.',
  ],
  kyc_step_not_sent_back: [
    'conflict',
    'The step {step} was not sent back, so it cannot be taken again. GET /kyc says what is missing.',
  ],
  kyc_step_not_taken: ['conflict', '{step} cannot be sent back: it is no step that this customer has taken.'],
  too_many_submissions: ['limit', 'Too many submissions. Wait {retryAfterSeconds} seconds and try again.'],
})
