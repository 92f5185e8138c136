import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  processor_kind_not_found: [
    'invalid',
    'This program connects to no processor of the kind {kind}. There are: {kinds}.',
  ],
  connection_not_found: ['not_found', 'There is no connection of this name. Which there are: florin connector list.'],
  invalid_connection_name: [
    'invalid',
    'A name has 1 to 40 small letters, digits and dashes, and begins with a letter.',
  ],
  connection_name_taken: ['conflict', 'There is a connector {name} already. Choose another name: it never changes.'],
  unknown_credential_field: ['invalid', 'A connection of the kind {kind} has no field {field}. It has: {fields}.'],
  missing_credential_field: ['invalid', 'The field {field} is missing. {help}'],
  invalid_credential_field: ['invalid', 'The field {field} is not valid: {why}'],
  connection_mode_mismatch: [
    'invalid',
    'These credentials are for the {mode} system of the processor, and this installation takes {wanted} credentials alone. {how}',
  ],
  connection_check_failed: [
    'invalid',
    'The processor was asked with these credentials, and nothing is changed: {problem}',
  ],
  connection_account_changed: [
    'conflict',
    'These credentials are for {account}, and the connection {name} is for {known}. Add a connection of its own for another account.',
  ],
  connection_already_disabled: ['conflict', 'The connection {name} is disabled already.'],
  connection_not_disabled: ['conflict', 'The connection {name} is not disabled.'],
  connection_is_disabled: ['conflict', 'The connection {name} is disabled. Enable it first.'],
  inbound_webhook_not_found: ['not_found', 'There is no webhook of a processor with this number.'],
  inbound_webhook_deleted: [
    'conflict',
    'The body of webhook {id} was deleted, since it is old. It cannot be replayed.',
  ],
  refused_request_not_found: [
    'not_found',
    'There is no such request that is refused at {connection}. Which there are: florin connector refused.',
  ],
  refused_request_decided: ['conflict', 'What was refused with the number {id} is decided already: it is {status}.'],
  refused_request_under_way: [
    'conflict',
    'What was refused with the number {id} was sent again just now, and the answer of the processor is awaited. Decide when it is there: florin connector refused.',
  ],
  totals_not_found: [
    'not_found',
    'There are no such totals at {connection}. Which there are: florin connector totals.',
  ],
  totals_closed: ['conflict', 'There is nothing to close in the totals {id}: they are {status}.'],
  connection_unreadable: [
    'conflict',
    'The credentials of {name} cannot be read: {problem}. Give all of them: florin connector replace-credentials {name}.',
  ],
})
