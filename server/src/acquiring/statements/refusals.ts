import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  statement_days_in_future: ['invalid', 'The last day must be today, {today}, or before.'],
  statement_days_reversed: ['invalid', 'The first day must not be after the last one, {to}.'],
  statement_days_too_many: ['invalid', 'These are {days} days; a statement has at most {most}.'],
  statement_currency_missing: ['invalid', 'Say which currency; this merchant has {currencies}.'],
  report_site_unknown: ['not_found', 'This merchant has no site {siteId}.'],
  statement_movements_too_many: [
    'invalid',
    'These days have {count} movements; a statement has at most {most}. Choose fewer days.',
  ],
})
