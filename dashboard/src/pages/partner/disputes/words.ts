import type { Entry } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'

/** Why customers dispute a payment. */
export const disputeReasons = {
  en: {
    fraud: 'Not made by the customer',
    notReceived: 'Goods or services not received',
    notAsDescribed: 'Not as described',
    duplicate: 'Charged twice',
    wrongAmount: 'Wrong amount',
    cancelledSubscription: 'Subscription was cancelled',
    creditNotProcessed: 'Promised refund not received',
  },
  ro: {
    fraud: 'Nu a făcut-o clientul',
    notReceived: 'Marfa sau serviciul nu a fost primit',
    notAsDescribed: 'Nu este cum era descris',
    duplicate: 'Luată de două ori',
    wrongAmount: 'Sumă greșită',
    cancelledSubscription: 'Abonamentul era anulat',
    creditNotProcessed: 'Rambursarea promisă nu a venit',
  },
} satisfies Texts<Record<Entry<'listCardDisputes'>['reason'], string>>
