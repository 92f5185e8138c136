import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { conformant, openAdyenUnderTest } from '../emulators/adyen/adyen-under-test.ts'
import { copyOfTemplate } from '../world/database.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

/** A batch whose report has the net amount 5.00 where 9.90 adds up, and was announced. */
async function unreadable() {
  const under = await openAdyenUnderTest(db, clockInHand())
  const { emulator, acquirer, settle, apply, receive, clock, connector } = under
  onTestFinished(async () => {
    await under.connection.close()
    await emulator[Symbol.asyncDispose]()
  })
  await counter(conformant(under)).authorize('sale', 1000n)
  await settle()
  const name = emulator.closeBatch({ change: (line) => ({ ...line, 'Net Credit (NC)': '5.00' }) })
  const [announced] = emulator.takeItems()
  await apply([announced!])
  await settle()
  const corrected = emulator.state.reports.get(name)!.replaceAll(',5.00,', ',9.90,')
  const reports = () =>
    db.read
      .selectFrom('adyen.reports')
      .select(['id', 'lines', 'trouble', 'number', 'due_at'])
      .where('connector', '=', connector)
      .orderBy('id')
      .execute()
  /** Adyen has generated the report again. */
  const again = async (text: string) => {
    emulator.state.reports.set(name, text)
    clock.pass({ hours: 3 })
    const { reason } = announced!
    const item = emulator.sign({ eventCode: 'REPORT_AVAILABLE', pspReference: name, reason })
    const [first] = await receive([announced!])
    const [second] = await receive([item])
    expect(second!.id, 'it is another message').not.toBe(first!.id)
    await apply([item])
    await settle()
  }
  const entries = async () => (await acquirer.settlementsSince(undefined)).entries
  return { announced: announced!, name, corrected, reports, again, entries, apply, settle, connector }
}

test('a report that could not be read is read from its first line when it was generated and announced again', async () => {
  const { announced, corrected, reports, again, entries, apply, settle } = await unreadable()
  expect(await reports()).toMatchObject([{ number: null, due_at: null, trouble: expect.stringContaining('line') }])
  await again(corrected)
  const booked = await entries()
  expect(booked.map(({ kind, gross, fee }) => [kind, gross.minor, fee.minor])).toContainEqual(['capture', 1000n, 10n])
  expect(await reports()).toMatchObject([{ number: null }, { number: 1n, trouble: null }])
  await apply([announced])
  await settle()
  expect(await entries(), 'what is whole is not read again').toEqual(booked)
})

test('what was read of a report before its trouble never counts beside the one that replaces it', async () => {
  const { name, corrected, reports, again, entries, connector } = await unreadable()
  const [first] = await reports()
  await db.run(
    `insert into adyen.settlement_lines (report_id, line, batch, type, journal_type, currency, gross_minor, fees_minor,
       net_minor, fees, booked_on)
     values ($1, 2, '1', 'capture', 'Settled', 'EUR', 700, 0, 700, '{}', '2026-05-01')`,
    [first!.id],
  )
  await db.run('update adyen.reports set lines = 2 where id = $1', [first!.id])
  await again(corrected)
  const booked = await entries()
  expect(booked.map(({ gross }) => gross.minor)).not.toContain(700n)
  expect(new Set(booked.map(({ id }) => id)).size).toBe(booked.length)
  expect(await reports(), `${name} of ${connector}`).toMatchObject([
    { lines: 2, number: null, due_at: null },
    { number: 1n },
  ])
})
