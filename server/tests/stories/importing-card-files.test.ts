import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { openApiShop, orders } from '../world/api.ts'
import { cardRow, csvOf, importsCards } from '../world/card-file.ts'
import { longTest } from '../world/length.ts'

/** An operator with a folder for the files of a store that moves here. */
async function openMove() {
  const shop = await openApiShop({}, { ownTime: true })
  const folder = await mkdtemp(join(tmpdir(), 'florin-cards-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { runs } = openCommandLine(shop.world)
  let mappings = 0
  return {
    ...shop,
    runs,
    folder,
    /** Imports what the rows say; the mapping is undefined when none was written. */
    imports: async (text: string, ...options: string[]) => {
      const path = join(folder, 'cards.csv')
      await writeFile(path, text, { mode: 0o600 })
      const to = join(folder, `mapping-${++mappings}.csv`)
      const { printed, error } = await runs(['card', 'import', String(shop.site.id), path, '--mapping', to, ...options])
      const mapping = await readFile(to, 'utf8').catch(() => undefined)
      return { printed, error: error?.message, mapping: mapping?.trim().split('\n').slice(1) }
    },
    cards: () =>
      shop.rows(`select i.reference, c.id::int, s.identifier, c.last4 from shoppers.card_imports i
        join shoppers.cards c on c.id = i.card_id join shoppers.shoppers s on s.id = c.shopper_id order by i.reference`),
  }
}

const numbers = ['4111111111111111', '5555555555554444', '4000056655665556'] as const

test('the cards of a file are stored with their customers, and the mapping says which card is which', async () => {
  const { imports, cards, client, world, count } = await openMove()
  const requests = vi.spyOn(world.app.connectors.get(world.app.connectors.ids[0]), 'authorize')
  const rows = [
    cardRow('old-1', { identifier: 'ana', email: 'ana@example.com', firstName: 'Ana', cardNumber: numbers[0] }),
    cardRow('old-2', { identifier: 'ana', cardNumber: numbers[1] }),
    cardRow('old-3', { identifier: 'ben', cardNumber: numbers[0], cardHolderName: '"Pop, Ben"' }),
  ]

  const { printed, mapping, error } = await imports(csvOf(rows))

  expect(error).toBeUndefined()
  expect(printed).toContain('3 rows: 3 stored, 0 stored before, 0 refused.')
  expect(printed).toContain('delete it')
  const stored = await cards()
  expect(stored.map(({ reference, identifier, last4 }) => [reference, identifier, last4])).toEqual([
    ['old-1', 'ana', '1111'],
    ['old-2', 'ana', '4444'],
    ['old-3', 'ben', '1111'],
  ])
  expect(mapping).toEqual(stored.map(({ reference, id }) => `${reference},${id}`))
  const [ana] = (await client.get('/customer?identifier=ana')).items
  expect(ana).toMatchObject({ email: 'ana@example.com', firstName: 'Ana' })
  const { data } = await orders(client, Number(ana!.id), { cardId: String(stored[0]!.id), orderType: 'managed' })
  expect(data.orderStatus).toBe('in-progress')
  expect(requests.mock.lastCall?.[0].initiator).toMatchObject({
    type: 'mit',
    networkTransactionId: 'MCC1234560504',
    networkTransactionDate: Temporal.Instant.fromEpochMilliseconds(1_770_000_000_000),
  })
  expect(await count('vault.cards')).toBe(3)
})

test('a row that is wrong is listed by line, field and reason, never with its number, and holds up no other', async () => {
  const { imports, cards } = await openMove()
  const wrong: [Record<string, string>, string][] = [
    [{ cardNumber: '4111111111111112' }, 'cardNumber: '],
    [{ cardNumber: '' }, 'cardNumber: is required'],
    [{ cardExpiryDate: '01/20' }, 'cardExpiryDate: '],
    [{ networkTransactionId: '' }, 'networkTransactionId: is required'],
    [{ networkTransactionDate: '1770000000' }, 'networkTransactionDate: is before the year 2000'],
    [{ reference: numbers[0] }, 'reference: must be your own reference'],
    [{ identifier: numbers[0] }, 'identifier: must be your own identifier'],
    [{ cardExpiryDate: numbers[0] }, 'cardExpiryDate: must be MM/YY'],
    [{ email: 'nobody' }, 'email: must be an e-mail address'],
    [{ firstName: 'x'.repeat(101) }, 'firstName: must be a first name'],
    [{ reference: 'good-1' }, 'reference: line 2 of this file has it already'],
  ]
  const rows = wrong.map(([fields], index) => cardRow(`bad-${index}`, fields))

  const { printed, error, mapping } = await imports(
    `${csvOf([cardRow('good-1'), ...rows])}\nshort,row\n${cardRow('good-2').join(',')}\n`,
  )

  const lines = printed.split('\n')
  for (const [index, [, words]] of wrong.entries()) expect(lines[index]).toContain(`line ${index + 3}, ${words}`)
  expect(lines[wrong.length]).toContain('row: has not as many fields as the header')
  expect(printed).not.toMatch(/411111|\d{12}/)
  expect(error).toBe('12 rows are not imported. Correct what is listed, and import it or the whole file again.')
  expect(mapping).toHaveLength(2)
  expect((await cards()).map(({ reference }) => reference)).toEqual(['good-1', 'good-2'])
})

// In small: a reference names one card for good: another card or customer under it is refused
longTest('the same file again stores nothing twice, and maps everything; a deleted card stays deleted', async () => {
  const { imports, client, count, cards } = await openMove()
  const rows = [cardRow('old-1'), cardRow('old-2', { identifier: 'ben' })]
  const first = await imports(csvOf(rows))
  const [{ id } = {}] = await cards()
  await client.send('DELETE', `/card/${id}`)

  const again = await imports(csvOf([...rows, cardRow('old-3', { cardNumber: numbers[1] })]))

  expect(again.printed).toContain('3 rows: 1 stored, 2 stored before, 0 refused.')
  expect(again.mapping?.slice(0, 2)).toEqual(first.mapping)
  expect(await count(`shoppers.cards where status = 'active'`)).toBe(2)
  expect(await count('vault.cards')).toBe(2)
})

test('a reference names one card for good: another card or customer under it is refused', async () => {
  const { imports, count } = await openMove()
  await imports(csvOf([cardRow('old-1')]))

  for (const other of [{ cardNumber: numbers[1] }, { identifier: 'ben' }]) {
    const { printed, mapping } = await imports(csvOf([cardRow('old-1', other)]))
    expect(printed).toContain('line 2, reference: The reference belongs to another card')
    expect(mapping).toEqual([])
  }
  expect(await count('shoppers.cards')).toBe(1)
})

// In small: the cards of a file are stored with their customers, and the mapping says which card is which
longTest('a dry run checks the rows, and changes nothing', async () => {
  const { imports, count } = await openMove()
  const { printed, error, mapping } = await imports(
    csvOf([cardRow('old-1'), cardRow('old-2', { cardNumber: '4' })]),
    '--dry-run',
  )
  expect(printed).toContain('line 3, cardNumber: ')
  expect(printed).toContain('2 rows: 1 can be imported, 1 refused')
  expect([error, mapping]).toEqual([expect.stringContaining('1 row is not imported'), undefined])
  for (const table of ['shoppers.cards', 'shoppers.shoppers', 'vault.cards']) expect(await count(table)).toBe(0)
  expect(await count(`directory.audit where action like 'cardImport%'`)).toBe(0)
})

// In small: a row that is wrong is listed by line, field and reason, never with its number, and holds up no other
longTest(
  'a file that others may read, or whose columns are not those of an import, is refused with what to do',
  async () => {
    const { imports, runs, folder, site, count } = await openMove()
    const open = join(folder, 'open.csv')
    await writeFile(open, csvOf([cardRow('old-1')]))
    await chmod(open, 0o644)
    const { error } = await runs(['card', 'import', String(site.id), open, '--dry-run'])
    expect(error?.message).toContain('is open to other users (mode 0644); it holds card numbers. Close it: chmod 600')

    const rows = csvOf([cardRow('old-1')])
    const wrong: [string, string][] = [
      [rows.replace('cardNumber', 'pan'), 'the column cardNumber is missing; there is no column "pan"'],
      [rows.replace('firstName', 'cvv'), 'remove cvv: security codes may not be stored'],
      [rows.replace('firstName', 'email'), 'the column email is there twice'],
      [cardRow('old-1').join(','), 'the first line has no names of columns'],
      [rows.replace('Ana Pop', '"Ana Pop'), 'is not CSV near line 2: a quotation mark is not closed'],
      ['', 'the column reference is missing'],
    ]
    for (const [text, words] of wrong) {
      const { error, printed } = await imports(text)
      expect(error).toContain(words)
      expect(`${error}${printed}`).not.toMatch(/\d{12}/)
    }
    expect(await count('shoppers.cards')).toBe(0)
  },
)

test('a mapping file that is there is never written over, and without one nothing is imported', async () => {
  const { imports, runs, folder, site, count } = await openMove()
  await imports(csvOf([cardRow('old-1')]))
  const file = join(folder, 'cards.csv')
  const again = await runs(['card', 'import', String(site.id), file, '--mapping', join(folder, 'mapping-1.csv')])
  expect(again.error?.message).toContain('is there already. Name another file')
  expect((await runs(['card', 'import', String(site.id), file])).error?.message).toContain('Pass --mapping <file>')
  expect((await runs(['card', 'import', '99', file, '--dry-run'])).error?.message).toBe('There is no site 99.')
  expect(await count('shoppers.card_imports')).toBe(1)
})

// In small: many imports of one card at the same moment store it once
longTest('two operators who import one file at the same moment store each card once', async () => {
  const { world, site, count, cards } = await openMove()
  const rows = Array.from({ length: 40 }, (_, nth) => cardRow(`old-${nth}`, { identifier: `customer ${nth % 7}` }))

  const both = await Promise.all([1, 2].map(() => importsCards(world.app, site, rows)))

  const mapped = both.map((results) => results.map((row) => ('cardId' in row ? [row.reference, row.cardId] : row)))
  expect(mapped[0]).toEqual(
    (await cards()).map(({ reference, id }) => [reference, BigInt(Number(id))]).toSorted(byLine),
  )
  expect(mapped[1]).toEqual(mapped[0])
  expect(await count('shoppers.cards')).toBe(7)
})
const byLine = ([one]: unknown[], [other]: unknown[]) => lineOf(one) - lineOf(other)
const lineOf = (reference: unknown) => Number(String(reference).slice('old-'.length))

// In small: the cards of a file are stored with their customers, and the mapping says which card is which
longTest('who has imported which file is in the audit, and verify finds nothing', async () => {
  const { imports, rows, world } = await openMove()
  await imports(csvOf([cardRow('old-1'), cardRow('old-2', { cardNumber: '4' })]))
  const found = await rows(
    `select actor, action, after from directory.audit where action like 'cardImport%' order by id`,
  )
  expect(found).toEqual([
    { actor: 'operator', action: 'cardImportStarted', after: { file: 'cards.csv' } },
    {
      actor: 'operator',
      action: 'cardImportFinished',
      after: { file: 'cards.csv', stored: 1, known: 0, refused: 1 },
    },
  ])
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])
})
