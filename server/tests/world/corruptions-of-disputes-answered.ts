import { alter, type Corruption, first, remove } from './corruptions.ts'

/** Corruptions of how merchants have answered disputes: the dispute, its history, its evidence. */
export const answeredDisputeCorruptions: readonly Corruption[] = [
  ...alter(
    'disputes.cases',
    'dispute',
    {
      'which payment is disputed': 'payment_id = (select max(id) from payments.payments)',
      'whose site is disputed': 'site_id = site_id + 1',
      'whose merchant is disputed': 'merchant_id = merchant_id + 1',
      'at which acquirer': `connector = 'sandbox-2'`,
      'what the acquirer calls a dispute': `dispute = dispute || 'x'`,
      'which authorization is disputed': `authorization_key = authorization_key || 'x'`,
      'why it is disputed': `reason = 'other'`,
      'the currency of a dispute': `currency = 'GBP'`,
      'how much is disputed': 'minor = minor - 1',
      'a dispute that was won made a lost one': `status = 'lost'`,
      'when it was opened': `opened_at = opened_at - interval '1 day'`,
      'until when it could be answered': `respond_by = respond_by + interval '1 day'`,
      'what was said about it': `evidence = evidence || '\\x00'`,
      'by which it is known that nothing else was said': `evidence_digest = evidence_digest || '\\x00'`,
      'by which the acquirer knows the response': `request_key = request_key || 'x'`,
    },
    `status = 'won'`,
  ),
  ...alter(
    'disputes.case_transitions',
    'transition of dispute',
    {
      'which dispute was answered': 'case_id = (select max(id) from disputes.cases)',
      'what was done about a dispute': `action = 'accept'`,
      'what a dispute has become': `to_status = 'accepting'`,
      'what a dispute was before': `from_status = 'opened'`,
      'who has answered a dispute': `actor = 'nobody'`,
      'why a dispute was answered': `note = 'none'`,
      'when a dispute was answered': `occurred_at = occurred_at - interval '1 day'`,
    },
    `action = 'submit'`,
  ),
  ...alter(
    'disputes.documents',
    'file of a dispute',
    {
      'whose evidence a file is': 'case_id = (select max(id) from disputes.cases)',
      'what a file shows': `kind = 'other'`,
      'of which kind a file is': `media_type = 'image/png'`,
      'how large a file is': 'bytes = bytes + 1',
      'by which a file is known': `digest = digest || '\\x00'`,
      'under which key a file is': `data_key = data_key || '\\x00'`,
      'when a file was added': `created_at = created_at - interval '1 day'`,
      'a file that seems removed': `status = 'removed', data_key = null, removed_at = created_at`,
    },
    `status = 'stored'`,
  ),
  [
    'what is in a file',
    'file of a dispute',
    first('disputes.documents', `status = 'stored'`),
    (id) => `update disputes.document_pieces set sealed = sealed || '\\x00' where document_id = '${id}'`,
  ],
  [
    'a piece of a file removed',
    'file of a dispute',
    first('disputes.documents', `status = 'stored'`),
    (id) => `delete from disputes.document_pieces where document_id = '${id}'`,
  ],
  [
    'how a dispute was answered removed',
    'transition of dispute',
    first('disputes.case_transitions', `action = 'submit'`),
    remove('disputes.case_transitions'),
  ],
]
