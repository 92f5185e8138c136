import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  kyc_not_approved: ['forbidden', 'The customer has to be approved first: the KYC status is {status}.'],
  kyc_transition: ['conflict', 'The KYC status is {status}; from there {action} is not possible.'],
})
