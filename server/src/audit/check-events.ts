import { type Check, everything, type Scope } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { isArchived } from '#kernel/audit/seal/archived.ts'

/** What the log of events says of a kind of history must be what the history says, once for each transition. */
const loggedOnce = (of: { transitions: string; event: string; what: string; only: string }): Rule => ({
  wrong: 'the log of events and its history do not say the same',
  rows: `
    with t as (select subject, action, from_status, to_status, occurred_at, count(*) as n from (${of.transitions}) t group by 1, 2, 3, 4, 5),
         e as (select subject_id as subject, body ->> 'action' as action, body ->> 'from' as from_status, body ->> 'to' as to_status,
                      occurred_at, count(*) as n
               from outbox.events where name = '${of.event}' and (${of.only}) group by 1, 2, 3, 4, 5)
    select '${of.what} ' || coalesce(t.subject, e.subject) as about,
           coalesce(e.n, 0) || ' events of ' || concat_ws(' ', coalesce(t.action, e.action), 'at', coalesce(t.occurred_at, e.occurred_at)) as actual,
           coalesce(t.n, 0)::text as should,
           'outbox.events where subject_type = ''${of.what}'' and subject_id = ''' || coalesce(t.subject, e.subject) || '''' as look
    from t full join e on e.subject = t.subject and e.action = t.action and e.to_status = t.to_status
      and e.occurred_at = t.occurred_at and coalesce(e.from_status, '') = coalesce(t.from_status, '')
    where t.n is distinct from e.n and not (e.n is null and ${isArchived('outbox.events', 't.occurred_at')}) order by 1`,
})

/**
 * A history is of something that is there. The commit that writes it inserts or changes the row as well, and the program
 * may delete neither, so no foreign key looks it up again for each transition (decision 80).
 */
const ofSomething = (of: { what: string; transitions: Parameters<Scope>[0]; table: string }, scope: Scope): Rule => ({
  wrong: 'there is a history of it, and it is not there',
  rows: `select distinct '${of.what} ' || t.${of.what}_id as about, '${of.transitions} where ${of.what}_id = ' || t.${of.what}_id as look
         from ${of.transitions} t left join ${of.table} r on r.id = t.${of.what}_id
         where r.id is null and t.id in (select id from ${of.transitions} where ${scope(of.transitions)}) order by 1`,
  should: 'the row that it is about',
})

const rulesOf = (scope: Scope): readonly Rule[] => [
  loggedOnce({
    what: 'payment',
    event: 'paymentStatusChanged',
    transitions: `select payment_id::text as subject, action, from_status, to_status, occurred_at
                  from payments.payment_transitions where action <> 'start' and ${among('payment_id', 'payments.payments', scope)}`,
    only: among('subject_id::bigint', 'payments.payments', scope),
  }),
  loggedOnce({
    what: 'order',
    event: 'orderStatusChanged',
    transitions: `select order_id::text as subject, action, from_status, to_status, occurred_at
                  from orders.order_transitions where ${among('order_id', 'orders.orders', scope)}`,
    only: among('subject_id::bigint', 'orders.orders', scope),
  }),
  ofSomething({ what: 'payment', transitions: 'payments.payment_transitions', table: 'payments.payments' }, scope),
  ofSomething({ what: 'order', transitions: 'orders.order_transitions', table: 'orders.orders' }, scope),
  {
    wrong: 'the audit does not say who made it',
    rows: `select made.kind || ' ' || made.id as about, made.look from (
             select 'site' as kind, id::text, 'directory.audit where subject_type = ''site''' as look from directory.sites
             union all select 'merchant', id::text, 'directory.audit where subject_type = ''merchant''' from directory.merchants
           ) as made
           where not exists (select from directory.audit a where a.subject_type = made.kind and a.subject_id = made.id) order by 1`,
    should: 'an audit entry',
  },
  {
    wrong: 'a shopper’s salt is gone, and they were not removed',
    rows: `select 'shopper ' || s.id as about, 'no salt' as actual, 'shoppers.seal_salts where shopper_id = ' || s.id as look
           from shoppers.shoppers s join shoppers.seal_salts t on t.shopper_id = s.id
           where t.salt is null and s.removed_at is null order by s.id`,
    should: 'the salt that their digests were made with',
  },
  {
    wrong: 'the salt of its customer’s address is gone, and the address is not',
    rows: `select 'link ' || l.id as about, 'no salt' as actual, 'links.links where id = ' || l.id as look
           from links.links l where l.seal_salt is null and l.customer_email is not null order by l.id`,
    should: 'the salt that its digest was made with',
  },
  {
    wrong: 'the salt of the person is gone, and the person is not',
    rows: `select about, 'no salt' as actual, look from (
             select 'member of staff ' || id as about, 'access.staff where id = ' || id as look
             from access.staff where seal_salt is null
             union all select 'holder ' || id, 'holders.holders where id = ''' || id || ''''
             from holders.holders where seal_salt is null and erased_at is null
           ) as unsalted order by 1`,
    should: 'the salt that the digests were made with',
  },
  {
    wrong: 'its salt is gone, and nobody was erased',
    rows: `select 'idempotency key ' || k.id as about, 'no salt' as actual, 'florin.idempotency_keys where id = ' || k.id as look
           from florin.idempotency_keys k where k.salt is null
             and (k.answer is not null or not exists (select from persons.erasures)) order by k.id`,
    should: 'the salt that its digests were made with',
  },
]

/** Whose history is compared whole: a transition and its event may be on either side of a seal. */
const among = (column: string, table: 'payments.payments' | 'orders.orders', scope: Scope): string =>
  scope === everything ? 'true' : `${column} in (select id from ${table} where ${scope(table)})`

/** The event log, the audit and the salts of the seals say the same as the rows that they are about. */
export const events: Check = {
  name: 'events',
  check: (moment, findings, _report, scope) => checkRules(moment, findings, rulesOf(scope)),
}
