import { expect, test } from 'vitest'
import { readReportTerms } from './report-variables.ts'

const read = (fees: string, within = 'P7D') => {
  const problems: string[] = []
  const terms = readReportTerms({ FLORIN_ACQUIRER_FEES: fees, FLORIN_REPORTS_WITHIN: within }, problems)
  return { problems, fees: Object.fromEntries(terms.fees), hours: terms.reportsWithin.usual.hours }
}

test('what acquirers may keep is read by connector, and what is no fee is named', () => {
  expect(read('none', 'P2DT1H')).toEqual({ problems: [], fees: {}, hours: 49 })
  expect(read('acme=1.2%+0.10, other=0.95%,third=12%')).toEqual({
    problems: [],
    fees: {
      acme: { basisPoints: 120, fixed: '0.10' },
      other: { basisPoints: 95, fixed: '0' },
      third: { basisPoints: 1200, fixed: '0' },
    },
    hours: 168,
  })
  for (const wrong of ['acme', 'acme=1.2', 'acme=1.234%', 'Acme=1%', 'acme=1%-0.10', ''])
    expect(read(wrong).problems).toEqual([
      `FLORIN_ACQUIRER_FEES: write none, or fees such as acme=1.2%+0.10; "${wrong}" is neither`,
    ])
})

test('how long reports may take is read by connector, and what is no time is named', () => {
  const timesOf = (within: string) => {
    const problems: string[] = []
    const { usual, byConnector } = readReportTerms(
      { FLORIN_ACQUIRER_FEES: 'none', FLORIN_REPORTS_WITHIN: within },
      problems,
    ).reportsWithin
    return {
      problems,
      hours: usual.hours,
      ...Object.fromEntries([...byConnector].map(([id, time]) => [id, time.hours])),
    }
  }
  expect(timesOf('P2D, stripe=P14D,adyen=PT30H')).toEqual({ problems: [], hours: 48, stripe: 336, adyen: 30 })
  for (const [text, wrong] of [
    ['', ''],
    ['stripe=P2D', 'stripe=P2D'],
    ['P2D,stripe', 'stripe'],
    ['P2D,stripe=two', 'stripe=two'],
  ] as const)
    expect(timesOf(text).problems).toEqual([
      `FLORIN_REPORTS_WITHIN: write a length of time, such as P7D or P7D,acme=P14D; "${wrong}" is none`,
    ])
})
