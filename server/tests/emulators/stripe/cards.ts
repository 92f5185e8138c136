/** What a test number of Stripe does, by its page "Testing" (2026-11-21). */
export type TestCard = {
  declines?: { code: string; decline_code?: string; advice_code?: string; network_decline_code?: string }
  /** `always`: the bank asks for the cardholder. `unlessKept`: only until the card is set up for later payments. */
  asks?: 'always' | 'unlessKept'
  disputed?: 'fraudulent' | 'product_not_received'
  /** `succeedsLater`: pending first. `failsLater`: it succeeds, and then fails. */
  refund?: 'succeedsLater' | 'failsLater'
  availableAtOnce?: boolean
  /** Of a brand whose network gives no id. */
  hasNoNetworkId?: boolean
}

const declining = (decline_code: string, more: object = {}): TestCard => ({
  declines: { code: 'card_declined', decline_code, ...more },
})

const cards: Readonly<Record<string, TestCard>> = {
  '4000000000000002': declining('generic_decline', { advice_code: 'try_again_later', network_decline_code: '05' }),
  '4000000000009995': declining('insufficient_funds', { advice_code: 'try_again_later', network_decline_code: '51' }),
  '4000000000009987': declining('lost_card', { advice_code: 'do_not_try_again' }),
  '4000000000009979': declining('stolen_card', { advice_code: 'do_not_try_again' }),
  '4000000000006975': declining('card_velocity_exceeded'),
  '4000000000000069': { declines: { code: 'expired_card' } },
  '4000000000000127': { declines: { code: 'incorrect_cvc' } },
  '4000000000000119': { declines: { code: 'processing_error' } },
  '4000002760003184': { asks: 'always' },
  '4000000000003220': { asks: 'always' },
  '4000002500003155': { asks: 'unlessKept' },
  '4000008260003178': { ...declining('insufficient_funds'), asks: 'always' },
  '4000008400001629': { ...declining('generic_decline'), asks: 'always' },
  '4000000000000259': { disputed: 'fraudulent' },
  '4000000000002685': { disputed: 'product_not_received' },
  '4000000000007726': { refund: 'succeedsLater' },
  '4000000000005126': { refund: 'failsLater' },
  '4000000000000077': { availableAtOnce: true },
  '3530111333300000': { hasNoNetworkId: true },
}

export const testCardOf = (number: string): TestCard => cards[number] ?? {}

/** The last digit makes the sum of all, with every second one doubled, end in zero (ISO/IEC 7812). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].toReversed().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 ? digit * 2 : digit
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}
