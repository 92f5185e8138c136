import type { Entry } from '../api/client.ts'
import type { Texts } from '../i18n/language.tsx'
import { statusesOf } from './status.tsx'

/** The statuses of orders, as they are said; docs/states/order.md has what leads from one to another. */
const table = statusesOf<Entry<'listOrders'>['status']>({
  start: ['wait', 'Not paid yet', 'Neplătită încă'],
  'in-progress': ['info', 'Under way', 'În curs'],
  retrying: ['wait', 'Trying again', 'Se reîncearcă'],
  expiring: ['wait', 'Card expires', 'Cardul expiră'],
  'complete-ok': ['good', 'Done', 'Încheiată'],
  'complete-failed': ['bad', 'Failed', 'Eșuată'],
})
export const orderStatuses = table.texts
export const OrderStatus = table.Status

/** Why an order ended, beside the reasons for which a payment is declined. */
export const orderEnds: Texts<Readonly<Record<string, string>>> = {
  en: {
    attempts_used_up: 'all tries were used up',
    retries_exhausted: 'all tries were used up',
    authorization_voided: 'the authorization was voided',
    charged_back: 'a payment was charged back',
    customer_deleted: 'the customer was removed',
    merchant_closed: 'the merchant was closed',
    provider_unreachable: 'the bank could not be reached',
    cancelled: 'cancelled',
    cancelled_by_merchant: 'cancelled by the shop',
    cancelled_by_shopper: 'cancelled by the customer',
  },
  ro: {
    attempts_used_up: 'toate încercările s-au epuizat',
    retries_exhausted: 'toate încercările s-au epuizat',
    authorization_voided: 'autorizarea a fost anulată',
    charged_back: 'o plată a fost contestată și pierdută',
    customer_deleted: 'clientul a fost șters',
    merchant_closed: 'comerciantul a fost închis',
    provider_unreachable: 'banca nu a putut fi contactată',
    cancelled: 'anulată',
    cancelled_by_merchant: 'anulată de magazin',
    cancelled_by_shopper: 'anulată de client',
  },
}
