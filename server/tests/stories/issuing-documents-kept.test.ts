import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DocumentId, readDocument, rewrapDocuments, verificationsOf } from '#issuing/documents'
import type { HolderId } from '#issuing/ids'
import { findCase, transitionCase } from '#issuing/kyc'
import { generateKeys, type KeyRing, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { handIn } from '../../src/issuing/documents/hand-in.ts'
import { giveUp } from '../../src/issuing/documents/remove-documents.ts'
import { findVisit } from '../../src/issuing/documents/visit.ts'
import { cardLines, passportLines, problemsOf, startVisit } from '../world/documents.ts'
import { longTest } from '../world/length.ts'
import { jpeg, png } from '../world/media.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const keys = generateKeys()
let world: World
let nordwind: PartnerFixture
beforeAll(async () => {
  world = await createWorld({ environment: { FLORIN_DOCUMENTS_KEPT: 'P1Y', FLORIN_KEYS: keys } })
  nordwind = await openPartner(world)
})
afterAll(() => world[Symbol.asyncDispose]())

type Customer = Handed & { again(): Promise<Handed>; mayStart(): Promise<boolean> }
type Handed = { holderId: HolderId; files: readonly DocumentId[] }

/** A customer who has handed in a card with three pictures. */
async function handedIn(email?: string): Promise<Customer> {
  const { customerId } = await nordwind.customer(email)
  const holderId = customerId as HolderId
  const call = async () => {
    const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    return nordwind.withToken(String(login.body.accessToken))
  }
  const mayStart = async () =>
    (await (await call())('POST', '/kyc/poa-verification/start', { body: {} })).status === 201
  const again = async (): Promise<Handed> => {
    const visitor = await startVisit(world, await call())
    await visitor.fill({ kind: 'identity_card', country: 'RO' })
    await visitor.fill({ mrz: cardLines })
    for (const bytes of [png({ noise: 600_000 }), jpeg(), png()]) await visitor.sends(bytes)
    await visitor.fill({})
    const { id } = await verificationsOf(world.app, holderId)
    return { holderId, files: id!.documents.map((document) => document.id) }
  }
  return { ...(await again()), again, mayStart }
}

async function decide(holderId: HolderId, ...actions: ('submit' | 'approve' | 'reject')[]): Promise<void> {
  const { app, clock } = world
  const by = { actor: 'staff 7' }
  for (const action of actions) {
    const now = clock.now()
    await commit(
      app,
      now,
      transitionCase(now, (await findCase(app.db, holderId))!, {
        ...by,
        ...(action === 'reject' ? { action, rejectReason: 'other' } : { action }),
      }),
    )
  }
}

const statusesOf = async ({ holderId }: Handed): Promise<string[]> =>
  (
    await world.query(
      `select status from documents.verifications where holder_id = '${holderId}' and kind = 'id' order by created_at`,
    )
  ).map(({ status }) => String(status))

const opened = async (id: DocumentId): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync((await readDocument(world.app, id)).content))

test('documents of a rejected customer are deleted a year later, and those of an approved one are kept', async () => {
  const [rejected, approved] = [await handedIn(), await handedIn()]
  await decide(rejected.holderId, 'submit', 'reject')
  expect(await rejected.mayStart()).toBe(true)
  await decide(approved.holderId, 'submit', 'approve')
  expect(await approved.mayStart()).toBe(false)
  await world.pass({ hours: 24 * 364 })
  expect([await statusesOf(rejected), await statusesOf(approved)]).toEqual([['handed_in'], ['handed_in']])
  await world.pass({ hours: 48 })
  expect([await statusesOf(rejected), await statusesOf(approved)]).toEqual([['deleted'], ['handed_in']])
  expect((await verificationsOf(world.app, rejected.holderId)).id).toBeUndefined()
  for (const id of rejected.files) {
    await expect(readDocument(world.app, id)).rejects.toMatchObject({ code: 'document_not_found' })
    expect(await world.query(`select from documents.chunks where document_id = '${id}'`)).toEqual([])
    expect(await world.query(`select data_key from documents.documents where id = '${id}'`)).toEqual([
      { data_key: null },
    ])
  }
  expect(await opened(approved.files[0]!)).toEqual(jpeg())
  expect(
    await world.query(`select action from directory.audit where owner_id = '${rejected.holderId}' order by id`),
  ).toEqual(expect.arrayContaining([{ action: 'verificationHandedIn' }, { action: 'verificationDeleted' }]))
})

// In small: documents of a rejected customer are deleted a year later, and those of an approved one are kept
longTest(
  'what a newer one has replaced is deleted a year later, and what was never handed in after a day',
  async () => {
    const ana = await handedIn()
    const before = ana.files
    await world.pass({ hours: 1 })
    const after = await ana.again()
    expect(await statusesOf(ana)).toEqual(['replaced', 'handed_in'])
    expect(await opened(before[0]!)).toEqual(jpeg())
    const bob = await nordwind.customer()
    const visitor = await startVisit(world, bob.call)
    await visitor.fill({ kind: 'passport', country: 'DE' })
    await visitor.fill({ mrz: passportLines })
    await visitor.sends(png())
    await world.pass({ hours: 26 })
    expect(await statusesOf({ holderId: bob.customerId as HolderId, files: [] })).toEqual(['deleted'])
    await world.pass({ hours: 24 * 366 })
    expect(await statusesOf(ana)).toEqual(['deleted', 'handed_in'])
    await expect(readDocument(world.app, before[0]!)).rejects.toMatchObject({ code: 'document_not_found' })
    expect(await opened(after.files[0]!)).toEqual(jpeg())
  },
)

test('what is not complete is not handed in, and what is handed in is so once', async () => {
  const { customerId, call } = await nordwind.customer()
  const visitor = await startVisit(world, call)
  const visit = async () => (await findVisit(world.app, visitor.url.split('/').at(-1)!))!
  await expect(handIn(world.app, await visit(), '::1')).rejects.toMatchObject({
    code: 'verification_incomplete',
    details: { step: 'document' },
  })
  await visitor.fill({ kind: 'passport', country: 'DE' })
  await visitor.fill({ mrz: passportLines })
  for (const bytes of [png(), jpeg()]) await visitor.sends(bytes)
  const whole = await visit()
  const tries = await Promise.allSettled([1, 2, 3].map(() => handIn(world.app, whole, '::1')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(handIn(world.app, whole, '::1')).rejects.toMatchObject({ code: 'verification_changed' })
  const events = await world.query(`select from outbox.events where owner_id = '${customerId}'
    and name = 'verificationStatusChanged' and body ->> 'status' = 'handed_in'`)
  expect(events).toHaveLength(1)
})

test('of one customer no more than sixty files are kept', async () => {
  const { holderId } = await handedIn()
  const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId: holderId } })
  const visitor = await startVisit(world, nordwind.withToken(String(login.body.accessToken)))
  await visitor.fill({ kind: 'passport', country: 'DE' })
  await visitor.fill({ mrz: passportLines })
  const columns =
    'verification_id, holder_id, place, status, media_type, bytes, chunks, digest, data_key, created_at, stored_at'
  await world.query(`insert into documents.documents (id, ${columns}) select gen_random_uuid(), ${columns}
    from documents.documents, generate_series(1, 57) where holder_id = '${holderId}' and place = 'back'`)
  const sixty = await world.query(`select from documents.documents where holder_id = '${holderId}'`)
  expect(sixty).toHaveLength(60)
  // The refusal too_many_documents, as a page says it.
  expect(problemsOf(await visitor.sends(png()))).toEqual([expect.stringContaining('as many files as we keep')])
  await world.query(`delete from documents.documents where stored_at is not null and holder_id = '${holderId}'
    and not exists (select from documents.chunks c where c.document_id = id)`)
})

test('of a file that stopped arriving, because its process died, nothing is left after two days', async () => {
  const ana = await handedIn()
  const [{ id }] = (await world.query(
    `select id from documents.verifications where holder_id = '${ana.holderId}'`,
  )) as [{ id: string }]
  const dead = crypto.randomUUID()
  await world.query(`insert into documents.documents (id, verification_id, holder_id, place, status, data_key, created_at)
    values ('${dead}', '${id}', '${ana.holderId}', 'front', 'receiving', '\\x01', '${world.clock.now()}')`)
  await world.query(`insert into documents.chunks values ('${dead}', 0, '\\x00')`)
  for (let days = 0; days < 2; days++) await world.pass({ hours: 25 })
  expect(await world.query(`select status from documents.documents where id = '${dead}'`)).toEqual([
    { status: 'removed' },
  ])
  expect(await world.query(`select from documents.chunks where document_id = '${dead}'`)).toEqual([])
  expect(await opened(ana.files[0]!)).toEqual(jpeg())
})

test('a file that was stored while another window began is not given up', async () => {
  const { holderId, files } = await handedIn()
  const { id } = await verificationsOf(world.app, holderId)
  await giveUp(world.app, { id: id!.verificationId, holderId }, files)
  expect(await opened(files[0]!)).toEqual(jpeg())
})

test('a piece that is changed, moved, left out or cut off is not shown', async () => {
  const { files } = await handedIn()
  const front = files[1]!
  expect((await opened(front)).length).toBeGreaterThan(600_000)
  const tampered = async (text: string): Promise<string> => {
    const pieces = await world.query(
      `select number, encode(sealed, 'hex') as sealed from documents.chunks where document_id = '${front}'`,
    )
    const chunks = await world.query(`select chunks from documents.documents where id = '${front}'`)
    await world.query(text)
    const result = await opened(front).then(
      () => 'shown',
      () => 'not shown',
    )
    await world.query(`delete from documents.chunks where document_id = '${front}'`)
    for (const { number, sealed } of pieces)
      await world.query(`insert into documents.chunks values ('${front}', ${number}, '\\x${sealed}')`)
    await world.query(`update documents.documents set chunks = ${chunks[0]!.chunks} where id = '${front}'`)
    return result
  }
  const of = `document_id = '${front}'`
  expect([
    await tampered('select 1'),
    await tampered(
      `update documents.chunks set sealed = set_byte(sealed, 100, get_byte(sealed, 100) # 1) where ${of} and number = 1`,
    ),
    await tampered(
      `update documents.chunks set sealed = (select sealed from documents.chunks where ${of} and number = 0) where ${of} and number = 1`,
    ),
    await tampered(`delete from documents.chunks where ${of} and number = 1`),
    await tampered(`update documents.documents set chunks = chunks - 1 where id = '${front}'`),
  ]).toEqual(['shown', 'not shown', 'not shown', 'not shown', 'not shown'])
})

test('nothing of a document is in the log, in an event, in the audit or, unsealed, in any row', async () => {
  const { holderId } = await handedIn('planted@example.com')
  const secrets = ['IONESCU', 'ELENA', 'RX123456', '1985-01-15', 'noise noise']
  const rows = (
    await Promise.all(
      ['documents.verifications', 'documents.documents', 'documents.chunks', 'outbox.events', 'directory.audit'].map(
        (table) =>
          world.query(
            `select to_jsonb(t)::text as row, ${table === 'documents.chunks' ? `encode(sealed, 'escape')` : `''`} as bytes from ${table} t`,
          ),
      ),
    )
  ).flat()
  const texts = [...world.logged, ...rows.flatMap(({ row, bytes }) => [String(row), String(bytes)])]
  expect(rows.length).toBeGreaterThan(20)
  // Bytes are shown as hexadecimal digits.
  const spellings = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')])
  expect(texts.filter((text) => spellings.some((secret) => text.includes(secret)))).toEqual([])
  expect((await verificationsOf(world.app, holderId)).id?.person?.surname).toBe('IONESCU')
})

// In small: seals and records agree with everything that was done
longTest('records agree with everything that was done', async () => {
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})

test('the master key is rotated while documents stay readable, and then the older one may go', async () => {
  const ana = await handedIn()
  const both = withFreshKey(keys, 'documents')
  const file = JSON.parse(both) as { seal: { documents: Record<string, string> } }
  delete file.seal.documents['1']
  const [during, after] = [readKeyRing(both), readKeyRing(JSON.stringify(file))]
  const read = async (ring: KeyRing) => {
    const { content } = await readDocument({ db: world.app.db, keys: ring }, ana.files[0]!)
    return Buffer.concat(await Array.fromAsync(content))
  }
  const ctx = { ...world.app, keys: during }
  let rewrapped = 0
  for (let more = 1; more > 0; rewrapped += more) ({ rewrapped: more } = await rewrapDocuments(ctx, { limit: 3 }))
  expect(rewrapped).toBeGreaterThan(4)
  for (const ring of [during, after]) expect(await read(ring)).toEqual(jpeg())
  expect((await verificationsOf({ db: world.app.db, keys: after }, ana.holderId)).id?.number).toBe('RX123456')
  await expect(read(readKeyRing(keys))).rejects.toThrow('is not in the key file')
  // What this world reads from now on is sealed with the newer key.
  Object.assign(world.app, { keys: during })
  expect((await world.verify()).differences).toEqual([])
  const alien = readKeyRing(generateKeys())
  await expect(read(alien)).rejects.toThrow()
})
