import type { Reply } from '../api/client.ts'
import type { Texts } from '../i18n/language.tsx'

type Payment = Reply<'getPayment'>
type Step = Payment['timeline'][number]['action']
type RequestKind = NonNullable<Payment['pending']>['kind']

/** What happened at each step of a payment, and of what follows one. */
export const stepWords: Texts<Readonly<Record<Step, string>>> = {
  en: {
    start: 'Sent to the acquirer',
    approve: 'Approved by the bank',
    sell: 'Approved and captured at once',
    verify: 'Card verified by the bank',
    challenge: 'The bank asks the shopper to confirm (3-D Secure)',
    completeChallenge: 'The shopper has confirmed',
    abandon: 'The shopper did not confirm',
    decline: 'Declined',
    loseResponse: 'No reply arrived',
    reverse: 'Undoing requested, since nobody replied',
    reversed: 'Undone',
    requestCapture: 'Capture requested',
    capture: 'Captured',
    requestVoid: 'Void requested',
    void: 'Voided',
    requestCancel: 'Cancellation requested',
    cancel: 'Cancelled',
    refuse: 'The acquirer did not do it',
    refund: 'Refunded',
    refundWhole: 'All of it was refunded',
    dispute: 'The cardholder’s bank disputes it',
    clear: 'The dispute was won',
    clearRefunded: 'The dispute was won',
    forfeit: 'The dispute was lost',
    chargeBack: 'Charged back by the cardholder’s bank',
    represent: 'Money returned, since the dispute was won',
    overturn: 'Money returned, since the lost dispute was won after all',
    win: 'Won',
    lose: 'Lost',
    credit: 'Paid to the card',
  },
  ro: {
    start: 'Trimisă băncii acceptatoare',
    approve: 'Aprobată de bancă',
    sell: 'Aprobată și încasată deodată',
    verify: 'Card verificat de bancă',
    challenge: 'Banca îi cere clientului să confirme (3-D Secure)',
    completeChallenge: 'Clientul a confirmat',
    abandon: 'Clientul nu a confirmat',
    decline: 'Respinsă',
    loseResponse: 'Nu a venit niciun răspuns',
    reverse: 'S-a cerut anularea, pentru că nu a răspuns nimeni',
    reversed: 'S-a anulat',
    requestCapture: 'S-a cerut încasarea',
    capture: 'Încasată',
    requestVoid: 'S-a cerut anularea',
    void: 'Anulată',
    requestCancel: 'S-a cerut anularea',
    cancel: 'Anulată',
    refuse: 'Banca acceptatoare nu a făcut-o',
    refund: 'Rambursată',
    refundWhole: 'A fost rambursată toată',
    dispute: 'Banca titularului o contestă',
    clear: 'Contestația a fost câștigată',
    clearRefunded: 'Contestația a fost câștigată',
    forfeit: 'Contestația a fost pierdută',
    chargeBack: 'Luată înapoi de banca titularului',
    represent: 'Bani întorși, pentru că s-a câștigat contestația',
    overturn: 'Bani întorși, pentru că s-a câștigat până la urmă contestația',
    win: 'Câștigată',
    lose: 'Pierdută',
    credit: 'Plătită pe card',
  },
}

/** What the acquirer was asked to do, whose result is awaited. */
export const requestWords: Texts<Readonly<Record<RequestKind, string>>> = {
  en: {
    authorize: 'the payment',
    completeChallenge: 'the payment after 3-D Secure',
    capture: 'the capture',
    reverse: 'undoing it',
    refund: 'the refund',
    credit: 'the payout to the card',
  },
  ro: {
    authorize: 'plata',
    completeChallenge: 'plata după 3-D Secure',
    capture: 'încasarea',
    reverse: 'anularea',
    refund: 'rambursarea',
    credit: 'plata pe card',
  },
}
