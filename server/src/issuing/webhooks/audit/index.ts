/** The checks of `verify` for webhooks. They share no code with what they check. */
import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { isArchived } from '#kernel/audit/seal/archived.ts'

export { sealed } from './sealed.ts'

const look = `'webhooks.events where id = ' || e.id as look`

const bodies: readonly Rule[] = [
  {
    wrong: 'its body says something else than its row',
    rows: `select 'webhook ' || e.id as about,
                  concat_ws(' ', b ->> 'eventType', b ->> 'eventId', b ->> 'customerId') as actual,
                  concat_ws(' ', e.event_type, e.event_id, e.holder_id) as should, ${look}
           from webhooks.events e cross join lateral (select e.body::jsonb as b) body
           where (b ->> 'eventType', b ->> 'eventId', b ->> 'customerId')
                 is distinct from (e.event_type, e.event_id, e.holder_id) order by e.id`,
  },
  {
    wrong: 'it goes to a partner whose customer it is not about',
    rows: `select 'webhook ' || e.id as about, e.partner_id::text as actual, h.partner_id::text as should, ${look}
           from webhooks.events e left join holders.holders h on h.id = e.holder_id
           where h.partner_id is distinct from e.partner_id order by e.id`,
  },
]

const deliveries: readonly Rule[] = [
  {
    wrong: 'its number of attempts is not the number recorded',
    rows: `select 'webhook ' || e.id as about, e.attempts::text as actual, a.made::text as should,
                  'webhooks.attempts where event = ' || e.id as look
           from webhooks.events e cross join lateral (
             select count(*) as made, coalesce(max(attempt), 0) as last from webhooks.attempts where event = e.id
           ) a where e.attempts <> a.made or e.attempts <> a.last order by e.id`,
  },
  {
    wrong: 'its status does not fit its last attempt',
    rows: `select 'webhook ' || e.id as about, e.status as actual,
                  'what follows ' || coalesce(l.outcome, 'no attempt') as should, ${look}
           from webhooks.events e
           left join webhooks.attempts l on l.event = e.id and l.attempt = e.attempts
           where (e.status = 'delivered' and (l.outcome is distinct from 'delivered' or l.attempted_at <> e.delivered_at))
              or (e.status = 'unsent' and e.attempts > 0) order by e.id`,
  },
  {
    wrong: 'it waits longer than any schedule says',
    rows: `select 'webhook ' || e.id as about, e.due_at::text as actual, ${look} from webhooks.events e
           where e.due_at > greatest(e.created_at, (select max(attempted_at) from webhooks.attempts where event = e.id))
             + interval '24 hours' order by e.id`,
    should: 'within a day',
  },
]

type Changes = {
  /** The sentences about what is wrong: a change without an event, and an event without a change. */
  missing: string
  more: string
  /** SQL: changes and events that ought to be the same, with columns of the same names and how many there are of each. */
  changes: string
  events: string
  same: readonly string[]
  /** SQL: what a change is called, and where its events are looked up. */
  about: string
  look: string
  history: string
  /** Some of the changes are known from the log of events alone. */
  fromEvents?: boolean
}

/** Every change has one event, made at the same moment, and there is no other event of this kind. */
function oneForEach(of: Changes): readonly Rule[] {
  const { missing, more, changes, events, same, about, look: place, history, fromEvents = false } = of
  const key = same.join(', ')
  // Counted together and not joined: quick for any number, also where PostgreSQL does not know yet how many there are.
  const counted = `(
    select ${key}, min(change) as id, min(event) as event, sum(should) as should, sum(actual) as actual from (
      select ${key}, id as change, null as event, count as should, 0 as actual from ${changes} changes
      union all select ${key}, null, id, 0, count from ${events} events
    ) both_sides group by ${key}
  )`
  return [
    {
      wrong: missing,
      rows: `select ${about} as about, t.actual::text as actual, t.should::text as should, ${place} as look
             from ${counted} t where t.actual < t.should and not (t.actual = 0 and ${isArchived('webhooks.events', 't.at')}) order by t.id`,
    },
    {
      wrong: more,
      rows: `select 'webhook ' || t.event as about, t.actual::text as actual, t.should::text as should,
                    '${history}' as look
             from ${counted} t where t.actual > t.should and not (${fromEvents && isArchived('outbox.events', 't.at')}) order by t.event`,
    },
  ]
}

/** The sentences about the changes of something. */
const aboutChangesOf = (what: string) => ({
  missing: `a change of the ${what} has no webhook`,
  more: `there are more webhooks than changes of the ${what}`,
})

const ofKyc = oneForEach({
  ...aboutChangesOf('KYC status'),
  changes: `(
    select min(t.id) as id, c.holder_id, t.occurred_at as at, t.to_status as status,
           t.to_status = 'rejected' as has_reason, count(*)
    from kyc.case_transitions t join kyc.cases c on c.id = t.case_id group by 2, 3, 4, 5
  )`,
  events: `(
    select min(id) as id, holder_id, created_at as at, body::jsonb -> 'data' ->> 'status' as status,
           body::jsonb -> 'data' -> 'rejectReason' is not null as has_reason, count(*)
    from webhooks.events where event_type = 'kycStatusChanged' group by 2, 3, 4, 5
  )`,
  same: ['holder_id', 'at', 'status', 'has_reason'],
  about: `'KYC decision ' || t.id`,
  look: `'webhooks.events where holder_id = ''' || t.holder_id || ''''`,
  history: 'kyc.case_transitions',
})

const ofCards = oneForEach({
  ...aboutChangesOf('status of the card'),
  changes: `(
    select min(id) as id, occurred_at as at, card_id::text as card, to_status as status, count(*)
    from cards.card_transitions where from_status is distinct from to_status group by 2, 3, 4
  )`,
  events: `(
    select min(id) as id, created_at as at, body::jsonb -> 'data' ->> 'cardId' as card,
           body::jsonb -> 'data' ->> 'newStatus' as status, count(*)
    from webhooks.events where event_type = 'cardStatusChanged' group by 2, 3, 4
  )`,
  same: ['at', 'card', 'status'],
  about: `'card ' || t.card`,
  look: `'webhooks.events where event_type = ''cardStatusChanged'''`,
  history: 'cards.card_transitions',
})

const topupsCreated = `(select min(id) as id, occurred_at as at, topup_id as topup, count(*)
    from topups.topup_transitions where action = 'create' group by 2, 3)`
const topupsChanged = `(
    select min(id) as id, occurred_at as at, topup, count(*) from (
      select id, occurred_at, topup_id as topup from topups.topup_transitions where action <> 'create'
      union all select id, occurred_at, topup_id from topups.reversals
      union all select id, occurred_at, subject_id from outbox.events where name = 'topupDepositChanged'
    ) changes group by 2, 3
  )`

/** Every topup has its first event, each change of its status, of a deposit of it, and each reversal of its payment. */
const ofTopups: readonly Rule[] = [
  ['topupCreated', topupsCreated],
  ['topupStatusChanged', topupsChanged],
].flatMap(([type = '', changes = '']) =>
  oneForEach({
    missing: `a topup has no webhook ${type}`,
    more: `there are more webhooks ${type} than topups call for`,
    changes,
    events: `(
      select min(id) as id, created_at as at, body::jsonb -> 'data' ->> 'topupId' as topup, count(*)
      from webhooks.events where event_type = '${type}' group by 2, 3
    )`,
    same: ['at', 'topup'],
    about: `'topup ' || t.topup`,
    look: `'webhooks.events where event_type = ''${type}'''`,
    history: 'topups.topup_transitions',
    fromEvents: true,
  }),
)

/** Every transaction has one event when it is made, and one for each time that money of it was booked. */
const ofTransactions = oneForEach({
  ...aboutChangesOf('transactions'),
  changes: `(
    select min(m.id) as id, m.received_at as at, m.transaction_id::text as transaction, e.type, count(*)
    from spending.messages m cross join lateral (values
      ('transactionCreated', case m.kind
        -- Of one that a partner was asked about, what came of it.
        when 'partner' then exists (
          select from spending.messages a where a.transaction_id = m.transaction_id and a.action = 'ask' and a.from_status is null
            and (a.sender, a.stan, a.sent_at) = (m.original_sender, m.original_stan, m.original_sent_at))
        else m.action <> 'ask' and m.from_status is null end),
      ('transactionSettled', m.action in ('clear', 'force', 'credit', 'post', 'refund'))) e(type, is_due)
    where e.is_due group by 2, 3, 4
  )`,
  events: `(
    select min(id) as id, created_at as at, body::jsonb -> 'data' ->> 'transactionId' as transaction, event_type as type, count(*)
    from webhooks.events where event_type in ('transactionCreated', 'transactionSettled') group by 2, 3, 4
  )`,
  same: ['at', 'transaction', 'type'],
  about: `'transaction ' || t.transaction`,
  look: `'webhooks.events where event_type = ''' || t.type || ''''`,
  history: 'spending.messages',
})

/** Every dispute has one event when it is submitted, and one for each change of its status. */
const ofDisputes = oneForEach({
  ...aboutChangesOf('status of the dispute'),
  changes: `(
    select min(id) as id, occurred_at as at, dispute_id::text as dispute,
           case when action = 'submit' then 'disputeCreated' else 'disputeUpdated' end as type,
           case when action = 'submit' then '-' else to_status end as status, count(*)
    from chargebacks.transitions group by 2, 3, 4, 5
  )`,
  events: `(
    select min(id) as id, created_at as at, body::jsonb -> 'data' ->> 'disputeId' as dispute, event_type as type,
           coalesce(body::jsonb -> 'data' ->> 'status', '-') as status, count(*)
    from webhooks.events where event_type in ('disputeCreated', 'disputeUpdated') group by 2, 3, 4, 5
  )`,
  same: ['at', 'dispute', 'type', 'status'],
  about: `'card dispute ' || t.dispute`,
  look: `'webhooks.events where event_type = ''' || t.type || ''''`,
  history: 'chargebacks.transitions',
})

export const checks: readonly Check[] = [
  { name: 'webhook bodies', check: (moment, findings) => checkRules(moment, findings, bodies) },
  { name: 'webhooks', check: (moment, findings) => checkRules(moment, findings, deliveries) },
  { name: 'webhooks of KYC', check: (moment, findings) => checkRules(moment, findings, ofKyc) },
  { name: 'webhooks of cards', check: (moment, findings) => checkRules(moment, findings, ofCards) },
  { name: 'webhooks of topups', check: (moment, findings) => checkRules(moment, findings, ofTopups) },
  { name: 'webhooks of disputes', check: (moment, findings) => checkRules(moment, findings, ofDisputes) },
  { name: 'webhooks of transactions', check: (moment, findings) => checkRules(moment, findings, ofTransactions) },
]
