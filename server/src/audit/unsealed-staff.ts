const itsCode = 'the code of each row says that the program made it as it is'

/** Tables about staff that need no seal, and why. */
export const unsealedOfStaff: Readonly<Record<string, string>> = {
  'access.staff_challenges': `${itsCode}, and what becomes of one is a session, a factor or an entry of the audit`,
  'access.staff_recovery_codes': `${itsCode}; which were made and used is in the audit`,
  'access.staff_invitations': `${itsCode}; who was invited and who set a password is in the audit`,
  'access.staff_sessions': `${itsCode}; logins and what is done in a session are in the audit`,
  'kyc.reviewers': 'who works on a case, until it is decided; who took it over and whose it became is in the audit',
  'access.token_keys': `${itsCode}, and they sign nothing that is recorded`,
}

/** The columns of persons that are not among their facts, and why. */
export const unsealedOfPersons = {
  has_second_factor: {
    because: 'it follows from the second factors, and the code of the row covers it',
    checked: true,
  },
} as const

/** The columns of second factors that are not among their facts, and why. */
export const unsealedOfFactors = {
  sealed_secret: { because: 'a changed one opens nothing, and it is sealed again when keys rotate' },
  last_step: { because: 'it only keeps a code from being used twice' },
  counter: { because: 'it only tells a copied passkey apart' },
  last_used_at: { because: 'it only tells the owner' },
}
