import { type Corruption, first } from './corruptions.ts'

const altering = (table: string, named: string, list: Record<string, string>, where = 'true'): Corruption[] =>
  Object.entries(list).map(([sentence, changes]) => [
    sentence,
    named,
    first(table, where),
    (id) => `update ${table} set ${changes} where id = '${id}'`,
  ])

const stored = `status = 'stored'`
const piecesOf = (id: string): string => `document_id = '${id}'`

/** Corruptions of what holders have handed in. */
export const documentCorruptions: readonly Corruption[] = [
  ...altering(
    'documents.verifications',
    'verification',
    {
      'a verification given to another holder': `holder_id = (select id from holders.holders h where h.id <> holder_id limit 1)`,
      'an address that opens a verification': `token_hash = '\\x00'`,
      'when it was handed in': `handed_in_at = handed_in_at - interval '1 day'`,
      'a verification that is open again': `status = 'open', due_at = expires_at + interval '1 day'`,
      'what was typed, removed': 'answers = null',
      'what was typed, altered': 'answers = set_byte(answers, 30, get_byte(answers, 30) # 1)',
      'what was typed, of another one': `answers = (select answers from documents.verifications o where o.id <> verifications.id and o.answers is not null limit 1)`,
      'the digest of what was typed': `answers_digest = '\\x00'`,
      'documents of a customer that would be deleted': `due_at = now()`,
    },
    `status = 'handed_in'`,
  ),
  ...altering(
    'documents.verifications',
    'verification',
    { 'documents that would be kept for ever': `due_at = expires_at + interval '9 years'` },
    `status = 'open'`,
  ),
  ...altering(
    'documents.documents',
    'document',
    {
      'a document in another place': `place = case place when 'back' then 'page-1' else 'back' end`,
      'a document of another holder': `holder_id = (select id from holders.holders h where h.id <> holder_id limit 1)`,
      'what a file is': `media_type = case media_type when 'image/png' then 'image/jpeg' else 'image/png' end`,
      'how large a file is': 'bytes = bytes + 1',
      'the digest of a file': `digest = '\\x00'`,
      'a document removed by hand': `status = 'removed', data_key = null`,
      'the key of a file': 'data_key = set_byte(data_key, 20, get_byte(data_key, 20) # 1)',
    },
    stored,
  ),
  [
    'a piece altered',
    'document',
    first('documents.documents', stored),
    (id) =>
      `update documents.chunks set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where ${piecesOf(id)} and number = 0`,
  ],
  [
    'a piece removed',
    'document',
    first('documents.documents', stored),
    (id) => `delete from documents.chunks where ${piecesOf(id)} and number = 0`,
  ],
  [
    'a piece added',
    'document',
    first('documents.documents', stored),
    (id) => `insert into documents.chunks values ('${id}', 99, '\\x00')`,
  ],
  [
    'a file replaced by another one',
    'document',
    first('documents.documents', `${stored} and chunks = 1`),
    (id) =>
      `update documents.chunks set sealed = (select c.sealed from documents.chunks c where c.document_id <> '${id}' limit 1) where ${piecesOf(id)}`,
  ],
  ...altering('documents.verification_transitions', 'transition of verification', {
    'from where it was handed in': `from_where = '::2'`,
    'when a verification was started': `occurred_at = occurred_at - interval '1 day'`,
    'what a transition led to': `to_status = 'deleted'`,
  }),
]
