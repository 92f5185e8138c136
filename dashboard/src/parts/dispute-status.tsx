import type { Entry } from '../api/client.ts'
import { statusesOf } from './status.tsx'

/** The statuses of disputes, as docs/states/dispute-case.md has them. */
const table = statusesOf<Entry<'listDisputes'>['status']>({
  opened: ['wait', 'Opened', 'Deschisă'],
  needsResponse: ['wait', 'Needs your answer', 'Așteaptă răspunsul tău'],
  submitting: ['info', 'Evidence is being sent', 'Dovezile se trimit'],
  accepting: ['info', 'Being accepted', 'Se acceptă'],
  responded: ['info', 'With the bank', 'La bancă'],
  accepted: ['neutral', 'Accepted', 'Acceptată'],
  expired: ['bad', 'Deadline passed', 'Termen depășit'],
  lost: ['bad', 'Lost', 'Pierdută'],
  won: ['good', 'Won', 'Câștigată'],
})
export const disputeStatuses = table.texts
export const DisputeStatus = table.Status
