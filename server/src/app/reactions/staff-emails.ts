import { type EmailedDispute, emailOfDeadline, emailOfNewDispute } from '#acquiring/disputes'
import type { Site } from '#core/directory'
import { planStaffEmails, type StaffEmail } from '#core/staff-emails'
import type { Reaction } from './reaction.ts'

type EmailOf = (dispute: EmailedDispute, site: Site) => StaffEmail

const emailStaff =
  (emailOf: EmailOf): Reaction<'disputeOpened' | 'disputeDeadlineNears'> =>
  async (readers, dispute, now) =>
    readers.sendsEmails ? planStaffEmails(readers, now, emailOf(dispute, await readers.site(dispute.siteId))) : []

/** The staff of the merchant who may respond to it receive an email about each dispute. */
export const emailStaffOfDispute = emailStaff(emailOfNewDispute)
/** And another before the time to respond is over, unless somebody has responded. */
export const emailStaffOfDeadline = emailStaff(emailOfDeadline)
