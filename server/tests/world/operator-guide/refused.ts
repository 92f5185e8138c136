import type { Refused } from './given.ts'

const story = 'server/tests/stories/'

const nothingCounted = { says: /Nothing is counted/, triedBy: `${story}velocity-limits.test.ts` }
const noDeposit = { says: /There is no (?:parked )?deposit/, triedBy: `${story}staff-deposits.test.ts` }
const noDisputeEvent = { says: /There is no dispute event/, triedBy: `${story}payments-dispute-events.test.ts` }

/** Lines about things that the installation of a first start lacks: here they are refused, and say so. */
export const refused: readonly Refused[] = [
  {
    page: 'billing',
    line: 'order bill 1001',
    says: /owes nothing that waits/,
    triedBy: `${story}orders-by-hand.test.ts`,
  },
  { page: 'card-testing', line: 'limits lift', ...nothingCounted },
  { page: 'staff', line: '--as you@florin.example --reason "ticket 712" limits lift', ...nothingCounted },
  { page: 'cards', line: 'cards personalise', says: /has no bureau/, triedBy: `${story}issuing-bureau.test.ts` },
  { page: 'cards', line: 'cards give-up-run', says: /There is no run/, triedBy: `${story}issuing-bureau.test.ts` },
  {
    page: 'cards',
    line: 'on-us retry',
    says: /No update of card .* is parked/,
    triedBy: `${story}on-us-card-updates.test.ts`,
  },
  { page: 'chains', line: '--as ana@florin.example', ...noDeposit },
  { page: 'chains', line: '--as eve@florin.example', ...noDeposit },
  { page: 'clearing', line: 'network clear', says: /2 rows were rejected/, triedBy: `${story}clearing-files.test.ts` },
  {
    page: 'dashboard',
    line: '--as you@florin.example',
    says: /There is no second factor/,
    triedBy: `${story}second-factors.test.ts`,
  },
  {
    page: 'disputes',
    line: 'card-dispute show',
    says: /There is no dispute/,
    triedBy: `${story}issuing-disputes.test.ts`,
  },
  {
    page: 'disputes',
    line: '--as ana@florin.example',
    says: /There is no dispute/,
    triedBy: `${story}issuing-disputes.test.ts`,
  },
  {
    page: 'emails',
    line: 'customer emails resend',
    says: /There is no parked email/,
    triedBy: `${story}issuing-parked-emails.test.ts`,
  },
  {
    page: 'merchant-payouts',
    line: '--reason "statement of May 6"',
    says: /no such file/,
    triedBy: `${story}merchant-payout-files.test.ts`,
  },
  {
    page: 'reconciliation',
    line: '--as ana@florin.example --reason "by telephone" reconcile match',
    says: /does not fit the row/,
    triedBy: `${story}reconciliation-by-hand.test.ts`,
  },
  {
    page: 'reconciliation',
    line: '--as ana@florin.example --reason "price list of June"',
    says: /There is no break 103/,
    triedBy: `${story}reconciliation-by-hand.test.ts`,
  },
  {
    page: 'when-things-go-wrong',
    line: 'payout resolve',
    says: /No payout with this id waits/,
    triedBy: `${story}api-payouts-in-doubt.test.ts`,
  },
  {
    page: 'when-things-go-wrong',
    line: 'payment give-up',
    says: /it must be uncertain/,
    triedBy: `${story}payments-by-hand.test.ts`,
  },
  {
    page: 'when-things-go-wrong',
    line: 'payment resolve',
    says: /no result of the acquirer is awaited/,
    triedBy: `${story}payments-by-hand.test.ts`,
  },
  { page: 'when-things-go-wrong', line: 'dispute retry', ...noDisputeEvent },
  { page: 'when-things-go-wrong', line: 'dispute acknowledge', ...noDisputeEvent },
  {
    page: 'when-things-go-wrong',
    line: 'invoice retry',
    says: /is not parked/,
    triedBy: `${story}invoices-parked.test.ts`,
  },
]
