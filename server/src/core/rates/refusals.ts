import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  invalid_rate: [
    'invalid',
    'A rate is a positive number with at most 20 digits on each side of the point, such as 1.0812.',
  ],
  rate_without_euro: ['invalid', 'One side of a rate is EUR, and the other is not: {base} and {quote}.'],
  rate_in_future: ['invalid', 'The rate is of {at}, and it is {now}. Leave {field} out, or name an earlier time.'],
  rate_recorded_already: [
    'conflict',
    'A rate of {base} and {quote} at {at} is recorded already. Rates never change: name a later time.',
  ],
  no_rates_provider: [
    'conflict',
    'Rates are not fetched in this installation: set FLORIN_RATES, or set them one by one with: florin rates set',
  ],
})
