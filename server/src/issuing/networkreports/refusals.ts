import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  report_not_found: ['not_found', 'There is no report {reportId}.'],
  report_day_not_found: ['not_found', 'Report {reportId} has no row {row}.'],
  report_invalid: ['invalid', 'The report cannot be read, and nothing of it is kept. {wrong}'],
  report_day_agrees: ['conflict', '{day} {currency} agrees with what was booked: there is nothing to explain.'],
  report_day_matched: ['conflict', '{day} {currency} is matched already, and nothing has changed since.'],
  report_day_differs: [
    'conflict',
    '{day} {currency} differs from what was booked. Say why first: match row {row} of report {reportId}.',
  ],
  report_day_settled: ['conflict', '{day} {currency} is settled already.'],
  report_day_not_over: ['conflict', '{day} (UTC) is not over. Settle {currency} once nothing more is booked on it.'],
  report_day_empty: ['conflict', 'By this report nothing is to be paid for {day} {currency}.'],
})
