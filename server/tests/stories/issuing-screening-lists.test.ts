import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readHolderId } from '#issuing/ids'
import { openHitsOf, readHitDecision, readListName, screenPerson } from '#issuing/screening'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest, sampled } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { euXml, type ListedPerson, lenka, loads, ofacXml, others, tavio } from '../world/sanctions.ts'
import { createWorld, type World } from '../world/world.ts'

async function openLists() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  return world
}
const list = (...people: readonly ListedPerson[]) => ofacXml([...people, ...others])
const current = (world: World) =>
  world.query(`select l.name, cardinality(v.entries) as entries from screening.lists l
    left join screening.versions v on v.id = l.version_id order by 1`)

test('each load is a version that is kept whole, and the newest one counts', async () => {
  const world = await openLists()
  const first = await loads(world, 'ofac', list(tavio))
  const second = await loads(world, 'ofac', list(tavio, lenka))
  expect(first.version).toMatchObject({ entries: 11, names: 11, added: 11, removed: 0 })
  expect(second.version).toMatchObject({ entries: 12, names: 13, added: 1, removed: 0 })
  expect(await current(world)).toEqual([
    { name: 'eu', entries: null },
    { name: 'ofac', entries: 12 },
  ])
  const [kept] =
    await world.query(`select e.content from screening.versions v join screening.entries e on e.id = any(v.entries)
    where v.id = ${first.version.id} and e.reference = '9001'`)
  expect(kept).toMatchObject({
    content: {
      type: 'person',
      names: [{ name: 'Tavio BRENHOLM' }],
      births: [{ text: '07 Oct 1962', fromYear: 1962, toYear: 1962 }],
      countries: ['IR'],
    },
  })
  expect(await world.query('select count(*)::int as entries from screening.entries')).toEqual([{ entries: 12 }])
})

test('the same file again is found, and changes nothing', async () => {
  const world = await openLists()
  const first = await loads(world, 'ofac', list(tavio))
  const again = await loads(world, 'ofac', list(tavio))
  expect(again).toMatchObject({ isNew: false, version: { id: first.version.id } })
  expect(await world.query('select count(*)::int as versions from screening.versions')).toEqual([{ versions: 1 }])
})

test.each<[string, string, string]>(
  sampled(
    [
      [
        'a file with a row that cannot be read',
        ofacXml([...others, { ...tavio, first: '', last: '' }]),
        'list_rows_unreadable',
      ],
      ['a file with an entry twice', ofacXml([...others, tavio, tavio]), 'list_rows_unreadable'],
      ['a file with fewer entries than it says', ofacXml([...others, tavio], { count: 12 }), 'list_incomplete'],
      ['a file without entries', '<sdnList></sdnList>', 'list_empty'],
      ['a file that breaks off', list(tavio).slice(0, 900), 'invalid_list_file'],
      ['a file that has shrunk', ofacXml([tavio, lenka]), 'list_shrinks'],
      ['an older file', ofacXml([...others, tavio], { published: '05/01/2026' }), 'list_older'],
    ],
    3,
  ),
)('%s is refused, and the list stays as it was', async (_, text, code) => {
  const world = await openLists()
  await loads(world, 'ofac', list(tavio, lenka))
  const before = await current(world)
  const error = await loads(world, 'ofac', text).then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  expect(error?.cause ?? error).toMatchObject({ code })
  expect(await current(world)).toEqual(before)
  expect((await world.verify()).differences).toEqual([])
})

test('a list that shrinks, or is older, is loaded when that is insisted on', async () => {
  const world = await openLists()
  await loads(world, 'ofac', list(tavio, lenka))
  await loads(world, 'ofac', ofacXml([tavio], { published: '05/01/2026' }), { force: true })
  expect(await current(world)).toMatchObject([{ entries: null }, { entries: 1 }])
})

// In small: a list that shrinks, or is older, is loaded when that is insisted on
longTest('a list may lose a tenth of its entries, as lists do', async () => {
  const world = await openLists()
  await loads(world, 'ofac', ofacXml(others))
  await loads(world, 'ofac', ofacXml(others.slice(1)))
  await expect(loads(world, 'ofac', ofacXml(others.slice(3)))).rejects.toMatchObject({ code: 'list_shrinks' })
})

test('rows that cannot be read are left out when that is insisted on, and the version says which', async () => {
  const world = await openLists()
  const text = ofacXml([...others, { ...tavio, first: '', last: '' }])
  const { version } = await loads(world, 'ofac', text, { skipBadRows: true })
  expect(version).toMatchObject({ entries: 10, badRows: [{ line: 14, problem: 'entry 9001 has no name' }] })
})

test('two people who load at the same moment make one version after the other, or one of a same file', async () => {
  const world = await openLists()
  await Promise.all([loads(world, 'ofac', list(tavio)), loads(world, 'ofac', list(tavio))])
  expect(await world.query('select count(*)::int as versions from screening.versions')).toEqual([{ versions: 1 }])
  await Promise.all([loads(world, 'ofac', list(lenka)), loads(world, 'eu', euXml([lenka]))])
  expect(await current(world)).toMatchObject([{ entries: 1 }, { entries: 11 }])
  expect(await world.query('select count(*)::int as n from screening.runs where ended_at is null')).toEqual([{ n: 1 }])
})

test('two entries with the same content and different numbers are two', async () => {
  const world = await openLists()
  const { version } = await loads(world, 'ofac', list(tavio, { ...tavio, id: 9003 }))
  expect(version.entries).toBe(12)
  expect(
    await world.query('select count(distinct e)::int as entries from screening.versions, unnest(entries) e'),
  ).toEqual([{ entries: 12 }])
})

test('there are two lists and three decisions, and no others', () => {
  expect(() => readListName('un')).toThrow(expect.objectContaining({ code: 'unknown_list' }))
  expect(() => readHitDecision('maybe')).toThrow(expect.objectContaining({ code: 'invalid_hit_decision' }))
})

test('a file of another kind is refused by what it lacks', async () => {
  const world = await openLists()
  await expect(loads(world, 'ofac', '9001,"X"')).rejects.toMatchObject({ code: 'list_file_format' })
})

// In small: each load is a version that is kept whole, and the newest one counts
longTest('the operator loads a list, sees the hits, decides one, and everything prints what to do next', async () => {
  const world = await openLists()
  const { runs, prints } = openCommandLine(world)
  const { customerId } = await (await openPartner(world)).customer()
  const holderId = readHolderId(customerId)!
  const folder = await mkdtemp(join(tmpdir(), 'florin-lists-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'sdn.xml')
  await writeFile(path, list(tavio))

  expect(await prints('screening lists')).toContain('No list is loaded')
  expect(await prints('screening status')).toContain('ofac: not loaded')
  expect(await prints(`screening load ofac ${path}`)).toContain('Version 1 of ofac counts from now on: 11 entries')
  expect(await prints(`screening load ofac ${path}`)).toContain('is loaded already: it is version 1')
  await writeFile(path, ofacXml([...others, { ...tavio, last: '', first: '' }]))
  const refused = await runs(['screening', 'load', 'ofac', path])
  expect(refused.printed).toContain('Line 14 entry 9001 has no name')
  expect(refused.error?.message).toContain('--skip-bad-rows')
  expect(await prints('screening lists')).toMatch(/1 +ofac +2026-05-02 .* 11 +11 +11 +0 +0 +current/)

  await screenPerson(world.app, holderId, { names: ['Tavio Brenholm'], countries: ['RO'] })
  expect(await prints('screening hits')).toMatch(
    new RegExp(`1 +${customerId} .*ofac 9001 +1.000 +unknown +different +open`),
  )
  expect(await prints('screening show 1')).toContain('Tavio Brenholm')
  const clears = ['--reason', 'another year of birth', 'screening', 'decide', '1', 'clear']
  expect((await runs(clears)).printed).toContain(`Customer ${customerId} has 0 open hits`)
  expect(await prints('screening hits')).toBe('There is no such hit.')
  expect(await prints(`screening hits --status all --customer ${customerId}`)).toContain('false_positive')
  expect(await openHitsOf(world.app.db, holderId)).toEqual([])
  expect(await prints('screening rescreen')).toContain('compare all customers again')
  expect(await prints('screening status')).toContain('it was asked for')
})

test('who may look at hits is compliance, and support is not', async () => {
  const world = await openLists()
  const { prints, runs } = openCommandLine(world)
  await runs(['staff', 'add', 'sam@florin.example', 'Sam', '--role', 'support'])
  await runs(['staff', 'add', 'cora@florin.example', 'Cora', '--role', 'compliance'])
  expect(await prints('--as sam@florin.example screening hits')).toContain('screening:review')
  expect(await prints('--as cora@florin.example screening hits')).toBe('There is no such hit.')
})
