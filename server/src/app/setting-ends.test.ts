import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

/** The least and the largest value of each setting that is a number or a length of time. */
const ends: Readonly<Record<string, readonly [least: string, below: string, largest: string, above: string]>> = {
  FLORIN_ACQUIRER_TIMEOUT_MS: ['1000', '20', '600000', '2592000000'],
  FLORIN_REPLY_WITHIN_MS: ['1000', '8', '600000', '2147483648'],
  FLORIN_NOTIFICATION_TIMEOUT_MS: ['1000', '30', '600000', '2592000000'],
  FLORIN_IDENTITY_TIMEOUT_MS: ['1000', '30', '600000', '2592000000'],
  FLORIN_MAIL_TIMEOUT_MS: ['1000', '30', '600000', '2592000000'],
  FLORIN_WORKER_EVERY_MS: ['10', '0', '600000', '2592000000'],
  FLORIN_SEAL_EVERY_MS: ['100', '5', '600000', '2592000000'],
  FLORIN_STOP_NOTICE_MS: ['0', '-1', '600000', '2592000000'],
  FLORIN_SLOW_STATEMENT_MS: ['1', '0', '600000', '2592000000'],
  FLORIN_READ_LAG_MS: ['250', '249', '5000', '5001'],
  FLORIN_BODY_BYTES_MAX: ['1', '0', '1073741824', '1e12'],
  FLORIN_CONNECTIONS_PER_ADDRESS: ['1', '0', '1000000', '1e12'],
  FLORIN_DOCUMENTS_KEPT: ['P1Y', 'PT5M', 'P100Y', 'P101Y'],
  FLORIN_EVIDENCE_KEPT: ['P30D', 'PT540H', 'P100Y', 'P101Y'],
  FLORIN_INVOICES_KEPT: ['P1Y', 'P10M', 'P100Y', 'P101Y'],
  FLORIN_SESSIONS_KEPT: ['P1D', 'PT30M', 'P100Y', 'P101Y'],
  FLORIN_KYC_VALID: ['P30D', 'PT1S', 'P100Y', 'P101Y'],
  FLORIN_RATES_AGE: ['PT1H', 'PT6M', 'P100Y', 'P101Y'],
  FLORIN_COIN_RATES_AGE: ['PT1M', 'PT2S', 'P100Y', 'P101Y'],
}

test.each(Object.entries(ends))('%s has ends: %s', (name, [least, below, largest, above]) => {
  for (const value of [least, largest]) expect(readConfig({ [name]: value }).environment).toBe('staging')
  for (const value of [below, above, '', 'ten'].filter((one) => one !== ''))
    expect(() => readConfig({ [name]: value }), value).toThrow(name)
})
