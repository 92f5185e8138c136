import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  dispute_event_not_found: ['not_found', 'There is no dispute event with this number.'],
  dispute_event_already_applied: ['conflict', 'This dispute event is booked already; there is nothing to retry.'],
  dispute_event_needs_no_review: ['conflict', 'This dispute event needs no review.'],
})
