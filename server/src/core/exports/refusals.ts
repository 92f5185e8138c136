import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  export_too_long: [
    'conflict',
    'The list has more than {max} entries, so the file is not written while you wait: ask for it with POST /export-tasks.',
  ],
  unknown_list: ['not_found', 'There is no list {list} that can be exported; there are {lists}.'],
  invalid_list_query: ['invalid', 'The list does not take this query: {why}.'],
  list_not_permitted: ['forbidden', 'You may not read this list: the permission {permission} is missing.'],
  export_not_found: ['not_found', 'You have no export {exportId}.'],
  export_not_ready: ['conflict', 'The file is not written yet. Look at its progress, and fetch it when it is ready.'],
  export_over: [
    'conflict',
    'The file is gone: this export was cancelled, has failed or has expired. Ask for a new one.',
  ],
  too_many_exports: ['conflict', 'You have {max} exports under way. Wait for one of them, or cancel it.'],
  too_many_export_files: [
    'conflict',
    'You have {max} files of exports. Cancel one that you have fetched, or wait until one is deleted: the list says when.',
  ],
})
