import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentId, readDocument, verificationsOf } from '#issuing/documents'
import type { HolderId } from '#issuing/ids'
import { changeSettings } from '#issuing/programmes'
import { endSessions } from '../../src/issuing/holders/end-sessions.ts'
import {
  actionOf,
  cardLines,
  formOf,
  passportLines,
  problemsOf,
  startVisit,
  titleOf,
  type Visitor,
} from '../world/documents.ts'
import { jpeg, pdf, png, withFilm, zip } from '../world/media.ts'
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

async function contentOf(id: DocumentId): Promise<Buffer> {
  const { content } = await readDocument(world.app, id)
  return Buffer.concat(await Array.fromAsync(content))
}

describe('a customer hands in an identity document', () => {
  test('step by step, and it is there for reviewers as it was sent', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    const first = await visitor.look()
    expect(first.body).toContain('Step <bdi>1</bdi> of <bdi>6</bdi>')
    expect(first.headers['content-security-policy']).toContain('frame-ancestors https://app.nordwind.example')
    expect(titleOf(await visitor.fill({ kind: 'identity_card', country: 'RO' }))).toBe('What does the document say?')
    expect(titleOf(await visitor.fill({ mrz: cardLines }))).toBe('The front')
    const [front, back, selfie] = [png({ noise: 900_000 }), jpeg(), withFilm(jpeg({ width: 800 }))]
    expect(titleOf(await visitor.sends(front))).toBe('The back')
    expect(titleOf(await visitor.sends(back, { field: 'photo' }))).toBe('You')
    const review = await visitor.sends(selfie, { field: 'photo' })
    expect(titleOf(review)).toBe('Is everything right?')
    for (const shown of ['MARIA ELENA IONESCU', 'RX123456', '15 January 1985', 'Romania', ' kB'])
      expect(review.body).toContain(shown)
    expect((await ofHolder(customerId)).id).toBeUndefined()

    const done = await visitor.fill({})
    expect(titleOf(done)).toBe('Thank you')
    expect(done.body).toContain('href="https://app.nordwind.example/verified"')
    const { id, poa } = await ofHolder(customerId)
    expect(poa).toBeUndefined()
    expect(id).toMatchObject({
      ...{ documentKind: 'identity_card', country: 'RO', number: 'RX123456', handedInAt: world.clock.now() },
      expiresOn: Temporal.PlainDate.from('2029-01-15'),
      person: { surname: 'IONESCU', givenNames: 'MARIA ELENA', birthDate: Temporal.PlainDate.from('1985-01-15') },
    })
    const files = Object.fromEntries(id!.documents.map((document) => [document.place, document]))
    expect(await contentOf(files.front!.id)).toEqual(front)
    expect(await contentOf(files.back!.id)).toEqual(back)
    expect(files.selfie).toMatchObject({ type: 'image/jpeg', bytes: jpeg({ width: 800 }).length })
  })

  test('its address leads nowhere once the customer is logged out everywhere', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    const holder = { id: customerId as HolderId, partnerId: nordwind.partner.id }
    await endSessions(world.app, { by: { actor: 'test', fromWhere: 'test' }, holder })
    expect((await visitor.look()).status).toBe(410)
  })

  test('a passport has one side, and may have no lines', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    expect((await visitor.fill({ kind: 'passport', country: 'DE' })).body).toContain('of <bdi>5</bdi>')
    await visitor.fill({ number: 'C01X 00T47', expiresOn: '2030-07-31' })
    expect(titleOf(await visitor.look())).toBe('The page with the photo')
    expect(titleOf(await visitor.sends(pdf()))).toBe('You')
    expect(titleOf(await visitor.sends(jpeg()))).toBe('Is everything right?')
    await visitor.fill({})
    const { id } = await ofHolder(customerId)
    expect(id).toMatchObject({ documentKind: 'passport', number: 'C01X00T47', person: undefined })
    expect(id!.documents.map(({ place, type }) => `${place} ${type}`)).toEqual([
      'front application/pdf',
      'selfie image/jpeg',
    ])
  })

  test('two people with one document have one digest, and others do not', async () => {
    const digests: string[] = []
    for (const fields of [
      { mrz: cardLines },
      { number: 'rx-123 456', expiresOn: '2029-01-15' },
      { number: 'RX123457', expiresOn: '2029-01-15' },
    ]) {
      const { customerId, call } = await nordwind.customer()
      const visitor = await startVisit(world, call)
      await visitor.fill({ kind: 'residence_permit', country: 'RO' })
      await visitor.fill(fields)
      for (const bytes of [png(), png(), png()]) await visitor.sends(bytes)
      await visitor.fill({})
      digests.push((await ofHolder(customerId)).id!.numberDigest.toString('hex'))
    }
    expect(digests[0]).toBe(digests[1])
    expect(digests[2]).not.toBe(digests[0])
  })

  test('what is mistyped is named by its line, and typed again', async () => {
    const { call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    expect(problemsOf(await visitor.fill({}))).toEqual([
      'Please choose one of these.',
      'Please choose a country from the list.',
    ])
    await visitor.fill({ kind: 'passport', country: 'RO' })
    const wrong = await visitor.fill({ mrz: passportLines.replace('C01X00T47', 'CO1X00T47') })
    expect(wrong.status).toBe(400)
    expect(problemsOf(wrong)).toEqual(['Line 2: a sign of the document number seems to be wrong.'])
    expect(wrong.body).toContain('CO1X00T47')
    expect(wrong.body).toContain('look alike')
    expect(problemsOf(await visitor.fill({ mrz: passportLines }))).toEqual([
      'These are the lines of a document of another country.',
    ])
    expect(problemsOf(await visitor.fill({ number: 'RX1', expiresOn: '2026-05-03' }))).toEqual([
      'Please type the number as it is on the document.',
      'This document has expired. Please use another one.',
    ])
  })

  test('what was sent can be sent again before it is handed in, and another kind of document makes all new', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    await visitor.fill({ kind: 'passport', country: 'DE' })
    await visitor.fill({ mrz: passportLines })
    for (const bytes of [png(), jpeg()]) await visitor.sends(bytes)
    await visitor.sends(png({ width: 700 }), { step: 'front' })
    const action = actionOf(await visitor.look('?step=document'))
    expect(titleOf(await visitor.post(action, { fields: { kind: 'identity_card', country: 'RO' } }))).toBe(
      'What does the document say?',
    )
    await visitor.fill({ mrz: cardLines })
    expect(titleOf(await visitor.sends(png()))).toBe('Is everything right?')
    await visitor.fill({})
    const { id } = await ofHolder(customerId)
    expect(id!.documents.map(({ place }) => place)).toEqual(['back', 'front', 'selfie'])
    expect(await contentOf(id!.documents[1]!.id)).toEqual(png({ width: 700 }))
  })
})

describe('a customer hands in a proof of address', () => {
  test('of one page to three', async () => {
    const { customerId, call } = await nordwind.customer()
    const visitor = await startVisit(world, call, 'poa')
    expect(problemsOf(await visitor.fill({ kind: 'tax_notice', issuedOn: '2026-02-03' }))).toEqual([
      'This document is more than three months old. Please use a newer one.',
    ])
    await visitor.fill({ kind: 'utility_bill', issuedOn: '2026-04-20' })
    const review = await visitor.sends(pdf())
    expect(review.body).toContain('Add another page')
    await visitor.sends(png(), { step: 'page-2' })
    const full = await visitor.sends(jpeg(), { step: 'page-3' })
    expect(full.body).not.toContain('Add another page')
    const removing = /action="([^"]+page-2\/remove[^"]+)"/.exec(full.body)![1]!
    await visitor.post(removing, { fields: {} })
    const last = await visitor.look()
    await visitor.post(/action="([^"]+hand-in[^"]+)"/.exec(last.body)![1]!, { fields: {} })
    const { poa } = await ofHolder(customerId)
    expect(poa).toMatchObject({ proofKind: 'utility_bill', issuedOn: Temporal.PlainDate.from('2026-04-20') })
    expect(poa!.documents.map(({ place }) => place)).toEqual(['page-1', 'page-3'])
  })
})

describe('what is no picture and no PDF', () => {
  let visitor: Visitor
  let holderId: string
  beforeAll(async () => {
    const { customerId, call } = await nordwind.customer()
    holderId = customerId
    visitor = await startVisit(world, call)
    await visitor.fill({ kind: 'passport', country: 'DE' })
    await visitor.fill({ mrz: passportLines })
  })

  test.each<[string, Buffer, string]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This is a SVG file.'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'This is a HTML file.'],
    ['an archive behind a picture', Buffer.concat([jpeg(), zip()]), 'There is more in this file than a picture'],
    ['a PDF with a program', pdf({ more: '<</S/JavaScript>>' }), 'There is a program in this PDF.'],
    ['half a picture', png().subarray(0, 200), 'The file is damaged or not complete.'],
    ['a tiny picture', png({ width: 20 }), 'The picture is too small to be read. It needs 300 dots'],
    ['a text', Buffer.from('my passport'), 'This is no file that we can read.'],
    ['nothing', Buffer.alloc(0), 'Please take a photo or choose a file.'],
    ['more than ten megabytes', png({ noise: 10_000_000 }), 'This file is larger than 10 MB.'],
  ])('is refused by name, and nothing of it is kept: %s', async (_what, bytes, sentence) => {
    const reply = await visitor.sends(bytes)
    expect(reply.status).toBe(400)
    expect(problemsOf(reply)).toEqual([expect.stringContaining(sentence)])
    expect(titleOf(await visitor.look())).toBe('The page with the photo')
    expect(
      await world.query(
        `select from documents.documents d left join documents.chunks c on c.document_id = d.id
         where holder_id = '${holderId}' and (status <> 'removed' or c.number is not null)`,
      ),
    ).toEqual([])
  })

  test('of a form that breaks off nothing is kept, and the page says so', async () => {
    const { headers, payload } = formOf({ file: { bytes: png({ noise: 600_000 }) } })
    const url = actionOf(await visitor.look())
    const reply = await world.http.inject({ method: 'POST', url, headers, payload: payload.subarray(0, 500_000) })
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain('The file did not arrive whole.')
    expect(titleOf(await visitor.look())).toBe('The page with the photo')
  })

  test('a selfie is a picture', async () => {
    await visitor.sends(png())
    expect(problemsOf(await visitor.sends(pdf()))).toEqual([expect.stringContaining('This is a PDF file.')])
  })
})

test('seals and records agree with everything that was done', async () => {
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})
