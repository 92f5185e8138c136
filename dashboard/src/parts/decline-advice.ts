import type { Texts } from '../i18n/language.tsx'
import type { DeclineReason } from './payment-status.tsx'

/** Of each reason of a decline: what happened, what the customer should do, and what the store can do. */
export type Advice = { happened: string; customer: string; store: string }

const en: Record<DeclineReason, Advice> = {
  insufficient_funds: {
    happened: 'The account of the card did not have enough money.',
    customer: 'Please pay with another card, or try again when there is money on the account.',
    store: 'Trying the same card again at once will not help.',
  },
  declined_by_bank: {
    happened: 'The bank of the card said no and did not say why.',
    customer: 'Please ask your bank, or pay with another card.',
    store: 'Offer another card.',
  },
  rejected_by_processor: {
    happened: 'The acquirer rejected the payment before the bank was asked.',
    customer: 'Please pay with another card.',
    store: 'If it happens often, tell the operator.',
  },
  limit_exceeded: {
    happened: 'The amount is over a limit of the card.',
    customer: 'Please raise the limit in the app of your bank, or pay with another card.',
    store: 'The same card works again when its limit is raised or its day has passed.',
  },
  card_expired: {
    happened: 'The card has expired.',
    customer: 'Please pay with a card that is valid.',
    store: 'Ask for another card.',
  },
  card_lost_or_stolen: {
    happened: 'The bank refused.',
    customer: 'Please pay with another card and call your bank.',
    store: 'Do not try this card again.',
  },
  card_closed: {
    happened: 'The account of the card is closed.',
    customer: 'Please pay with another card.',
    store: 'Do not try this card again.',
  },
  card_blacklisted: {
    happened: 'The card is blocked.',
    customer: 'Please pay with another card.',
    store: 'Do not try this card again.',
  },
  security_code_wrong: {
    happened: 'The security code was wrong.',
    customer: 'Please type the three or four digits on the card again.',
    store: 'They can try the same card again.',
  },
  authentication_failed: {
    happened: 'The bank could not confirm that it was the holder of the card (3-D Secure).',
    customer: 'Please try again and confirm the payment in the app of your bank.',
    store: 'They can try the same card again.',
  },
  authentication_required: {
    happened: 'The bank wants the holder to confirm the payment (3-D Secure), and they were not there.',
    customer: 'Please pay on our page, where your bank can ask you.',
    store: 'Send them a page on which they pay themselves.',
  },
  provider_error: {
    happened: 'The bank could not be reached.',
    customer: 'Please try again in some minutes.',
    store: 'It is nothing about the card; it can be tried again.',
  },
}

const ro: Record<DeclineReason, Advice> = {
  insufficient_funds: {
    happened: 'Contul cardului nu avea destui bani.',
    customer: 'Te rugăm să plătești cu alt card sau să încerci din nou când sunt bani în cont.',
    store: 'Aceeași încercare, imediat, nu ajută.',
  },
  declined_by_bank: {
    happened: 'Banca a refuzat și nu a spus de ce.',
    customer: 'Te rugăm să întrebi banca sau să plătești cu alt card.',
    store: 'Propune alt card.',
  },
  rejected_by_processor: {
    happened: 'Plata a fost respinsă înainte să fie întrebată banca.',
    customer: 'Te rugăm să plătești cu alt card.',
    store: 'Dacă se întâmplă des, anunță operatorul.',
  },
  limit_exceeded: {
    happened: 'Suma depășește o limită a cardului.',
    customer: 'Te rugăm să mărești limita în aplicația băncii sau să plătești cu alt card.',
    store: 'Același card merge după ce limita este mărită sau trece ziua.',
  },
  card_expired: {
    happened: 'Cardul a expirat.',
    customer: 'Te rugăm să plătești cu un card valabil.',
    store: 'Cere alt card.',
  },
  card_lost_or_stolen: {
    happened: 'Banca a refuzat.',
    customer: 'Te rugăm să plătești cu alt card și să suni la bancă.',
    store: 'Nu mai încerca acest card.',
  },
  card_closed: {
    happened: 'Contul cardului este închis.',
    customer: 'Te rugăm să plătești cu alt card.',
    store: 'Nu mai încerca acest card.',
  },
  card_blacklisted: {
    happened: 'Cardul este blocat.',
    customer: 'Te rugăm să plătești cu alt card.',
    store: 'Nu mai încerca acest card.',
  },
  security_code_wrong: {
    happened: 'Codul de securitate a fost greșit.',
    customer: 'Te rugăm să scrii din nou cele trei sau patru cifre de pe card.',
    store: 'Poate încerca din nou același card.',
  },
  authentication_failed: {
    happened: 'Banca nu a putut confirma că este titularul cardului (3-D Secure).',
    customer: 'Te rugăm să încerci din nou și să confirmi plata în aplicația băncii.',
    store: 'Poate încerca din nou același card.',
  },
  authentication_required: {
    happened: 'Banca vrea ca titularul să confirme plata (3-D Secure), iar el nu era de față.',
    customer: 'Te rugăm să plătești pe pagina noastră, unde banca te poate întreba.',
    store: 'Trimite-i o pagină pe care plătește singur.',
  },
  provider_error: {
    happened: 'Banca nu a putut fi contactată.',
    customer: 'Te rugăm să încerci din nou peste câteva minute.',
    store: 'Nu este vina cardului; se poate încerca din nou.',
  },
}

export const declineAdvice: Texts<Readonly<Record<string, Advice>>> = { en, ro }
