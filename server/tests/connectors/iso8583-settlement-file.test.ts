import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { importReport, listBreaks } from '#acquiring/reconciliation'
import { operator } from '../world/connected.ts'
import { openIso8583World } from '../world/iso8583.ts'

type At = Awaited<ReturnType<typeof openIso8583World>>

const columns = {
  ...{ record: { at: 1, length: 1 }, batch: { at: 2, length: 4 }, entry: { at: 6, length: 4 } },
  ...{ amount: { at: 10, length: 6 }, fees: [{ at: 16, length: 4 }], bookedOn: { at: 20, length: 8 } },
  ...{ rrn: { at: 28, length: 12 }, stan: { at: 40, length: 6 }, authorizationCode: { at: 46, length: 6 } },
  transactionOn: { at: 52, length: 8 },
}
const shape = {
  ...{ format: 'fixed', columns, currency: 'EUR' },
  records: { S: 'capture', R: 'refund', T: 'transfer' },
}

/** Without field 37 where that is not what rows are joined by. */
const shapeFor = (join: string) => ({
  ...shape,
  join,
  columns: join === 'rrn' ? columns : { ...columns, rrn: undefined },
})

/** What the host has of a message, as its acquirer's file would have it. */
function lineOf(
  { host }: At,
  { record, type, entry, amount, fee }: Record<'record' | 'type' | 'entry', string> & { amount: number; fee: number },
) {
  const { message } = host.received.findLast((one) => one.type === type && Number(one.message[4]) === amount)!
  const day = (date: string) => `2026${date}`
  const digits = (number: number, length: number) => String(number).padStart(length, '0')
  const booked = day(message[7]!.slice(0, 4))
  const facts = [message[37], message[11], message[38] ?? '      ', day(message[13]!)].join('')
  return `${record}B001${entry}${digits(amount, 6)}${digits(fee, 4)}${booked}${facts}`
}

test.each(['rrn', 'stan', 'authorizationCode'] as const)(
  'the file of an acquirer is imported in its own shape, and joined by %s to what was paid',
  async (join) => {
    await using at = await openIso8583World({ settlementFile: shapeFor(join) })
    const paid = await at.fixture.pays({ kind: 'sale', amount: '10.00' })
    await expect.poll(() => at.host.ledger.captured).toBe(1000)
    at.world.clock.pass({ hours: 24 })
    await at.runUntilIdle()
    await at.fixture.reverses(paid, '4.00')
    expect(at.host.ledger.refunded).toBe(400)
    const lines = [
      lineOf(at, { record: 'S', type: '0220', entry: 'E001', amount: 1000, fee: 12 }),
      lineOf(at, { record: 'R', type: '0220', entry: 'E002', amount: 400, fee: 0 }),
      'TB001E003000588000020261128',
    ]
    const report = await imports(at, lines)
    const { data: breaks } = await listBreaks(at.app.db, {}, { page: 1, size: 10 })
    // A refund has no authorization code: a person matches it.
    const wanted = join === 'authorizationCode' ? [{ kind: 'unknown', reported: { minor: -400n } }] : []
    expect(breaks.filter(({ kind }) => kind !== 'notReported')).toMatchObject(wanted)
    expect(report).toMatchObject({ connector: 'host', rows: 3, isWhole: true })
    expect(await imports(at, lines)).toMatchObject({ id: report.id })
  },
)

async function imports({ app }: At, lines: readonly string[]) {
  const bytes = Buffer.from(lines.join('\n'))
  const file = app.connections.all.get('host' as never)!.settlementFile!
  return importReport(app, {
    by: operator,
    name: 'settled.txt',
    rows: () => file.rows(Readable.from([bytes])),
    digest: () => createHash('sha256').update(bytes).digest(),
  })
}
