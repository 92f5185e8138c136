import { expect, test } from 'vitest'
import type { MerchantId } from '#core/directory'
import { type Money, money, parseMoney } from '#kernel/base/money.ts'
import type { Statement } from './statement.ts'
import { statementFile } from './statement-file.ts'

const euros = (text: string): Money => parseMoney(text, 'EUR')!

/** A capture in the first hour of November in Bucharest, which is still October in UTC. */
const november: Statement = {
  merchantId: 101 as MerchantId,
  currency: euros('0.00').currency,
  period: {
    from: Temporal.PlainDate.from('2026-11-01'),
    to: Temporal.PlainDate.from('2026-11-30'),
    timeZone: 'Europe/Bucharest',
  },
  isFinal: true,
  opening: euros('0.00'),
  aside: { disputed: euros('0.00'), reserve: euros('0.00'), onItsWay: euros('0.00') },
  movements: async function* () {
    yield [
      {
        ...{ bookedAt: Temporal.Instant.from('2026-10-31T22:35:02.103Z'), kind: 'capture', description: 'Payment' },
        ...{ reference: 'payment 1001', siteId: undefined, balance: euros('17.50') },
        ...{ gross: euros('18.00'), fee: money(-50n, euros('0.50').currency), net: euros('17.50') },
      },
    ]
  },
}

test('the file of a month has the days of the zone that cut it, and its name says the zone', async () => {
  const { fileName, parts } = statementFile(november, 'csv', 'Crumb & Co.')
  expect(fileName).toBe('statement-101-EUR-2026-11-01-2026-11-30-Europe-Bucharest.csv')
  let text = ''
  for await (const part of parts) text += part
  expect(text.split('\r\n')[2]).toBe(
    '2026-11-01T00:35:02.103+02:00,capture,Payment,payment 1001,,18.00,-0.50,17.50,17.50,EUR',
  )
})

test('JSON of a statement is whole, also of parts of the books in which nothing moved', async () => {
  const [movement] = (await november.movements().next()).value!
  for (const sizes of [[1, 0], [0, 1], [0, 0], [1, 0, 2], [0]]) {
    const movements = async function* () {
      for (const size of sizes) yield Array.from({ length: size }, () => movement!)
    }
    let text = ''
    for await (const part of statementFile({ ...november, movements }, 'json', 'Crumb & Co.').parts) text += part
    expect(JSON.parse(text).movements).toHaveLength(sizes.reduce((sum, size) => sum + size))
  }
})
