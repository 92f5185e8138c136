import { expect, test } from 'vitest'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { SiteId } from '#core/directory'
import { type Facts, type Rule, type RuleId, route } from './route.ts'

const connector = (name: string) => name as ConnectorId
const site = 10_001 as SiteId
const facts: Facts = { siteId: site, currency: 'EUR', brand: 'visa', bin: '41111111' }

/** Rules in the order in which they were added. */
const rules = (...inputs: (Partial<Rule> & { to: string })[]): Rule[] =>
  inputs.map(({ to, ...input }, index) => ({
    id: BigInt(index + 1) as RuleId,
    priority: 10,
    connector: connector(to),
    siteId: undefined,
    currency: undefined,
    brand: undefined,
    bin: undefined,
    ...input,
  }))

test.each<[what: string, rules: Rule[], order: string[]]>([
  ['without rules, the default', rules(), ['main']],
  ['a rule for everything, then the default', rules({ to: 'b' }), ['b', 'main']],
  ['the default once', rules({ to: 'main' }, { to: 'b' }), ['main', 'b']],
  ['by site', rules({ to: 'b', siteId: site }, { to: 'c', siteId: 10_002 as SiteId }), ['b', 'main']],
  ['by currency', rules({ to: 'b', currency: 'RON' }, { to: 'c', currency: 'EUR' }), ['c', 'main']],
  ['by brand', rules({ to: 'b', brand: 'amex' }, { to: 'c', brand: 'visa' }), ['c', 'main']],
  ['by BIN of any length', rules({ to: 'b', bin: '41111112' }, { to: 'c', bin: '4' }), ['c', 'main']],
  ['by BIN of 8 digits', rules({ to: 'b', bin: '41111111' }), ['b', 'main']],
  ['only when all that is named fits', rules({ to: 'b', currency: 'EUR', brand: 'amex' }), ['main']],
  ['the lower priority first', rules({ to: 'b', priority: 20 }, { to: 'c', priority: 3 }), ['c', 'b', 'main']],
  ['the older first, of the same priority', rules({ to: 'b' }, { to: 'c' }), ['b', 'c', 'main']],
  ['each connector once', rules({ to: 'b', brand: 'visa' }, { to: 'c' }, { to: 'b' }), ['b', 'c', 'main']],
])('%s', (_, given, order) => {
  expect(route(given, facts, connector('main'))).toEqual(order)
})
