import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  dispute_event_not_found: [
    'not_found',
    'There is no dispute event with this number; list the events to review: florin dispute list',
  ],
  dispute_event_already_applied: ['conflict', 'This dispute event is applied already; there is nothing to retry.'],
  dispute_event_needs_no_review: [
    'conflict',
    'This dispute event needs no review; list those that do: florin dispute list',
  ],
})
