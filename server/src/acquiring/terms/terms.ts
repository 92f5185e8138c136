/** Paid once, on a calendar, or whenever the site requests it; a credit pays out to the shopper. */
export type OrderType = 'purchase' | 'recurring' | 'managed' | 'credit'

/**
 * `authAndCapture` takes the money at once, `auth` reserves it, `verifyCard` only verifies and stores the card;
 * `credit`, for orders of that type alone, pays out.
 */
export type OrderMode = 'auth' | 'authAndCapture' | 'verifyCard' | 'credit'

/** Every `count` days or months: 1 to 365. */
export type Interval = { readonly unit: 'day' | 'month'; readonly count: number }

/** When a failed billing is retried. `text` is the same list as ISO 8601 durations with commas: `P1D,P3D`. */
export type RetryPayment = { readonly waits: readonly Temporal.Duration[]; readonly text: string }

/** How and when an order is billed, as a client sent it: text, or undefined where it sent nothing. */
export type SentTerms = Readonly<
  Partial<
    Record<
      | 'orderType'
      | 'amount'
      | 'currency'
      | 'intervalType'
      | 'intervalValue'
      | 'trialAmount'
      | 'firstBillDate'
      | 'retryPayment',
      string | undefined
    >
  >
>
