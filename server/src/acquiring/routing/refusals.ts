import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  routing_connector_not_found: ['invalid', 'There is no connector of this name here. There are: {connectors}.'],
  connector_already_paused: ['conflict', 'The connector {connector} is paused already.'],
  connector_not_paused: ['conflict', 'The connector {connector} is not paused.'],
  routing_rule_not_found: ['not_found', 'There is no rule with this number.'],
  invalid_routing_rule: ['invalid', 'This rule is not valid. {why}'],
})
