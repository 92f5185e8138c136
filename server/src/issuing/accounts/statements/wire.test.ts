import { expect, test } from 'vitest'
import { parseMoney } from '#kernel/base/money.ts'
import type { Movement, Statement } from './statement.ts'
import { statementJson } from './wire.ts'

const euros = (text: string) => parseMoney(text, 'EUR')!

test('JSON of a statement is whole, also of parts of the books in which nothing moved', async () => {
  const day = Temporal.PlainDate.from('2026-11-01')
  const movement = {
    ...{ bookedAt: Temporal.Instant.from('2026-11-01T10:00:00Z'), kind: 'topup', description: 'Topup' },
    ...{ reference: 'payment 1001', amount: euros('5.00'), merchantAmount: undefined, balance: euros('5.00') },
  } satisfies Movement
  for (const sizes of [[1, 0], [0, 1], [0, 0], [1, 0, 2], [0]]) {
    const statement = {
      ...{ account: { id: 101n, holderId: 102n, currency: 'EUR' }, period: { from: day, to: day, timeZone: 'UTC' } },
      ...{ isFinal: true, opening: euros('0.00') },
      movements: async function* () {
        for (const size of sizes) yield Array.from({ length: size }, () => movement)
      },
    } as unknown as Statement
    let text = ''
    for await (const part of statementJson(statement)) text += part
    expect(JSON.parse(text).movements).toHaveLength(sizes.reduce((sum, size) => sum + size))
  }
})
