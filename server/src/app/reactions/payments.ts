import { applyPaymentToPeriod, billsPeriod, findOpenPeriod, findPeriodOfPayment } from '#acquiring/billing'
import { emailsOfPayment, sendsEmailOfPayment } from '#acquiring/emails'
import { findLinkUse, mayBeLinkOrder, resolveReservation } from '#acquiring/links'
import {
  applyPaymentToOrder,
  concernsOrder,
  isBilledLater,
  type Order,
  staysPayable,
  transitionOrder,
} from '#acquiring/orders'
import { isPayment, type Payment, type PaymentStatusChanged, underWay } from '#acquiring/payments'
import { scheduleCutOff } from '#acquiring/settlement'
import { findShopper, stillThere } from '#acquiring/shoppers'
import type { Reaction } from './reaction.ts'
import { shownNumber } from './shown-number.ts'

/** Money that moves for the first time on a site makes the site's next settlement due. */
export const scheduleSettlement: Reaction<'paymentStatusChanged'> = async (_readers, transition, now) =>
  scheduleCutOff(now, transition)

/** Its order, and the period that it bills, change with it. */
export const changeOrder: Reaction<'paymentStatusChanged'> = async (readers, transition, now) => {
  if (!concernsOrder(transition)) return []
  const { payment } = transition
  const [order, site, billingPeriod] = await Promise.all([
    readers.order(payment.orderId),
    readers.site(payment.siteId),
    billsPeriod(transition) ? findPeriodOfPayment(readers.db, transition) : undefined,
  ])
  if (!billsPeriod(transition)) {
    if (await endsWithCustomer(readers, order, transition))
      return transitionOrder(now, order, ['activate', 'end'], { endReason: 'customer_deleted', dueAt: undefined })
    const writes = applyPaymentToOrder(now, order, transition, site)
    if (!isFailedPayment(transition) || !staysPayable(order, transition, site)) return writes
    // Nobody pays an order whose customer was deleted while this payment was under way.
    if (!(await isRemoved(readers, payment))) return [...writes, stillThere(payment.shopperId)]
    const attempts = order.attempts + (transition.action === 'reversed' ? 0 : 1)
    return transitionOrder(now, order, 'fail', { attempts, endReason: 'customer_deleted' })
  }
  const isNextOpen = payment.status === 'captureFailed' && (await findOpenPeriod(readers.db, order)) !== undefined
  const effect = { ...site, billingPeriod, isNextOpen, billingRules: readers.billingRules }
  return applyPaymentToPeriod(now, order, transition, effect)
}

/** A subscription whose customer was deleted while they paid begins and ends at once; the payment is returned. */
const endsWithCustomer = async (
  { db }: Parameters<typeof changeOrder>[0],
  order: Order,
  { payment }: PaymentStatusChanged,
): Promise<boolean> =>
  order.status === 'start' &&
  isBilledLater(order) &&
  ['authorized', 'captured', 'verified'].includes(payment.status) &&
  (await isRemoved({ db }, payment))

const isRemoved = async (
  { db }: Pick<Parameters<typeof changeOrder>[0], 'db'>,
  { shopperId }: PaymentStatusChanged['payment'],
): Promise<boolean> => (await findShopper(db, shopperId))?.removed ?? false

const isFailedPayment = (transition: PaymentStatusChanged): transition is PaymentStatusChanged<Payment> =>
  transition.payment.status === 'failed' && isPayment(transition.payment)

/** The reservation of the payment link that its shopper came by is kept or released when it has a result. */
export const resolveLinkReservation: Reaction<'paymentStatusChanged'> = async (readers, { payment, from }) => {
  const isOver = from !== undefined && isUnderWay(from) && !isUnderWay(payment.status)
  if (!isOver || payment.source !== 'service-call') return []
  const { externalId } = await readers.order(payment.orderId)
  const use = mayBeLinkOrder(externalId) ? await findLinkUse(readers.db, payment.orderId) : undefined
  return use ? resolveReservation(use, payment.status === 'failed' ? 'failed' : 'paid') : []
}

const isUnderWay = (status: string): boolean => underWay.some((known) => known === status)

/** Its shopper receives a receipt, or a notice of a refund. */
export const emailShopper: Reaction<'paymentStatusChanged'> = async (readers, transition, now) => {
  if (!readers.sendsEmails || !sendsEmailOfPayment(transition)) return []
  const { payment } = transition
  const [order, shopper, site] = await Promise.all([
    readers.order(payment.orderId),
    readers.shopper(payment.shopperId),
    readers.site(payment.siteId),
  ])
  const manageUrl = order.type === 'recurring' ? readers.manageUrl(order, now) : undefined
  return emailsOfPayment(now, { transition, order, shopper, site, orderNumber: shownNumber(order), manageUrl })
}
