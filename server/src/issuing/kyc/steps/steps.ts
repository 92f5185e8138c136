/**
 * The steps by which a customer is known, by the last part of their paths (wire fact 6.4). A customer sends the first
 * eight; the last two are pages of ours that take documents. They come in any order.
 */
export const submittedSteps = [
  'agreement',
  'personal-info',
  'residence',
  'gender',
  'birthplace',
  'wealth-and-income',
  'pep',
  'confirm-pep',
] as const
export const hostedSteps = ['id-verification', 'poa-verification'] as const
export const kycSteps = [...submittedSteps, ...hostedSteps] as const
export type SubmittedStep = (typeof submittedSteps)[number]
export type HostedStep = (typeof hostedSteps)[number]
export type KycStep = (typeof kycSteps)[number]
