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
    voided: 'Voided, and settled',
    cancelled: 'Cancelled, and its capture failed',
    amount: 'Another amount',
    fee: 'Another fee',
    twice: 'Reported twice',
    currency: 'Another currency',
    reserve: 'More reserve released than is held',
    adjustment: 'An adjustment',
    notReported: 'Booked, and not reported',
    notReversed: 'Cancelled and settled, not reversed',
  },
  ro: {
    unknown: 'Un rând despre ceva necunoscut',
    unbooked: 'Un rând neînregistrat',
    voided: 'Anulată, dar decontată',
    cancelled: 'Anulată, iar captura ei a eșuat',
    amount: 'Altă sumă',
    fee: 'Alt comision',
    twice: 'Raportat de două ori',
    currency: 'Altă monedă',
    reserve: 'S-a eliberat mai multă rezervă decât este reținută',
    adjustment: 'O ajustare',
    notReported: 'Înregistrat, dar neraportat',
    notReversed: 'Anulată și decontată, fără stornare',
  },
} satisfies Texts<Record<Entry<'listAcquirerBreaks'>['kind'], string>>

/** What a person does about each, as docs/operating/reconciliation.md has it. */
export const breakAdvice = {
  en: {
    unknown: 'Wait: it is compared again every day for a month. If you know the transaction, match it.',
    unbooked: 'Wait: it is compared again every day for a month. Look at the payment.',
    voided:
      'The shopper has been charged for a payment that was voided. Ask the acquirer to reverse it: the row of the reversal, with the opposite amount, resolves this. If the shopper is refunded instead, write off this row and that of the refund.',
    cancelled:
      'The capture of a payment that was cancelled has failed, so the shopper is not charged, and by the books it comes to nothing already. If the acquirer has not reversed the capture as well, write this off together with the break that misses the reversal: they come to nothing. If it has, it has taken the money twice: ask for it back.',
    amount: 'Ask the acquirer; then write it off.',
    fee: 'Accept the fee, or ask for it back: what is returned is a row of a later report.',
    twice: 'The acquirer takes it back by an adjustment: write off both, which comes to nothing.',
    currency: 'Ask the acquirer; then write it off.',
    reserve: 'Import the report in which it was held back; else write it off.',
    adjustment: 'Write it off, with the explanation of the acquirer.',
    notReported: 'Ask the acquirer. A later report resolves it; else write it off.',
    notReversed:
      'The shopper has been charged for a payment that was cancelled. The report with its reversal resolves this. If none comes within days, ask the acquirer to reverse it; else refund the shopper outside of Florin, and write it off.',
  },
  ro: {
    unknown: 'Așteaptă: se compară din nou zilnic, timp de o lună. Dacă știi tranzacția, potrivește-o.',
    unbooked: 'Așteaptă: se compară din nou zilnic, timp de o lună. Uită-te la plată.',
    voided:
      'Cumpărătorul a fost taxat pentru o plată anulată. Cere-i băncii acceptatoare să o storneze: rândul stornării, cu suma opusă, o rezolvă. Dacă în schimb cumpărătorul este rambursat, trece pe cheltuieli acest rând și pe cel al rambursării.',
    cancelled:
      'Captura unei plăți anulate a eșuat: cumpărătorul nu este taxat, iar în registre plata dă deja zero. Dacă banca acceptatoare nu a și stornat captura, trece-o pe cheltuieli împreună cu diferența căreia îi lipsește stornarea: dau zero. Dacă a stornat-o, a luat banii de două ori: cere-i înapoi.',
    amount: 'Întreabă banca acceptatoare; apoi trece-o pe cheltuieli.',
    fee: 'Acceptă comisionul sau cere-l înapoi: ce se restituie este un rând dintr-un raport ulterior.',
    twice: 'Banca acceptatoare îl ia înapoi printr-o ajustare: trece-le pe amândouă pe cheltuieli, ceea ce dă zero.',
    currency: 'Întreabă banca acceptatoare; apoi trece-o pe cheltuieli.',
    reserve: 'Importă raportul în care a fost reținută; altfel trece-o pe cheltuieli.',
    adjustment: 'Trece-o pe cheltuieli, cu explicația băncii acceptatoare.',
    notReported: 'Întreabă banca acceptatoare. Un raport ulterior o rezolvă; altfel trece-o pe cheltuieli.',
    notReversed:
      'Cumpărătorul a fost taxat pentru o plată anulată. Raportul cu stornarea ei o rezolvă. Dacă nu vine în câteva zile, cere-i băncii acceptatoare să o storneze; altfel rambursează cumpărătorul în afara Florin și trece-o pe cheltuieli.',
  },
} satisfies Texts<Record<Entry<'listAcquirerBreaks'>['kind'], string>>

type NetworkRow = Reply<'getNetworkReport'>['rows'][number]

/** A day of a card network beside our books. */
export const networkDays = statusesOf<NetworkRow['status']>({
  agrees: ['good', 'Agrees', 'Corespunde'],
  differs: ['bad', 'Differs', 'Diferă'],
  matched: ['neutral', 'Matched by hand', 'Potrivită manual'],
})
