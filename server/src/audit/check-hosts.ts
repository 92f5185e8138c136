import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const look = `'isohost.refused_captures where id = ' || c.id as look`

/** Captures that hosts of acquirers refuse: what was decided about each is what its message and its payment say. */
const rules: readonly Rule[] = [
  {
    wrong: 'it waits for a decision, and its message is over',
    rows: `
      select 'refused capture ' || c.id as about, coalesce(m.status, 'no message') as actual, ${look}
      from isohost.refused_captures c left join isohost.messages m on m.id = c.message_id
      where c.status = 'open' and m.status is distinct from 'open' order by c.id`,
    should: 'open until it is decided or taken',
  },
  {
    wrong: 'it was given up, and would be sent',
    rows: `
      select 'refused capture ' || c.id as about, coalesce(m.status, 'no message') as actual, ${look}
      from isohost.refused_captures c left join isohost.messages m on m.id = c.message_id
      where c.status = 'givenUp' and m.status is distinct from 'refused' order by c.id`,
    should: 'refused',
  },
  {
    wrong: 'it was given up, and nothing releases what is held on the card',
    rows: `
      select 'refused capture ' || c.id as about, 'no reversal' as actual, ${look}
      from isohost.refused_captures c join isohost.messages m on m.id = c.message_id
      where c.status = 'givenUp' and not exists (select from isohost.messages r
        where r.authorization_key = c.authorization_key and r.kind = 'reversal' and r.position > m.position) order by c.id`,
    should: 'a reversal behind it',
  },
  {
    wrong: 'it was given up, and its payment has the money',
    rows: `
      select 'refused capture ' || c.id as about, coalesce(p.status, 'no payment') as actual, ${look}
      from isohost.refused_captures c left join payments.payments p
        on p.key = c.authorization_key and p.connector = c.connector and p.parent_id is null
      where c.status = 'givenUp' and c.due_at is null
        and (p.status is null or p.status not in ('captureFailed', 'cancelled', 'failed')) order by c.id`,
    should: 'captureFailed',
  },
]

export const hosts: Check = {
  name: 'captures that hosts refuse',
  check: (moment, findings) => checkRules(moment, findings, rules),
}
