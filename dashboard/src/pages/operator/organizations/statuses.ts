import type { Entry } from '../../../api/client.ts'
import { statusesOf } from '../../../parts/status.tsx'

/** Of docs/states/merchant.md. */
export const merchants = statusesOf<Entry<'listMerchants'>['status']>({
  active: ['good', 'Open', 'Deschis'],
  closing: ['wait', 'Closing', 'Se închide'],
  closed: ['neutral', 'Closed', 'Închis'],
})
