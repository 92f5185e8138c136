import type { Sealed } from '#kernel/audit/seal/sealed.ts'

const holderId = [{ column: 'id', type: 'text' }] as const

const ofHolder = (rows: string): string => `select subject_id from ${rows} where subject_type = 'holder'`

export const sealed: readonly Sealed[] = [
  {
    name: 'holders.holders',
    what: 'holder',
    table: 'holders.holders',
    key: holderId,
    facts: [
      'r.partner_id',
      'r.status',
      'r.email_verified',
      'r.second_factor',
      `encode(sha256(convert_to(r.password_hash, 'utf8')), 'hex')`,
      'r.created_at',
      `(select jsonb_agg(jsonb_build_array(w.id, w.partner_id, w.chain, w.address, w.verified, w.contract_chain_id,
        w.created_at) order by w.id)
        from holders.wallets w where w.holder_id = r.id)`,
    ],
    feeds: [{ journal: { table: 'outbox.events' }, keys: ofHolder }],
    holds: 'latest',
    covers: ['holders.wallets'],
  },
  {
    name: 'holders.holders erased',
    what: 'holder',
    table: 'holders.holders',
    key: holderId,
    facts: ['r.erased_at'],
    feeds: [{ journal: { table: 'outbox.events' }, keys: ofHolder }],
    holds: 'latest',
  },
  {
    name: 'holders.holders person',
    what: 'holder',
    table: 'holders.holders',
    key: holderId,
    facts: ['r.email', 'r.language'],
    salt: 'uuid_send(r.seal_salt)',
    feeds: [{ journal: { table: 'outbox.events' }, keys: ofHolder }],
    holds: 'latest',
  },
  {
    name: 'holders.sessions',
    what: 'session',
    table: 'holders.sessions',
    key: [{ column: 'id', type: 'uuid' }],
    facts: ['r.holder_id', 'r.method', 'r.created_at', 'r.ended_at', 'r.end_reason'],
    feeds: [
      {
        journal: { table: 'outbox.events' },
        keys: (rows) =>
          `select (body ->> 'sessionId')::uuid from ${rows} where name in ('holderLoggedIn', 'sessionEnded')`,
      },
    ],
    holds: 'latest',
  },
]
