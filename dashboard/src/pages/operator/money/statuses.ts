import type { Entry, Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import { statusesOf } from '../../../parts/status.tsx'

/** Of docs/states/merchant-payout.md. */
export const payouts = statusesOf<Entry<'listMerchantPayouts'>['status']>({
  created: ['wait', 'Not with the bank yet', 'Încă nu e la bancă'],
  submitted: ['info', 'With the bank', 'La bancă'],
  paid: ['good', 'Paid', 'Plătit'],
  failed: ['bad', 'Refused by the bank', 'Refuzat de bancă'],
  returned: ['bad', 'Came back', 'Întors'],
  cancelled: ['neutral', 'Cancelled', 'Anulat'],
})

/** Of docs/states/acquirer-break.md. */
export const breaks = statusesOf<Entry<'listAcquirerBreaks'>['status']>({
  open: ['wait', 'Open', 'Deschisă'],
  resolved: ['good', 'Resolved by itself', 'Rezolvată de la sine'],
  matched: ['good', 'Matched by hand', 'Potrivită manual'],
  accepted: ['neutral', 'Accepted', 'Acceptată'],
  writtenOff: ['neutral', 'Written off', 'Trecută pe cheltuieli'],
})

/** What differs between the report of an acquirer and the books. */
export const breakKinds = {
  en: {
    unknown: 'A row about nothing that we know',
    unbooked: 'A row that is not booked',
    amount: 'Another amount',
    fee: 'Another fee',
    twice: 'Reported twice',
    currency: 'Another currency',
    reserve: 'More reserve released than is held',
    adjustment: 'An adjustment',
    notReported: 'Booked, and not reported',
  },
  ro: {
    unknown: 'Un rând despre ceva necunoscut',
    unbooked: 'Un rând neînregistrat',
    amount: 'Altă sumă',
    fee: 'Alt comision',
    twice: 'Raportat de două ori',
    currency: 'Altă monedă',
    reserve: 'S-a eliberat mai multă rezervă decât este reținută',
    adjustment: 'O ajustare',
    notReported: 'Înregistrat, dar neraportat',
  },
} satisfies Texts<Record<Entry<'listAcquirerBreaks'>['kind'], string>>

type NetworkRow = Reply<'getNetworkReport'>['rows'][number]

/** A day of a card network beside our books. */
export const networkDays = statusesOf<NetworkRow['status']>({
  agrees: ['good', 'Agrees', 'Corespunde'],
  differs: ['bad', 'Differs', 'Diferă'],
  matched: ['neutral', 'Matched by hand', 'Potrivită manual'],
})
