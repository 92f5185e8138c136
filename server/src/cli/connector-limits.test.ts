import { expect, test } from 'vitest'
import { type Capabilities, fullCapabilities } from '#connectors/acquirer/port.ts'
import { limitsOf } from './connector-limits.ts'

const least: Capabilities = {
  payOut: false,
  inquiry: 'webhook',
  disputeList: false,
  disputeResponses: false,
  settlements: false,
  settledBy: 'entry' as const,
  networkTransactionId: 'sometimes',
  partialCapture: false,
  merchantInitiated: 'own',
  walletTokens: false,
  currencies: ['EUR', 'RON'],
  amounts: { minMinor: 50n, maxMinor: 99_999_999n },
  amountsIn: new Map([['MGA', { minMinor: 100n, maxMinor: 99_999_900n, stepMinor: 100n }]]),
}

test('a connector that can do everything has no limits', () => {
  expect(limitsOf(fullCapabilities)).toEqual([])
})

test.each(Object.keys(fullCapabilities) as (keyof Capabilities)[])('the limit %s is said', (flag) => {
  expect(limitsOf({ ...fullCapabilities, [flag]: least[flag] })).not.toEqual([])
})

test('all limits are said in the order of what an operator asks first', () => {
  expect(limitsOf(least)).toEqual([
    'pay out to cards',
    'capture a part',
    'charge cards that other connectors have stored',
    'take payments of wallets',
    'take other currencies than EUR, RON',
    'give every card a network transaction id',
    'be inquired (it sends messages)',
    'list disputes',
    'take responses to disputes',
    'list settlements',
    'be settled by reports (it is settled by an entry of each day)',
    'take less than 50 minor units',
    'take more than 99999999 minor units',
    'take every minor unit of MGA',
  ])
})
