import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const look = `'isohost.refused_captures where id = ' || c.id as look`

/** Hosts of acquirers. Of what one refuses, what was decided is what its message and its payment say. */
const rules: readonly Rule[] = [
  {
    wrong: 'it waits for a decision, and its message is over',
    rows: `
      select 'refused ' || c.request || ' ' || c.id as about, coalesce(m.status, 'no message') as actual, ${look}
      from isohost.refused_captures c left join isohost.messages m on m.id = c.message_id
      where c.status = 'open' and m.status is distinct from 'open' order by c.id`,
    should: 'open until it is decided or taken',
  },
  {
    wrong: 'it was given up, and would be sent',
    rows: `
      select 'refused ' || c.request || ' ' || c.id as about, coalesce(m.status, 'no message') as actual, ${look}
      from isohost.refused_captures c left join isohost.messages m on m.id = c.message_id
      where c.status = 'givenUp' and m.status is distinct from 'refused' order by c.id`,
    should: 'refused',
  },
  {
    wrong: 'it was given up, and nothing releases what is held on the card',
    rows: `
      select 'refused ' || c.request || ' ' || c.id as about, 'no reversal' as actual, ${look}
      from isohost.refused_captures c join isohost.messages m on m.id = c.message_id
      where c.request = 'capture' and c.status = 'givenUp' and not exists (select from isohost.messages r
        where r.authorization_key = c.authorization_key and r.kind = 'reversal' and r.position > m.position) order by c.id`,
    should: 'a reversal behind it',
  },
  {
    wrong: 'it was given up, and its payment has the money',
    rows: `
      select 'refused ' || c.request || ' ' || c.id as about, coalesce(p.status, 'no payment') as actual, ${look}
      from isohost.refused_captures c left join payments.payments p
        on p.key = c.authorization_key and p.connector = c.connector and p.parent_id is null
      where c.request = 'capture' and c.status = 'givenUp' and c.due_at is null
        and (p.status is null or p.status not in ('captureFailed', 'cancelled', 'failed')) order by c.id`,
    should: 'captureFailed',
  },
  {
    wrong: 'its reversal was given up, and the host has no result of it',
    rows: `
      select 'refused reversal ' || c.id as about, coalesce(r.result ->> 'outcome', 'none') as actual, ${look}
      from isohost.refused_captures c left join isohost.requests r on r.key = c.authorization_key
      where c.request = 'reversal' and c.status = 'givenUp' and r.result is null order by c.id`,
    should: 'declined',
  },
  {
    wrong: 'they are said to be in balance, and the host has counted otherwise',
    rows: `
      select 'totals ' || t.id as about, h.key || ' ' || h.value as actual, 'isohost.totals where id = ' || t.id as look
      from isohost.totals t cross join lateral jsonb_each_text(coalesce(t.theirs, '{}')) h
      where t.status = 'inBalance' and (t.ours ->> h.key) is distinct from h.value order by t.id, h.key`,
    should: 'as ours',
  },
  {
    wrong: 'a day is counted that is not over',
    rows: `
      select 'totals of ' || t.connector || ' ' || t.currency as about, t.day::text as actual,
        'isohost.totals where id = ' || t.id as look
      from isohost.business_days d join isohost.totals t on t.connector = d.connector
      where d.due_at is not null and t.day >= d.day order by t.id`,
    should: 'before the day that is closed next',
  },
]

export const hosts: Check = {
  name: 'what hosts refuse, and totals of their days',
  check: (moment, findings) => checkRules(moment, findings, rules),
}
