import type { Check } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- create pending',
  'pending issue active',
  'pending issueSuspended suspended',
  'pending personalise readyToBeActivated',
  'pending close closed',
  'readyToBeActivated activate active',
  'readyToBeActivated activateSuspended suspended',
  'readyToBeActivated close closed',
  'active freeze frozen',
  'active suspend suspended',
  'active close closed',
  'frozen unfreeze active',
  'frozen suspend suspended',
  'frozen close closed',
  'suspended resume active',
  'suspended resumeFrozen frozen',
  'suspended close closed',
  ...['pending', 'readyToBeActivated', 'suspended'].flatMap((status) => [
    `${status} addSuspension ${status}`,
    `${status} endSuspension ${status}`,
  ]),
]

/** The reasons of suspensions that its history has begun and not ended. An older version recorded none. */
const openReasons = `
  select distinct b.card_id, b.suspension from cards.card_transitions b
  where b.suspension is not null and b.action in ('suspend', 'addSuspension')
    and not exists (select from cards.card_transitions e
                    where e.card_id = b.card_id and e.id > b.id and e.action in ('resume', 'resumeFrozen', 'endSuspension')
                      and coalesce(e.suspension, b.suspension) = b.suspension)`
const ofCard = `select coalesce(array_agg(o.suspension order by o.suspension), '{}') as reasons from (${openReasons}) o where o.card_id = c.id`
const isOlder = `exists (select from cards.card_transitions t where t.card_id = c.id and t.action = 'suspend' and t.suspension is null)`
const placeOf = `'cards.card_transitions where card_id = ''' || c.id || '''' as look`

const bureau: readonly Rule[] = [
  {
    wrong: 'it is in the file of a run that is done, and was not made',
    rows: `
      select 'issued card ' || c.id as about, c.status as actual, 'cards.bureau_claims where card_id = ''' || c.id || '''' as look
      from cards.bureau_claims k join cards.bureau_runs r on r.id = k.run_id join cards.cards c on c.id = k.card_id
      where r.status = 'done' and c.status = 'pending' order by c.id`,
    should: 'made, or closed before',
  },
  {
    wrong: 'it was made for the file of a run that is not done',
    rows: `
      select 'issued card ' || c.id as about, r.status as actual, 'cards.bureau_runs where id = ''' || r.id || '''' as look
      from cards.bureau_runs r join cards.bureau_claims k on k.run_id = r.id join cards.cards c on c.id = k.card_id
      join cards.card_transitions t on t.card_id = c.id and t.action = 'personalise'
      where r.status <> 'done' and not exists (
        select from cards.bureau_claims o join cards.bureau_runs of on of.id = o.run_id where o.card_id = c.id and of.status = 'done')
      order by c.id`,
    should: 'done',
  },
]

const rules: readonly Rule[] = [
  ...bureau,
  ...historyRules({
    what: 'issued card',
    table: 'cards.cards',
    transitions: 'cards.card_transitions',
    key: 'card_id',
    legal,
  }),
  {
    wrong: 'it is not closed, and its account is',
    rows: `
      select 'issued card ' || c.id as about, c.status as actual, 'closed' as should, 'accounts.accounts where id = ''' || a.id || '''' as look
      from cards.cards c join accounts.accounts a on a.id = c.account_id
      where c.status <> 'closed' and a.status = 'closed' order by c.id`,
  },
  {
    wrong: 'its account is another holder’s, or in another currency',
    rows: `
      select 'issued card ' || c.id as about, c.holder_id || ' ' || c.currency as actual, a.holder_id || ' ' || a.currency as should,
             'accounts.accounts where id = ''' || a.id || '''' as look
      from cards.cards c join accounts.accounts a on a.id = c.account_id
      where a.holder_id <> c.holder_id or a.currency <> c.currency or a.partner_id <> c.partner_id order by c.id`,
  },
  {
    wrong: 'it is open, and so is the card that it replaced for a reason that closes it at once',
    rows: `
      select 'issued card ' || o.id as about, o.status as actual, 'closed' as should, 'cards.cards where id = ''' || o.id || '''' as look
      from cards.cards c join cards.cards o on o.id = c.replaces
      where o.status <> 'closed' and (c.reissue_reason in ('lost', 'stolen', 'compromised') or c.status in ('active', 'frozen', 'suspended')) order by o.id`,
  },
  {
    wrong: 'it was activated, and a card is open that it replaces, itself or by those between',
    rows: `
      with recursive line (id, older, status) as (
        select c.id, c.replaces, c.status from cards.cards c where c.replaces is not null and c.status in ('active', 'frozen')
        union select l.id, o.replaces, l.status from line l join cards.cards o on o.id = l.older)
      select 'issued card ' || l.id as about, l.status as actual, 'one open card' as should, 'cards.cards where id = ''' || o.id || '''' as look
      from line l join cards.cards o on o.id = l.older where o.status <> 'closed' order by l.id`,
  },
  {
    wrong: 'it can be used, and there is a reason to suspend it',
    rows: `
      select 'issued card ' || c.id as about, c.status || ' ' || array_to_string(c.suspensions || h.reasons, ' ') as actual,
             'suspended' as should, ${placeOf}
      from cards.cards c cross join lateral (${ofCard}) h
      where c.status in ('active', 'frozen') and c.suspensions || h.reasons <> '{}' order by c.id`,
  },
  {
    wrong: 'it can be used, and its holder is rejected or may be on a sanctions list',
    rows: `
      select 'issued card ' || c.id as about, c.status as actual, 'suspended' as should, 'kyc.cases where holder_id = ''' || c.holder_id || '''' as look
      from cards.cards c
      where c.status in ('active', 'frozen')
        and ((select status from kyc.cases k where k.holder_id = c.holder_id order by id desc limit 1) = 'rejected'
          or exists (select from screening.hits h where h.holder_id = c.holder_id
                     and (h.status = 'true_match' or (h.status = 'open' and h.strong)))) order by c.id`,
  },
  {
    wrong: 'it is suspended for other reasons than its history has',
    rows: `
      select 'issued card ' || c.id as about, array_to_string(c.suspensions, ' ') as actual,
             array_to_string(h.reasons, ' ') as should, ${placeOf}
      from cards.cards c cross join lateral (${ofCard}) h
      where c.status in ('pending', 'readyToBeActivated', 'suspended') and not ${isOlder}
        and not (c.suspensions <@ h.reasons and c.suspensions @> h.reasons) order by c.id`,
  },
  {
    wrong: 'it is suspended, and nothing says why',
    rows: `
      select 'issued card ' || c.id as about, 'suspended' as actual, 'a reason' as should, ${placeOf}
      from cards.cards c where c.status = 'suspended' and c.suspensions = '{}' and not ${isOlder} order by c.id`,
  },
  {
    wrong: 'it is suspended for wrong PINs, of which there were fewer than three',
    rows: `
      select 'issued card ' || c.id as about, c.pin_tries::text as actual, '3' as should, ${placeOf}
      from cards.cards c where c.status <> 'closed' and 'pin' = any(c.suspensions) and c.pin_tries < 3 order by c.id`,
  },
]

export const checks: readonly Check[] = [
  { name: 'cards', check: (moment, findings) => checkRules(moment, findings, rules) },
]
