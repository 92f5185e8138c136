import type { Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import type { BecauseOf } from '../../common/acting.tsx'

export type OrderBecause = BecauseOf<Reply<'getOrder'>['actions']>

/** Why something cannot be done with an order now. */
export const orderBecause: Texts<OrderBecause> = {
  en: {
    unexpected_order_status: 'The order is not billed any more, or not yet.',
    order_not_billed_later: 'It is charged once.',
    order_not_recurring: 'Your store bills it, without a calendar.',
    order_not_billed_again: 'It ends without another bill.',
    order_not_cancellable: 'It is paid: refund the payment.',
    order_not_ending: 'It is not to end.',
    order_owes_nothing: 'It owes nothing: it is billed when it falls due.',
    payment_in_progress: 'A payment of it is in progress.',
    payment_owed: 'It owes a payment.',
    cancelled_by_customer: 'The customer has cancelled it, and only the customer can keep it.',
  },
  ro: {
    unexpected_order_status: 'Comanda nu se mai încasează sau încă nu se încasează.',
    order_not_billed_later: 'Se încasează o singură dată.',
    order_not_recurring: 'O încasează magazinul tău, fără calendar.',
    order_not_billed_again: 'Se încheie fără altă plată.',
    order_not_cancellable: 'Este plătită: rambursează plata.',
    order_not_ending: 'Nu urmează să se încheie.',
    order_owes_nothing: 'Nu datorează nimic: se încasează la scadență.',
    payment_in_progress: 'O plată a ei este în curs.',
    payment_owed: 'Datorează o plată.',
    cancelled_by_customer: 'Clientul a anulat-o și doar clientul o poate păstra.',
  },
}
