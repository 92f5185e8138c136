import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  invalid_price_rule: ['invalid', 'This price is not valid. {why}'],
  price_rule_not_found: ['not_found', 'There is no price rule {ruleId}. Which there are: florin pricing list'],
  price_rule_ended: ['conflict', 'Price rule {ruleId} has ended already, at {until}.'],
})
