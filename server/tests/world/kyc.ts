import type { CallAs, IssuingReply } from './partner.ts'

/** What a customer says in each step. Ana is nobody whom the sandbox knows, so persons decide about her. */
export const answersOfAna = {
  agreement: { accepted: true, termsVersion: '2026-01' },
  'personal-info': {
    firstName: 'Ana',
    lastName: 'Popescu-Țuțuianu',
    dateOfBirth: '1990-02-28',
    nationality: 'RO',
    phoneNumber: '+40 721 234 567',
  },
  residence: { country: 'RO', city: 'Brașov', street: 'Strada Zizinului 5', postalCode: '500414' },
  gender: { gender: 'female' },
  birthplace: { country: 'RO', city: 'Sighișoara' },
  'wealth-and-income': { occupation: 'Baker', sourceOfFunds: 'employment', annualIncome: '24000.00' },
  pep: { isPep: false },
} as const
export type FormStep = keyof typeof answersOfAna
export const formSteps = Object.keys(answersOfAna) as FormStep[]

/** Submits one step; `changes` to what Ana says. */
export const submits = (call: CallAs, step: FormStep, changes: Record<string, unknown> = {}): Promise<IssuingReply> =>
  call('POST', `/kyc/${step}`, { body: { ...answersOfAna[step], ...changes } })

/** Submits every step, under a first name by which the sandbox provider decides. Returns the last reply. */
export async function submitsAll(
  call: CallAs,
  changes: { firstName?: string; isPep?: boolean } = {},
): Promise<IssuingReply> {
  let last: IssuingReply | undefined
  for (const step of formSteps) last = await submits(call, step, changesOf(step, changes))
  return last!
}

const changesOf = (step: FormStep, { firstName, isPep }: { firstName?: string; isPep?: boolean }) => ({
  ...(step === 'personal-info' && firstName !== undefined && { firstName }),
  ...(step === 'pep' && isPep !== undefined && { isPep }),
})
