import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  parked_staff_email_not_found: [
    'not_found',
    'There is no parked email to staff with the id {id}. Somebody may have sent it again.',
  ],
})
