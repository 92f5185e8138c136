/**
 * Emails to shoppers. An email is inserted by the commit that makes its fact true (`emailsOfPayment`, `emailsOfOrder`,
 * `emailsOfFailedAttempt`, `emailsOfPlannedEnd`), so neither exists without the other. A worker sends it (`emailDelivery`) until the mail server
 * accepts it or the schedule is used up. A parked one can be sent again (`resendEmail`).
 */
import './events.ts'
import './tables.ts'

export { deleteOldEmails, leastContentKept } from './delete-old-emails.ts'
export { type EmailKind, type EmailStatus, emailKinds, emailStatuses, type QueuedEmail } from './email.ts'
export { emailDelivery } from './email-delivery.ts'
export { emailOfRecovery, type RecoveryEmailInput } from './email-of-recovery.ts'
export { emailOfInvoice } from './emails-of-invoice.ts'
export {
  emailOfLink,
  emailsOfFailedAttempt,
  emailsOfOrder,
  emailsOfPlannedEnd,
  type OrderEmailInput,
  sendsEmailFor,
} from './emails-of-order.ts'
export { emailsOfPayment, type PaymentEmailInput, sendsEmailOfPayment } from './emails-of-payment.ts'
export type { EmailId } from './ids.ts'
export { emailsOnPage, listEmails, showEmail } from './list-emails.ts'
export { parkedEmails } from './parked.ts'
export { personal as personalOfEmails } from './personal.ts'
export { resendEmail, resendParked } from './resend-email.ts'
export { emailStaffRoutes } from './staff-routes.ts'
export { findEmailById, kindsOfEmails, newestEmailsOfKind } from './store.ts'
