import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('screening.entries', {
    what: 'entry of a sanctions list',
    facts: ['r.list', 'r.reference', 'r.digest', 'r.content', 'r.created_at'],
  }),
  journalSeal('screening.versions', {
    what: 'version of a sanctions list',
    facts: [
      'r.list',
      'r.file_digest',
      'r.published_on',
      'r.entries',
      'r.names',
      'r.added',
      'r.removed',
      'r.bad_rows',
      'r.loaded_at',
    ],
  }),
  {
    name: 'screening.lists',
    what: 'sanctions list',
    table: 'screening.lists',
    key: [{ column: 'name', type: 'text' }],
    facts: ['r.version_id'],
    feeds: [{ journal: { table: 'screening.versions' }, keys: (rows) => `select list from ${rows}` }],
    holds: 'latest',
  },
  journalSeal('screening.hit_transitions', {
    what: 'decision about a hit',
    facts: [
      'r.hit_id',
      'r.from_status',
      'r.to_status',
      'r.action',
      'r.actor',
      'r.from_where',
      'r.reason',
      'r.occurred_at',
    ],
  }),
  {
    name: 'screening.hits',
    what: 'hit',
    table: 'screening.hits',
    key: byId,
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [{ journal: { table: 'screening.hit_transitions' }, keys: (rows) => `select hit_id from ${rows}` }],
    holds: 'latest',
  },
]
