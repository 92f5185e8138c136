import { expect, test } from 'vitest'
import { adviceOf } from './declines.ts'

test.each([
  ['03', 'do_not_retry'],
  ['03 : Do not try again', 'do_not_retry'],
  ['MAC 21: Payment cancellation', 'do_not_retry'],
  ['01 : New account information available', 'new_card_details'],
  ['26 : Retry after 2 days', 'retry_later'],
  ['40', undefined],
  ['2003', undefined],
  [undefined, undefined],
])('the merchant advice code %j is %s', (text, advice) => expect(adviceOf(text)).toBe(advice))
