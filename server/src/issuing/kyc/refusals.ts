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
  too_many_submissions: ['limit', 'Too many submissions. Wait {retryAfterSeconds} seconds and try again.'],
})
