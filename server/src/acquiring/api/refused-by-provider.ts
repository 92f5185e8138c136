import type { ApiResult } from './route.ts'

/** What a route adds to its data when the acquirer has declined a change of a payment; nothing has changed. */
export const refusedByProvider = {
  status: 402,
  errors: [
    {
      code: 837,
      message: 'The payment provider refused; nothing was changed.',
      type: 'Exception',
      reason: 'payment_rejected',
    },
  ],
} satisfies Pick<ApiResult<never>, 'status' | 'errors'>
