import type { Check } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- create pending',
  'pending issue active',
  'pending personalise readyToBeActivated',
  'pending close closed',
  'readyToBeActivated activate active',
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
]

const rules: readonly Rule[] = [
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
]

export const checks: readonly Check[] = [
  { name: 'cards', check: (moment, findings) => checkRules(moment, findings, rules) },
]
