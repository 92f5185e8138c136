import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  unknown_list: ['invalid', 'There is no list {list}; there are {lists}.'],
  invalid_list_file: ['invalid', 'Line {line} {why}. The list stays as it was.'],
  list_file_format: ['invalid', 'The file is no list of {list}: {why}. The list stays as it was.'],
  list_rows_unreadable: [
    'invalid',
    '{count} rows cannot be read: {first}. The list stays as it was. To load it without them, pass --skip-bad-rows.',
  ],
  list_incomplete: [
    'invalid',
    'The file says that it has {should} entries, and has {actual}: it is not whole. The list stays as it was.',
  ],
  list_empty: ['invalid', 'The file has no entry. The list stays as it was.'],
  list_shrinks: [
    'conflict',
    'The file has {actual} entries, and the list has {before}: more than {percent} % fewer. The list stays as it was. If that is right, pass --force.',
  ],
  list_older: [
    'conflict',
    'The file is of {published}, and the list is of {current}. The list stays as it was. If that is right, pass --force.',
  ],
  invalid_person: ['invalid', 'A person to screen has at least one name, and at most {namesMax}.'],
  hit_not_found: ['not_found', 'There is no hit {hitId}.'],
  hit_transition: ['conflict', 'The hit is {status}; from there these are possible: {possible}.'],
  hit_reason_missing: ['invalid', 'A decision about a hit has a reason: say why it is this person, or another.'],
  invalid_hit_decision: ['invalid', 'A hit is decided as one of: {decisions}.'],
})
