import { type Column, type Feed, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'
import { requestsOf } from './requests-of-payments.ts'

const feeds = (columns: string, table: string): readonly Feed[] => [
  { journal: { table: 'payments.payment_transitions' }, keys: (rows) => requestsOf(rows, { columns, table }) },
]

const step: readonly Column[] = [
  { column: 'authorization_key', type: 'uuid' },
  { column: 'step', type: 'integer' },
]
const requests = {
  what: 'on-us request',
  table: 'onus.requests',
  key: step,
  feeds: feeds('q.authorization_key, q.step', 'onus.requests'),
}
const authentications = {
  what: 'on-us authentication',
  table: 'onus.authentications',
  key: [{ column: 'ds_trans_id', type: 'uuid' }] as const,
  feeds: feeds('q.ds_trans_id', 'onus.authentications'),
}
const messages = {
  what: 'on-us message',
  table: 'onus.messages',
  key: [{ column: 'id', type: 'uuid' }] as const,
  feeds: feeds('q.id', 'onus.messages'),
}
/** What comes later is not compared before it is there. */
const once = (condition: string): string => `case when ${condition} then ''::bytea end`

/** The record of the connector for our own cards, as an acquirer outside would keep it. */
export const sealedOnUs: readonly Sealed[] = [
  {
    ...requests,
    name: 'onus.requests',
    facts: ['r.key', 'r.kind', 'r.stan', 'r.minor', 'r.currency', 'r.card_id', 'r.facts', 'r.requested_at'],
    holds: 'first',
  },
  {
    ...requests,
    name: 'onus.requests result',
    facts: ['r.result'],
    salt: once('r.result is not null'),
    comesLater: true,
    holds: 'latest',
  },
  {
    ...authentications,
    name: 'onus.authentications',
    facts: ['r.authorization_key', 'r.server_trans_id', 'r.requested_at'],
    holds: 'first',
  },
  {
    ...authentications,
    name: 'onus.authentications result',
    facts: ['r.acs_trans_id', 'r.trans_status', 'r.eci', 'r.authentication_value'],
    salt: once('r.trans_status is not null'),
    comesLater: true,
    holds: 'latest',
  },
  { ...messages, name: 'onus.messages', facts: ['r.authorization_key', 'r.kind'], holds: 'first' },
  journalSeal('onus.dispute_events', { what: 'on-us dispute event', facts: [`to_jsonb(r) - 'id'`] }),
]
