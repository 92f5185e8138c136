import type { Rule } from '#kernel/audit/rule.ts'

const look = `'spending.questions where id = ''' || q.id || '''' as look`
const answer = `spending.messages p on p.sender = 'florin/partner' and p.stan = q.id::text and p.sent_at = q.asked_at and p.class = 'issuer'`
const asked = `spending.messages m on (m.sender, m.stan, m.sent_at, m.class) = (q.sender, q.stan, q.sent_at, q.class)`

/** A message waits for a partner as long as its question is open, and has the answer of the message that ends it. */
export const questions: readonly Rule[] = [
  {
    wrong: 'it waits for a partner who was never asked',
    rows: `
      select 'message ' || m.id as about, 'none' as actual, 'spending.messages where id = ' || m.id as look
      from spending.messages m left join spending.questions q
        on (q.sender, q.stan, q.sent_at, q.class, q.transaction_id) = (m.sender, m.stan, m.sent_at, m.class, m.transaction_id)
      where m.code is null and q.id is null order by m.id`,
    should: 'a question',
  },
  {
    wrong: 'no message waits for it',
    rows: `
      select 'question ' || q.id as about, coalesce(m.code, 'no message') as actual, ${look}
      from spending.questions q left join ${asked} and m.transaction_id = q.transaction_id and m.received_at = q.asked_at
      where m.id is null or m.code is not null order by q.id`,
    should: 'a message without an answer',
  },
  {
    wrong: 'it is open and answered, or neither',
    rows: `
      select 'question ' || q.id as about, coalesce(q.due_at::text, 'ended') || ', ' || coalesce(p.code, 'no answer') as actual, ${look}
      from spending.questions q left join ${answer}
      where (q.due_at is null) <> (p.id is not null) order by q.id`,
    should: 'due until it is answered',
  },
  {
    wrong: 'it is open for longer than a partner is waited for',
    rows: `
      select 'question ' || q.id as about, q.due_at::text as actual, ${look}
      from spending.questions q where q.due_at > q.asked_at + interval '30 seconds' order by q.id`,
    should: 'due within seconds',
  },
  {
    wrong: 'it went to another partner than that of the transaction',
    rows: `
      select 'question ' || q.id as about, q.partner_id::text as actual, coalesce(t.partner_id::text, 'none') as should, ${look}
      from spending.questions q left join spending.transactions t on t.id = q.transaction_id
      where t.partner_id is distinct from q.partner_id order by q.id`,
  },
  {
    wrong: 'it says what came of a question that was not asked',
    rows: `
      select 'message ' || m.id as about, m.stan as actual, 'spending.messages where id = ' || m.id as look
      from spending.messages m left join spending.questions q
        on m.stan in (q.id::text, q.id || ' late') and q.asked_at = m.sent_at and q.transaction_id = m.transaction_id
      where m.kind = 'partner' and q.id is null order by m.id`,
    should: 'the id of a question',
  },
  {
    wrong: 'its answer does not fit what it has changed',
    rows: `
      select 'message ' || m.id as about, m.action || ' with ' || coalesce(m.code, 'no code') as actual, 'spending.messages where id = ' || m.id as look
      from spending.messages m
      where m.kind = 'partner' and (m.code is null
        or (m.action in ('approve', 'post')) <> (m.code in ('00', '10')) and m.action is not null) order by m.id`,
    should: 'an approval for what is approved alone',
  },
  {
    wrong: 'a partner is being asked about it, and there is no question',
    rows: `
      select 'transaction ' || s.id as about, 'none' as actual, 'spending.questions where transaction_id = ''' || s.id || '''' as look
      from spending.states s where s.status = 'asking'
        and not exists (select from spending.questions q where q.transaction_id = s.id and q.due_at is not null) order by s.id`,
    should: 'an open question',
  },
]
