import { readLimitSetting } from '#kernel/base/limit-setting.ts'
import type { RateLimit } from '#kernel/http/rate-limit.ts'

/**
 * Rate limits by name. They are far above what a well-behaved client needs; they stop a program that loops or guesses.
 * An operator sets lower ones with FLORIN_RATE_LIMITS. Limits that are checked on every payment are counted in each
 * process alone, so that they cost no write.
 */
export const limits = {
  /** Requests with a key that opens no site, per address. A right key is never refused for the wrong ones of others. */
  wrong_api_keys: { points: 100, per: Temporal.Duration.from('PT10M'), shared: true },
  /** Webhooks of processors whose signature is not valid, or for no connection, per address. */
  bad_webhook_signatures: { points: 100, per: Temporal.Duration.from('PT10M'), shared: true },
  /** Registrations, logins and codes of partners' customers, per address. A partner's own server has no such limit. */
  auth_by_address: { points: 300, per: Temporal.Duration.from('PT10M'), shared: true },
  /** The same, per e-mail address, wallet, registration or login that they name, whether or not there is one. */
  auth_by_identity: { points: 20, per: Temporal.Duration.from('PT10M'), shared: true },
  /** The same, per partner. */
  auth_by_partner: { points: 60_000, per: Temporal.Duration.from('PT10M'), shared: true },
  /** Emails with codes, per e-mail address. */
  auth_emails: { points: 6, per: Temporal.Duration.from('PT1H'), shared: true },
  /** Checkout sessions begun, signed or by a payment link, per address. */
  sessions_opened: { points: 30_000, per: Temporal.Duration.from('PT1M'), shared: false },
  /** Forms with a card, per checkout session or subscription page. */
  card_attempts: { points: 300, per: Temporal.Duration.from('PT1H'), shared: false },
  /** Returns from the cardholder's bank (3-D Secure), per checkout session, subscription page or order of the API. */
  bank_returns: { points: 60, per: Temporal.Duration.from('PT1H'), shared: false },
  /** Typed cards of shoppers whose browser runs no script and who have waited instead, per site that is attacked. */
  waited_attempts: { points: 10, per: Temporal.Duration.from('PT1M'), shared: true },
  /** Pages of the cardholder's bank that are opened or wait for an answer (3-D Secure), per address. */
  challenge_pages: { points: 3_000, per: Temporal.Duration.from('PT10M'), shared: false },
  /** Readings of the number and security code of an issued card, per card. */
  card_secrets: { points: 20, per: Temporal.Duration.from('PT1H'), shared: true },
  /** Statements of accounts, per customer of a partner: each reads all that was ever booked on the account. */
  statements: { points: 60, per: Temporal.Duration.from('PT10M'), shared: true },
  /** Submissions of KYC steps, per customer of a partner: each stays as a row. */
  kyc_submissions: { points: 100, per: Temporal.Duration.from('PT1H'), shared: true },
  /** Cards issued and reissued, per customer of a partner: each uses a number of its range for good. */
  cards_issued: { points: 50, per: Temporal.Duration.from('P1D'), shared: true },
  /** Tries to activate a card by its last digits, per card. */
  card_activations: { points: 3, per: Temporal.Duration.from('P1D'), shared: true },
  /** Calls of the staff's interface, per address: before the token is looked up. */
  staff_by_address: { points: 3_000, per: Temporal.Duration.from('PT1M'), shared: false },
  /** Logins to the dashboard, per address. */
  staff_logins_by_address: { points: 100, per: Temporal.Duration.from('PT10M'), shared: true },
  /** The same from browsers in which the person has not logged in before, per e-mail address and address. */
  staff_logins_by_email_and_address: { points: 10, per: Temporal.Duration.from('PT10M'), shared: true },
  /** The same from everywhere together, per e-mail address, whether or not there is one: for guesses from many addresses. */
  staff_logins_by_email: { points: 100, per: Temporal.Duration.from('P1D'), shared: true },
  /** Logins from a browser in which the person has logged in before: strangers do not use these up. */
  staff_logins_by_browser: { points: 20, per: Temporal.Duration.from('PT10M'), shared: true },
  /** Second steps of logins, per person: who gets this far knows the password. */
  staff_second_steps: { points: 20, per: Temporal.Duration.from('PT1H'), shared: true },
  /** Proofs to be there still, per session. */
  staff_proofs: { points: 10, per: Temporal.Duration.from('PT10M'), shared: true },
  /** Samples that staff send to the address of a site or of a partner, per site or partner: that address may be anybody's. */
  staff_samples: { points: 60, per: Temporal.Duration.from('PT10M'), shared: true },
  /** The same of gradings of a receiver, each of which sends more than a dozen requests. */
  staff_gradings: { points: 10, per: Temporal.Duration.from('PT10M'), shared: true },
  /** Calls of the staff's interface, per token or session. */
  staff_by_token: { points: 600, per: Temporal.Duration.from('PT1M'), shared: false },
  /** Addresses of verification pages that are made, per customer of a partner. */
  verification_starts: { points: 20, per: Temporal.Duration.from('P1D'), shared: true },
  /** Forms and files that are sent, per verification page. */
  verification_forms: { points: 120, per: Temporal.Duration.from('PT1H'), shared: true },
} as const satisfies Record<string, RateLimit>

export type LimitName = keyof typeof limits

/**
 * `on`, `off`, or other numbers for some of them: `wrong_api_keys=20/PT1M,card_attempts=10/PT1H`. Returns what is wrong
 * with it as text.
 */
export const readLimits = (text: string) =>
  readLimitSetting<LimitName, RateLimit>(text, limits, {
    count: 'points',
    change: (limit, points, per) => (points > 0 ? { ...limit, points, per } : undefined),
  })
