import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  view_not_found: [
    'not_found',
    'You have no saved view {id}. Views of colleagues can be opened, and saved under a name of your own.',
  ],
  view_name_taken: ['conflict', 'You have a view of this list with this name. Choose another one.'],
  too_many_views: ['conflict', 'A person has at most {max} views of a list, and {all} in all. Remove one first.'],
  too_many_shared_views: [
    'conflict',
    'The people of an organization share at most {max} views of a list. Keep this one for yourself, or have one removed.',
  ],
})
