import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentId, readDocument, verificationsOf } from '#issuing/documents'
import type { HolderId } from '#issuing/ids'
import { changeSettings } from '#issuing/programmes'
import { actionOf, cardLines, passportLines, startVisit, titleOf, type Visitor, visitorAt } from '../world/documents.ts'
import { approveKyc } from '../world/issuing.ts'
import { longTest } from '../world/length.ts'
import { jpeg, png } from '../world/media.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

let world: World
let nordwind: PartnerFixture
beforeAll(async () => {
  world = await createWorld()
  nordwind = await openPartner(world)
  const changes = {
    frameAncestors: ['https://app.nordwind.example'],
    returnUrl: 'https://app.nordwind.example/verified',
  }
  await changeSettings(world.app, { by, partnerId: nordwind.partner.id, changes })
})
afterAll(() => world[Symbol.asyncDispose]())

const ofHolder = (customerId: string) => verificationsOf(world.app, customerId as HolderId)

async function handInCard(visitor: Visitor): Promise<void> {
  await visitor.fill({ kind: 'identity_card', country: 'RO' })
  await visitor.fill({ mrz: cardLines })
  for (const bytes of [png(), jpeg(), png()]) await visitor.sends(bytes)
  await visitor.fill({})
}

async function contentOf(id: DocumentId): Promise<Buffer> {
  const { content } = await readDocument(world.app, id)
  return Buffer.concat(await Array.fromAsync(content))
}

describe('the address', () => {
  test('is over after an hour, and when a new one was made', async () => {
    const { call } = await nordwind.customer()
    const [first, second] = [await startVisit(world, call), await startVisit(world, call)]
    const over = await first.look()
    expect(over.status).toBe(410)
    expect(titleOf(over)).toBe('This page is over')
    expect(
      (await first.post(`${first.url}/answers?v=1&step=document`, { fields: { kind: 'passport', country: 'DE' } }))
        .status,
    ).toBe(410)
    expect((await second.look()).status).toBe(200)
    const other = await startVisit(world, call, 'poa')
    expect((await second.look()).status).toBe(200)
    world.clock.pass({ minutes: 60 })
    for (const visitor of [second, other]) expect((await visitor.look()).status).toBe(410)
    expect((await visitorAt(world, '/verification/abc').look()).status).toBe(404)
  })

  test('says thank you when it is used a second time, and changes nothing any more', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    await handInCard(visitor)
    const before = await ofHolder(customerId)
    for (const path of ['/answers?v=1&step=document', '/files/front?v=1', '/hand-in?v=1']) {
      const reply = await visitor.post(`${visitor.url}${path}`, { fields: { kind: 'passport', country: 'DE' } })
      expect([reply.status, titleOf(reply)]).toEqual([200, 'Thank you'])
    }
    expect(await ofHolder(customerId)).toEqual(before)
  })

  test('in two windows, the later one is shown how it stands and not taken for an answer', async () => {
    const { call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    const [one, other] = [await visitor.look(), await visitor.look()]
    await visitor.post(actionOf(one), { fields: { kind: 'passport', country: 'DE' } })
    const late = await visitor.post(actionOf(other), { fields: { kind: 'driving_licence', country: 'FR' } })
    expect([late.status, titleOf(late)]).toEqual([409, 'What does the document say?'])
    expect(late.body).toContain('Another window was quicker')
    expect((await visitor.look('?step=document')).body).toMatch(/value="passport" checked/)
  })

  test('of two windows that send a file at once, one is kept, whole', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    await visitor.fill({ kind: 'passport', country: 'DE' })
    await visitor.fill({ mrz: passportLines })
    const action = actionOf(await visitor.look())
    const pictures = [png({ noise: 700_000 }), png({ noise: 800_000 }), png({ noise: 900_000 })]
    const replies = await Promise.all(pictures.map((file) => visitor.post(action, { file })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await visitor.sends(jpeg())
    await visitor.fill({})
    const front = (await ofHolder(customerId)).id!.documents.find(({ place }) => place === 'front')!
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(pictures.map(digest)).toContain(digest(await contentOf(front.id)))
    expect(
      await world.query(
        `select from documents.chunks c join documents.documents d on d.id = c.document_id where d.status <> 'stored'`,
      ),
    ).toEqual([])
  })
})

describe('a start', () => {
  test('is refused when KYC is closed, also to a page that was open before', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    await visitor.fill({ kind: 'passport', country: 'DE' })
    await approveKyc(world, customerId)
    const refused = await call('POST', '/kyc/id-verification/start', { body: {} })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'kyc_not_open', allowed: [] } })
    const page = await visitor.fill({ mrz: passportLines })
    expect([page.status, titleOf(page)]).toEqual([409, 'What does the document say?'])
  })

  test('is counted per customer', async () => {
    const { call } = await nordwind.customer()
    const replies: number[] = []
    for (let count = 0; count < 21; count++)
      replies.push((await call('POST', '/kyc/poa-verification/start', { body: {} })).status)
    expect(replies.toSorted()).toEqual([...Array.from({ length: 20 }, () => 201), 429])
    expect((await call('POST', '/kyc/poa-verification/start', { body: {} })).body.reason).toBe('too_many_verifications')
  })

  test('speaks the language that the app has named, and is never replied a second time', async () => {
    const { call } = await nordwind.customer()
    const visitor = await startVisit(world, call, 'id', { language: 'de' })
    expect(titleOf(await visitor.look())).toBe('Welches Dokument haben Sie?')
    expect(titleOf(await visitor.look('?lang=ro'))).toBe('Ce document ai?')
    const options = { body: {}, headers: { 'idempotency-key': 'once' } }
    expect((await call('POST', '/kyc/id-verification/start', options)).status).toBe(201)
    expect(await call('POST', '/kyc/id-verification/start', options)).toMatchObject({ status: 409 })
  })
})

// In small: seals and records agree with everything that was done
longTest('seals and records agree with everything that was done', async () => {
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})
