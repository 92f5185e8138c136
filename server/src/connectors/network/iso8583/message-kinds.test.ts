import { expect, test } from 'vitest'
import { isoMessage, isoVector } from '#connectors/iso8583/messages-under-test.ts'
import { type Dialect, readRequest } from './read-request.ts'

const dialect: Dialect = { network: 'net', zone: 'zone-1', nameLayout: 'visa', additionalData: 'subelements' }
const now = Temporal.Instant.from('2026-11-22T08:00:00Z')

/** By its type, the first digits of its processing code and the decision in it: kind, and whether it posts. */
function meaningOf(mti: string, code: string, decided?: string): string {
  const { 39: _, ...fields } = isoVector('D18').fields
  const input = { ...fields, 3: `${code}0000`, 18: '5411', ...(decided !== undefined && { 39: decided }) }
  const request = readRequest(isoMessage(mti, input), dialect, now)
  return request.kind === 'authorization' && request.posts ? 'authorization, posted' : request.kind
}

const codes = {
  purchase: '00',
  cash: '01',
  quasiCash: '11',
  verification: '33',
  balance: '30',
  refund: '20',
  credit: '26',
}

test.each([
  ['0100', undefined, { payment: 'authorization', inquiry: 'authorization', refund: 'authorization' }],
  [
    '0200',
    undefined,
    { payment: 'authorization, posted', inquiry: 'authorization, posted', refund: 'authorization, posted' },
  ],
  ['0120', '00', { payment: 'advice', inquiry: 'advice', refund: 'advice' }],
  ['0120', '51', { payment: 'advice', inquiry: 'advice', refund: 'advice' }],
  ['0400', '17', { payment: 'reversal', inquiry: 'reversal', refund: 'reversal' }],
  ['0420', '68', { payment: 'reversal', inquiry: 'reversal', refund: 'reversal' }],
  ['0220', undefined, { payment: 'clearing', inquiry: 'advice', refund: 'refund' }],
  ['0220', '00', { payment: 'clearing', inquiry: 'advice', refund: 'refund' }],
  ['0220', '10', { payment: 'clearing', inquiry: 'advice', refund: 'refund' }],
  ['0220', '11', { payment: 'clearing', inquiry: 'advice', refund: 'refund' }],
  ['0220', '85', { payment: 'clearing', inquiry: 'advice', refund: 'refund' }],
  ['0220', '51', { payment: 'advice', inquiry: 'advice', refund: 'advice' }],
])('%s with the decision %s has a kind for each purpose', (mti, decided, { payment, inquiry, refund }) => {
  const meanings = Object.entries(codes).map(([purpose, code]) => [purpose, meaningOf(mti, code, decided)])
  expect(Object.fromEntries(meanings)).toEqual({
    purchase: payment,
    cash: payment,
    quasiCash: payment,
    verification: inquiry,
    balance: inquiry,
    refund,
    credit: refund,
  })
})
