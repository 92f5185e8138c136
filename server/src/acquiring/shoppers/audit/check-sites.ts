import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/** Lists of stored cards are read by their sites, and a list must show nobody the cards of another site. */
const siteOfCard: Rule = {
  wrong: 'it is listed with a site that is not its customer’s',
  rows: `select 'stored card ' || c.id as about, 'site ' || c.site_id as actual, 'site ' || s.site_id as should,
                'shoppers.cards where id = ' || c.id as look
         from shoppers.cards c join shoppers.shoppers s on s.id = c.shopper_id where c.site_id <> s.site_id order by c.id`,
}

/** Deleting a customer deletes their cards, and what is approved for them later stores none. */
const cardOfRemoved: Rule = {
  wrong: 'it is stored for a customer who was deleted',
  rows: `select 'stored card ' || c.id as about, c.status as actual, 'deleted' as should,
                'shoppers.cards where id = ' || c.id as look
         from shoppers.cards c join shoppers.shoppers s on s.id = c.shopper_id
         where s.removed_at is not null and c.status = 'active' order by c.id`,
}

export const checks: readonly Check[] = [
  {
    name: 'sites of stored cards',
    check: (moment, findings) => checkRules(moment, findings, [siteOfCard, cardOfRemoved]),
  },
]
