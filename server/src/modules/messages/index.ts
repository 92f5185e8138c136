/**
 * What shoppers are written. A letter is planned by the commit that makes its fact true (`lettersOfPayment`,
 * `lettersOfMove`, `lettersOfMiss`), so neither exists without the other; a worker sends it (`letterPost`) until the mail
 * server has taken it or the schedule is used up; a parked one waits to be sent again (`resendLetter`).
 */
import './tables.ts'

export { forgetLetters } from './forget-letters.ts'
export { letterPost } from './jobs.ts'
export { isToldOf, letterOfLink, lettersOfMiss, lettersOfMove, type OrderNews } from './letters-of-order.ts'
export { lettersOfPayment, type PaymentNews } from './letters-of-payment.ts'
export { listLetters, showLetter } from './list-letters.ts'
export { type LetterStatus, letterStatuses, type Posted } from './post.ts'
export { resendLetter, resendParked } from './resend-letter.ts'
