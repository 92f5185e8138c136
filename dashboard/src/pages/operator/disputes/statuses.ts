import type { Entry } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import { statusesOf } from '../../../parts/status.tsx'

/** Of docs/states/card-dispute.md. */
export const cardDisputes = statusesOf<Entry<'listCardDisputes'>['status']>({
  submitted: ['wait', 'To be raised', 'De trimis'],
  chargedBack: ['info', 'Charged back', 'Trimisă rețelei'],
  won: ['good', 'Won', 'Câștigată'],
  lost: ['bad', 'Lost', 'Pierdută'],
  cancelled: ['neutral', 'Cancelled', 'Anulată'],
})

/** Why a holder disputes. */
export const disputeReasons = {
  en: {
    fraud: 'Fraud',
    notReceived: 'Not received',
    notAsDescribed: 'Not as described',
    duplicate: 'Charged twice',
    wrongAmount: 'Wrong amount',
    cancelledSubscription: 'Cancelled subscription',
    creditNotProcessed: 'Refund not received',
  },
  ro: {
    fraud: 'Fraudă',
    notReceived: 'Neprimit',
    notAsDescribed: 'Nu corespunde descrierii',
    duplicate: 'Debitat de două ori',
    wrongAmount: 'Sumă greșită',
    cancelledSubscription: 'Abonament anulat',
    creditNotProcessed: 'Rambursare neprimită',
  },
} satisfies Texts<Record<Entry<'listCardDisputes'>['reason'], string>>
