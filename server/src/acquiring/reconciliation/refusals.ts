import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  acquirer_report_invalid: ['invalid', 'The report cannot be read, and nothing of it is kept. {wrong}'],
  acquirer_report_not_found: ['not_found', 'There is no report {reportId} of an acquirer.'],
  break_not_found: ['not_found', 'There is no break {breakId}.'],
  break_closed: ['conflict', 'Break {breakId} is {status} already.'],
  break_not_matched: ['conflict', 'Transaction {transactionId} does not fit the row of break {breakId}: {why}.'],
  break_without_row: ['conflict', 'Break {breakId} is about a row that is missing. {what}'],
  break_reported: [
    'conflict',
    'Transaction {transactionId} is in a report by now, so there is nothing to write off: break {breakId} is resolved when it is compared again, within a day.',
  ],
  break_not_written_off: ['conflict', 'Break {breakId} is about a fee: accept it, or ask the acquirer to return it.'],
  break_not_acceptable: [
    'conflict',
    'Break {breakId} is about {kind}: only a fee is accepted as it is. Match it, or write it off.',
  ],
})
