import type { RejectReason } from './port.ts'

/** What the sandbox provider decides, by the first name of the person. */
export type MagicName = { name: string; result: MagicResult; means: string }
type MagicResult = 'approved' | 'review' | 'later' | 'silent' | { rejected: RejectReason }

export const magicNames: readonly MagicName[] = [
  { name: 'Approve', result: 'approved', means: 'is approved' },
  { name: 'Review', result: 'review', means: 'is left to persons' },
  { name: 'Later', result: 'later', means: 'is approved after an hour of the clock' },
  { name: 'Silent', result: 'silent', means: 'is approved after ten minutes without a response' },
  { name: 'Reject', result: { rejected: 'other' }, means: 'is rejected' },
  { name: 'Expired', result: { rejected: 'document_expired' }, means: 'is rejected' },
  { name: 'Unreadable', result: { rejected: 'document_unreadable' }, means: 'is rejected' },
  { name: 'Cropped', result: { rejected: 'document_cut_off' }, means: 'is rejected' },
  { name: 'Unaccepted', result: { rejected: 'document_not_accepted' }, means: 'is rejected' },
  { name: 'Othername', result: { rejected: 'name_differs' }, means: 'is rejected' },
  { name: 'Otherdata', result: { rejected: 'data_differs' }, means: 'is rejected' },
  { name: 'Screen', result: { rejected: 'screen_copy' }, means: 'is rejected' },
  { name: 'Forged', result: { rejected: 'suspected_forgery' }, means: 'is rejected' },
  { name: 'Nowhere', result: { rejected: 'address_not_proven' }, means: 'is rejected' },
  { name: 'Young', result: { rejected: 'under_age' }, means: 'is rejected' },
  { name: 'Double', result: { rejected: 'duplicate_person' }, means: 'is rejected' },
  { name: 'Policy', result: { rejected: 'declined_by_policy' }, means: 'is rejected' },
]
