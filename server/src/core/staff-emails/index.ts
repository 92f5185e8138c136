/**
 * Emails to the staff of merchants: that something waits for them here. An email is inserted by the commit that makes its
 * fact true (`planStaffEmails`), and a worker sends it (`staffEmailDelivery`).
 */
import './tables.ts'

export { invitationSender } from './invitation.ts'
export { parkedStaffEmails, parkedStaffEmailsOnPage, resendStaffEmail } from './parked.ts'
export { planStaffEmails, type StaffEmail } from './plan-staff-emails.ts'
export type { StaffEmailId } from './staff-email.ts'
export { staffEmailDelivery } from './staff-email-delivery.ts'
