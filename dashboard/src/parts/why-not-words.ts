/** Why something cannot be done with a payment now, by the error that the server would refuse it with. */
export const whyNotWords = {
  en: {
    unexpected_payment_status: 'Its status is “{status}”; for this it must be “{needed}”.',
    payment_not_unresolved: 'Its status is “{status}”; no result is awaited that could be recorded by hand.',
    result_still_awaited: 'The request was sent just now, and its result may still arrive. Try again after {until}.',
    payout_is_final: 'A payout cannot be refunded or cancelled; charge the customer instead.',
    payment_charged_back:
      'The bank of the cardholder has charged back {chargedBack}, and a refund would pay it twice. At most {most} can be refunded; wait for the end of the dispute before you refund more.',
    nothing_left_to_refund: 'All of it is refunded already, or being refunded.',
    amount_not_positive: 'There is nothing to do it with: the amount is zero.',
  },
  ro: {
    unexpected_payment_status: 'Starea ei este „{status}”; pentru aceasta trebuie să fie „{needed}”.',
    payment_not_unresolved:
      'Starea ei este „{status}”; nu se așteaptă niciun rezultat care să poată fi trecut de mână.',
    result_still_awaited:
      'Cererea tocmai a fost trimisă, iar rezultatul poate încă sosi. Încearcă din nou după {until}.',
    payout_is_final: 'O plată către card nu poate fi rambursată sau anulată; încasează de la client în schimb.',
    payment_charged_back:
      'Banca titularului a contestat {chargedBack}, iar o rambursare ar plăti de două ori. Se pot rambursa cel mult {most}; așteaptă sfârșitul contestației înainte de a rambursa mai mult.',
    nothing_left_to_refund: 'Toată suma este deja rambursată sau în curs de rambursare.',
    amount_not_positive: 'Nu este cu ce: suma este zero.',
  },
}
