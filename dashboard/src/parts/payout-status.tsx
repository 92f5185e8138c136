import type { Entry } from '../api/client.ts'
import { statusesOf } from './status.tsx'

/** The statuses of payouts to merchants, as docs/states/merchant-payout.md has them. */
const table = statusesOf<Entry<'listMerchantPayouts'>['status']>({
  created: ['wait', 'Waiting for the bank', 'Așteaptă banca'],
  submitted: ['info', 'With the bank', 'La bancă'],
  paid: ['good', 'Paid', 'Plătit'],
  failed: ['bad', 'Refused by the bank', 'Refuzat de bancă'],
  returned: ['bad', 'Returned by the bank', 'Returnat de bancă'],
  cancelled: ['neutral', 'Cancelled', 'Anulat'],
})
export const payoutStatuses = table.texts
export const PayoutStatus = table.Status
