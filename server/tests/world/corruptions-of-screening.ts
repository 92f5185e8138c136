import { alter, type Corruption, first } from './corruptions.ts'

/** Corruptions of sanctions lists, of who was compared with them, and of what was decided. */
export const screeningCorruptions: readonly Corruption[] = [
  ...alter('screening.entries', 'entry of a sanctions list', {
    'the names of a listed person': `content = jsonb_set(content, '{names}', '[{"name":"Someone Else"}]')`,
    'the number of a listed person': `reference = '1'`,
    'when an entry was stored': `created_at = created_at - interval '1 day'`,
  }),
  [
    'an entry removed',
    'entry of a sanctions list',
    first('screening.entries'),
    (id) => `delete from screening.entries where id = ${id}`,
  ],
  ...alter('screening.versions', 'version of a sanctions list', {
    'a person taken off a list': 'entries = entries[2:]',
    'a person put on a list twice': 'entries = entries || entries[1]',
    'the file of a list': `file_digest = '\\x00'`,
    'when a list was published': `published_on = '2001-01-01'`,
    'rows that were left out': `bad_rows = '[{"line": 1, "problem": "none"}]'`,
    'how many names a list has': 'names = names + 1',
  }),
  [
    'an old version of a list that counts again',
    'sanctions list',
    `select name as key from screening.lists where version_id is not null order by 1 limit 1`,
    (name) => `update screening.lists set version_id = (select min(id) from screening.versions) where name = '${name}'`,
  ],
  [
    'a list that was unloaded',
    'sanctions list',
    `select name as key from screening.lists where version_id is not null order by 1 limit 1`,
    (name) => `update screening.lists set version_id = null where name = '${name}'`,
  ],
  ...alter('screening.hits', 'hit', {
    'a hit given to another customer': `holder_id = (select p.holder_id from screening.people p where p.holder_id <> screening.hits.holder_id)`,
    'a hit that was decided by hand': `status = 'false_positive', decided_at = now()`,
    'the score of a hit': 'score_thousandths = 1',
    'how strong a hit is': 'strong = not strong',
    'how the births agree': `birth = 'unknown'`,
    'what a hit was compared with': 'facts_number = facts_number + 1',
  }),
  [
    'a hit removed',
    'hit',
    first('screening.hits'),
    (id) => `delete from screening.hit_transitions where hit_id = ${id}; delete from screening.hits where id = ${id}`,
  ],
  ...alter('screening.hit_transitions', 'decision about a hit', {
    'who decided about a hit': `actor = 'staff 1'`,
    'why it was decided': `reason = 'because'`,
    'when it was decided': `occurred_at = occurred_at - interval '1 day'`,
    'from where it was decided': `from_where = 'elsewhere'`,
  }),
  [
    'a decision removed',
    'decision about a hit',
    'select max(id)::text as key from screening.hit_transitions',
    (id) => `delete from screening.hit_transitions where id = ${id}`,
  ],
  [
    'the facts of a customer',
    'screened person',
    'select min(holder_id) as key from screening.people',
    (id) =>
      `update screening.people set sealed_facts = set_byte(sealed_facts, 20, 255 - get_byte(sealed_facts, 20)) where holder_id = '${id}'`,
  ],
  [
    'a customer who was never compared with the newest list',
    'screened person',
    'select min(holder_id) as key from screening.people',
    (id) => `update screening.people set screened_with = '{}' where holder_id = '${id}'`,
  ],
  [
    'whose customer a screened person is',
    'screened person',
    'select min(holder_id) as key from screening.people',
    (id) => `update screening.people set partner_id = partner_id + 1 where holder_id = '${id}'`,
  ],
]
