import { type EmailedDispute, emailOfDeadline, emailOfNewDispute } from '#acquiring/disputes'
import { emailOfCaptureFailure, emailOfReturn } from '#acquiring/transactions'
import type { Site } from '#core/directory'
import { planStaffEmails, type StaffEmail } from '#core/staff-emails'
import type { Reaction } from './reaction.ts'

type EmailOf = (dispute: EmailedDispute, site: Site) => StaffEmail

const emailStaff =
  (emailOf: EmailOf): Reaction<'disputeOpened' | 'disputeDeadlineNears'> =>
  async (readers, dispute, now) =>
    readers.sendsEmails ? planStaffEmails(readers, now, emailOf(dispute, await readers.site(dispute.siteId))) : []

/** The staff of the merchant who may refund receive an email when the money of a refund or a payout came back. */
export const emailStaffOfReturn: Reaction<'paymentStatusChanged'> = async (readers, { action, payment }, now) => {
  if (action !== 'comeBack' || !readers.sendsEmails) return []
  return planStaffEmails(readers, now, emailOfReturn(payment, await readers.site(payment.siteId)))
}

/** And when a capture failed after it was done: the goods may have left. */
export const emailStaffOfCaptureFailure: Reaction<'paymentStatusChanged'> = async (readers, { payment }, now) => {
  if (payment.type !== 'capture-failure' || !readers.sendsEmails) return []
  return planStaffEmails(readers, now, emailOfCaptureFailure(payment, await readers.site(payment.siteId)))
}

/** The staff of the merchant who may respond to it receive an email about each dispute. */
export const emailStaffOfDispute = emailStaff(emailOfNewDispute)
/** And another before the time to respond is over, unless somebody has responded. */
export const emailStaffOfDeadline = emailStaff(emailOfDeadline)
