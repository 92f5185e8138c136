import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  request_not_found: [
    'not_found',
    'There is no request {id}. Requests are kept for a while only, and those without a valid key are not kept.',
  ],
})
