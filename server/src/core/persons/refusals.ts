import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  data_subject_not_found: ['not_found', 'There is no customer {id}.'],
  person_has_open_things: [
    'conflict',
    'This customer cannot be erased yet: {open}. Close or wait for what is open, and erase them then.',
  ],
})
