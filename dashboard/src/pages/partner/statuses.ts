import type { Entry } from '../../api/client.ts'
import { statusesOf } from '../../parts/status.tsx'

/** What becomes of a payment with a card. */
export const spends = statusesOf<Entry<'listCardTransactions'>['status']>({
  challenged: ['wait', 'Customer is confirming', 'Clientul confirmă'],
  asking: ['wait', 'Your server is asked', 'Este întrebat serverul tău'],
  pending: ['info', 'Approved, not cleared yet', 'Aprobată, nedecontată încă'],
  completed: ['good', 'Approved, no money follows', 'Aprobată, fără bani'],
  settled: ['good', 'Settled', 'Decontată'],
  declined: ['bad', 'Declined', 'Respinsă'],
  reversed: ['neutral', 'Reversed', 'Anulată'],
  expired: ['neutral', 'Expired', 'Expirată'],
})

/** Of docs/states/card.md. */
export const cards = statusesOf<Entry<'listCards'>['status']>({
  pending: ['wait', 'Being made', 'În pregătire'],
  readyToBeActivated: ['wait', 'Not activated yet', 'Neactivat încă'],
  active: ['good', 'Active', 'Activ'],
  frozen: ['info', 'Frozen by the customer', 'Înghețat de client'],
  suspended: ['bad', 'Suspended', 'Suspendat'],
  closed: ['neutral', 'Closed', 'Închis'],
})

/** Of docs/states/topup.md. */
export const topups = statusesOf<Entry<'listTopups'>['status']>({
  created: ['wait', 'Waits for the money', 'Așteaptă banii'],
  pending: ['info', 'Under way', 'În curs'],
  completed: ['good', 'Credited', 'Creditată'],
  failed: ['bad', 'Failed', 'Eșuată'],
  expired: ['neutral', 'Expired', 'Expirată'],
  cancelled: ['neutral', 'Cancelled', 'Anulată'],
})

/** Of docs/states/challenge.md. */
export const challenges = statusesOf<Entry<'listChallenges'>['status']>({
  initiated: ['wait', 'Customer is asked', 'Clientul este întrebat'],
  pending: ['wait', 'Shopper is at the page', 'Plătitorul este pe pagină'],
  authorized: ['good', 'Confirmed', 'Confirmată'],
  declined: ['bad', 'Refused by the customer', 'Refuzată de client'],
  cancelled: ['neutral', 'Cancelled', 'Anulată'],
  timeout: ['neutral', 'Not answered in time', 'Fără răspuns la timp'],
  failed: ['bad', 'Failed', 'Eșuată'],
})

/** Of docs/states/card-dispute.md. */
export const cardDisputes = statusesOf<Entry<'listCardDisputes'>['status']>({
  submitted: ['wait', 'Waits for the operator', 'Așteaptă operatorul'],
  chargedBack: ['info', 'Charged back at the network', 'Contestată la rețea'],
  won: ['good', 'Won', 'Câștigată'],
  lost: ['bad', 'Lost', 'Pierdută'],
  cancelled: ['neutral', 'Cancelled', 'Anulată'],
})

/** Of the events that a partner receives. */
export const events = statusesOf<Entry<'listPartnerEvents'>['status']>({
  waiting: ['wait', 'Waits to be sent', 'Așteaptă trimiterea'],
  delivered: ['good', 'Delivered', 'Livrat'],
  parked: ['bad', 'Parked', 'Oprit'],
  unsent: ['neutral', 'Not sent: no address', 'Netrimis: nicio adresă'],
})

/** Of docs/states/kyc.md. */
export const kycCases = statusesOf<Entry<'listKycCases'>['status']>({
  pending_review: ['wait', 'Waits for review', 'Așteaptă verificarea'],
  in_progress: ['info', 'With the customer', 'La client'],
  approved: ['good', 'Approved', 'Aprobat'],
  rejected: ['bad', 'Rejected', 'Respins'],
})
