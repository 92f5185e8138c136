import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import type { PartnerId } from '#core/partners'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openPeople, type People, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

describe('partners and their programmes, by the interface of the staff', () => {
  let world: World
  let people: People
  let ana: Person
  let nordwind: PartnerFixture
  let other: PartnerFixture
  let theirs: Person
  let prefixes = 0
  const prefix = () => `5411${String(++prefixes).padStart(4, '0')}`
  const reason = 'Contract 17 is signed.'
  beforeAll(async () => {
    world = await createWorld()
    people = await openPeople(world)
    ana = await people.person('owner')
    nordwind = await openPartner(world)
    other = await openPartner(world, 'Another Bank')
    theirs = await people.person('owner', { kind: 'partner', id: String(nordwind.partner.id) })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const at = (partner: PartnerFixture, rest = '') => `/partners/${partner.partner.id}${rest}`
  const newest = async (type: string, id: string) =>
    (await auditEntriesOf(world.app.db, { subject: { kind: type, id }, limit: 1 }))[0]
  const addProduct = (terms: Record<string, unknown> = {}, by = ana, headers: Record<string, string> = {}) =>
    by.call('POST', '/products', {
      body: {
        reason,
        partnerId: String(nordwind.partner.id),
        name: 'Travel card',
        prefix: prefix(),
        currencies: ['EUR'],
        ...terms,
      },
      headers,
    })

  test('a partner is added with keys that work at once, and the audit says who did it, from where and why', async () => {
    const body = { reason, name: 'Fjordbank', webhookUrl: 'https://fjord.example/hook', webhookRetries: 'long' }
    const added = await ana.call('POST', '/partners', { body })
    expect(added).toMatchObject({
      status: 201,
      body: { partner: { name: 'Fjordbank', live: false, active: true, webhookRetries: 'long' } },
    })
    const { partner, apiKey } = added.body as { partner: { id: string }; apiKey: string }
    expect((await world.app.partners.partnerOfKey(apiKey))?.partner.name).toBe('Fjordbank')
    expect((await ana.call('GET', `/partners/${partner.id}`)).body).toEqual(partner)
    expect(await newest('partner', partner.id)).toMatchObject({
      action: 'partnerCreated',
      actor: `staff ${ana.staff.id}`,
      fromWhere: `127.0.0.1, token ${ana.tokenId}`,
      reason,
    })
  })

  test('a repeated key adds no second partner, and shows no key again', async () => {
    const headers = { 'idempotency-key': 'add-1' }
    const body = { reason, name: 'Once Bank' }
    expect(await ana.call('POST', '/partners', { body, headers })).toMatchObject({ status: 201 })
    const again = await ana.call('POST', '/partners', { body, headers })
    expect(again).toMatchObject({ status: 409, body: { reason: 'reply_not_stored' } })
    const [row] = await world.query(`select count(*) from partners.partners where name = 'Once Bank'`)
    expect(Number(row!.count)).toBe(1)
  })

  test('a partner is changed by what is sent; null takes its webhook address away', async () => {
    const sent = { reason, webhookUrl: 'https://nordwind.example/hook' }
    expect((await ana.call('PATCH', at(nordwind), { body: sent })).body).toMatchObject({
      name: 'Nordwind Bank',
      webhookUrl: 'https://nordwind.example/hook',
    })
    // What somebody else has changed since is not overwritten.
    const over = (seen: object) => ({ body: { reason, decisionDeadlineMs: '1200', seen } })
    const late = await ana.call('PATCH', at(nordwind), over({ webhookUrl: '', decisionDeadlineMs: '1500' }))
    expect(late).toMatchObject({ status: 409, body: { reason: 'setting_changed_meanwhile', field: 'webhookUrl' } })
    const { decisionDeadlineMs, ...before } = (await ana.call('GET', at(nordwind))).body
    const seen = { webhookUrl: sent.webhookUrl, decisionUrl: '', decisionDeadlineMs: String(decisionDeadlineMs) }
    expect((await ana.call('PATCH', at(nordwind), over(seen))).body).toEqual({ ...before, decisionDeadlineMs: 1200 })
    await ana.call('PATCH', at(nordwind), { body: { reason, decisionDeadlineMs: String(decisionDeadlineMs) } })
    const none = await ana.call('PATCH', at(nordwind), { body: { reason, webhookUrl: null } })
    expect(none.body.webhookUrl).toBeUndefined()
    const wrong = await ana.call('PATCH', at(nordwind), { body: { reason, webhookUrl: 'nordwind' } })
    expect(wrong).toMatchObject({ status: 400, body: { reason: 'invalid_webhook_url', field: 'webhookUrl' } })
  })

  test('how a partner is asked about payments is set and shown, and refused by field', async () => {
    const decisions = { decisionUrl: 'https://nordwind.example/decide', decisionDeadlineMs: 900 }
    const changed = await ana.call('PATCH', at(nordwind), { body: { reason, ...decisions } })
    expect(changed).toMatchObject({ status: 200, body: { ...decisions, decisionFallback: 'decline' } })
    expect(await newest('partner', String(nordwind.partner.id))).toMatchObject({ action: 'partnerChanged' })
    for (const [field, body, refusal] of [
      ['decisionUrl', { decisionUrl: 'nordwind' }, 'invalid_decision_url'],
      ['decisionDeadlineMs', { decisionDeadlineMs: 4_001 }, expect.any(String)],
      ['decisionFallback', { decisionFallback: 'maybe' }, expect.any(String)],
    ] as const) {
      const wrong = await ana.call('PATCH', at(nordwind), { body: { reason, ...body } })
      expect(wrong).toMatchObject({ status: 400, body: { reason: refusal, field } })
    }
    const change = { by: { actor: 'test', fromWhere: 'test' }, partnerId: nordwind.partner.id }
    await expect(world.app.partners.change({ ...change, changes: { decisionDeadlineMs: 100 } })).rejects.toMatchObject({
      code: 'invalid_decision_deadline',
    })
    const none = await ana.call('PATCH', at(nordwind), { body: { reason, decisionUrl: null } })
    expect(none.body.decisionUrl).toBeUndefined()
  })

  test('a partner that is switched off is refused, and is shown as it is', async () => {
    const partner = await openPartner(world, 'Closing Bank')
    const off = await ana.call('PATCH', at(partner), { body: { reason, active: false } })
    expect(off).toMatchObject({ status: 200, body: { active: false } })
    expect(await partner.asServer('GET', '/events')).toMatchObject({
      status: 403,
      body: { reason: 'partner_inactive' },
    })
    expect((await ana.call('GET', at(partner))).body).toMatchObject({ name: 'Closing Bank', active: false })
  })

  test('keys are rotated, shown once and revoked; the newest is never ended without a successor', async () => {
    const partner = await openPartner(world, 'Key Bank')
    const rotated = await ana.call('POST', at(partner, '/api-keys'), { body: { reason, overlap: 'PT2H' } })
    expect(rotated).toMatchObject({ status: 201 })
    for (const key of [partner.apiKey, rotated.body.apiKey as string])
      expect((await world.app.partners.partnerOfKey(key))?.partner.name).toBe('Key Bank')
    const keys = (await ana.call('GET', at(partner, '/api-keys'))).body.data as { id: string; expiresAt?: string }[]
    expect(keys.map(({ expiresAt }) => expiresAt)).toEqual([undefined, rotated.body.previousUntil])
    const revoke = (id: string, headers = {}) =>
      ana.call('POST', at(partner, `/api-keys/${id}/revoke`), { body: { reason }, headers })
    expect(await revoke(keys[0]!.id)).toMatchObject({ status: 409, body: { reason: 'key_is_current' } })
    const headers = { 'idempotency-key': 'revoke-1' }
    const revoked = await revoke(keys[1]!.id, headers)
    expect(revoked).toMatchObject({ status: 200, body: { id: keys[1]!.id } })
    expect((await revoke(keys[1]!.id, headers)).body).toEqual(revoked.body)
    expect(await world.app.partners.partnerOfKey(partner.apiKey)).toBeUndefined()
    for (const unknown of ['999999', 'none'])
      expect(await revoke(unknown)).toMatchObject({ status: 404, body: { reason: 'key_not_found' } })
  })

  test('a new signing key signs from when it is activated', async () => {
    const partner = await openPartner(world, 'Signing Bank')
    const signing = async () => (await world.app.partners.signingKey(partner.partner.id))!.reveal()
    const { body } = await ana.call('POST', at(partner, '/signing-keys'), { body: { reason } })
    expect(await signing()).toBe(partner.signingKey)
    const activated = await ana.call('POST', at(partner, '/signing-keys/activate'), { body: { reason } })
    expect(activated).toMatchObject({ status: 200, body: { activatedAt: expect.any(String) } })
    expect(await signing()).toBe(body.signingKey)
    const list = (await ana.call('GET', at(partner, '/signing-keys'))).body
    expect(list).toMatchObject({ total: 2, data: [{ id: activated.body.id }, { expiresAt: body.previousUntil }] })
  })

  test('staff of a partner see and change their own, and of others not even that they are there', async () => {
    expect((await theirs.call('GET', '/partners')).body).toMatchObject({ total: 1, data: [{ name: 'Nordwind Bank' }] })
    expect(await theirs.call('PATCH', at(nordwind), { body: { reason, name: 'Nordwind' } })).toMatchObject({
      status: 200,
      body: { name: 'Nordwind' },
    })
    const off = await theirs.call('PATCH', at(nordwind), { body: { reason, active: false } })
    expect(off).toMatchObject({ status: 403, body: { reason: 'partner_activity_of_operator', field: 'active' } })
    const foreign = await addProduct({ partnerId: String(other.partner.id) })
    const body = { reason }
    for (const [method, path] of [
      ['GET', at(other)],
      ['PATCH', at(other)],
      ['GET', at(other, '/api-keys')],
      ['POST', at(other, '/api-keys')],
      ['POST', at(other, '/api-keys/1/revoke')],
      ['GET', at(other, '/signing-keys')],
      ['POST', at(other, '/signing-keys')],
      ['POST', at(other, '/signing-keys/activate')],
      ['GET', at(other, '/programme')],
    ] as const)
      expect(
        [path, await theirs.call(method, path, method === 'GET' ? {} : { body })],
        `${method} ${path}`,
      ).toMatchObject([path, { status: 404, body: { reason: 'partner_not_found' } }])
    expect(await theirs.call('GET', `/products/${foreign.body.id}`)).toMatchObject({
      status: 404,
      body: { reason: 'product_not_found' },
    })
    expect((await theirs.call('GET', `/products?partnerId=${other.partner.id}`)).body).toMatchObject({ total: 0 })
    const ofMerchant = await people.person('owner', { kind: 'merchant', id: '101' })
    expect((await ofMerchant.call('GET', '/partners')).body).toMatchObject({ total: 0 })
  })

  test('a card product is added once for a repeated key, with its keys, and its terms are changed', async () => {
    const headers = { 'idempotency-key': 'product-1' }
    const terms = { prefix: prefix(), limits: ['day:EUR:500.00'], markupPercent: '1.5', physical: true }
    const added = await addProduct(terms, ana, headers)
    expect(added).toMatchObject({
      status: 201,
      body: {
        active: true,
        virtual: true,
        physical: true,
        months: 48,
        markupPercent: '1.50',
        limits: [{ period: 'day', currency: 'EUR', amount: '500.00' }],
        numbersIssued: 0,
        numbersInAll: 10_000_000,
      },
    })
    expect((await addProduct(terms, ana, headers)).body).toEqual(added.body)
    const id = String(added.body.id)
    const body = { reason, active: false, design: 'blue' }
    const changed = await ana.call('PATCH', `/products/${id}`, { body })
    expect(changed.body).toEqual({ ...added.body, active: false, design: 'blue' })
    expect((await theirs.call('GET', `/products/${id}`)).body).toEqual(changed.body)
    expect(await newest('product', id)).toMatchObject({ action: 'productChanged', reason })
    // What somebody else has changed since is not overwritten.
    const { name, markupPercent } = changed.body
    const over = (seen: object) => ana.call('PATCH', `/products/${id}`, { body: { reason, name: 'Blue', seen } })
    const late = await over({ name, markupPercent: '9', active: 'false' })
    expect(late).toMatchObject({ status: 409, body: { reason: 'setting_changed_meanwhile', field: 'markupPercent' } })
    const renamed = await over({ name, markupPercent: String(markupPercent), active: 'false' })
    expect(renamed.body).toEqual({ ...changed.body, name: 'Blue' })
    const key = await ana.call('POST', `/products/${id}/keys`, { body: { reason, kind: 'cvk' } })
    expect(key).toMatchObject({ status: 201, body: { kind: 'cvk', version: 2 } })
    const keys = (await ana.call('GET', `/products/${id}/keys`)).body as { data: { kind: string }[]; total: number }
    expect(keys.total).toBe(5)
    expect(keys.data).toContainEqual(key.body)
  })

  test('what a product cannot be is refused by its field, and so is a partner that is not there', async () => {
    for (const [terms, code, field] of [
      [{ months: 121 }, 'invalid_field', 'months'],
      [{ serviceCode: '20x' }, 'invalid_service_code', 'serviceCode'],
      [{ partnerId: '999999' }, 'programme_partner_not_found', 'partnerId'],
      [{ partnerId: 'none' }, 'programme_partner_not_found', 'partnerId'],
    ] as const)
      expect(await addProduct(terms), code).toMatchObject({ body: { reason: code, field } })
    const none = '5a0c8ed2-52dc-4b31-a35b-5a8f53f0c8a1'
    for (const id of [none, 'none'])
      expect(await ana.call('PATCH', `/products/${id}`, { body: { reason } })).toMatchObject({
        status: 404,
        body: { reason: 'product_not_found' },
      })
    const unknown = await ana.call('GET', '/partners/999999/programme')
    expect(unknown).toMatchObject({ status: 404, body: { reason: 'programme_partner_not_found' } })
  })

  test('the settings of a programme are the operator’s to change, and its partner’s to see', async () => {
    const shown = {
      frameAncestors: ['https://app.nordwind.example'],
      returnUrl: 'https://app.example/',
      kycValid: 'P1Y',
    }
    const body = { reason, ...shown }
    const changed = await ana.call('PATCH', at(nordwind, '/programme'), { body })
    expect(changed).toMatchObject({ status: 200, body: shown })
    expect((await theirs.call('GET', at(nordwind, '/programme'))).body).toEqual(changed.body)
    expect(await theirs.call('PATCH', at(nordwind, '/programme'), { body })).toMatchObject({
      status: 403,
      body: { reason: 'operator_only' },
    })
    const wrong = await ana.call('PATCH', at(nordwind, '/programme'), { body: { reason, appleRoot: 'none' } })
    expect(wrong).toMatchObject({ status: 400, body: { reason: 'invalid_certificate', field: 'appleRoot' } })
  })

  // In small: the list has pages, oldest first, of one status when one is named
  longTest('lists have pages', async () => {
    const all = (await ana.call('GET', '/partners?size=100')).body as { data: { id: string }[]; total: number }
    const last = await ana.call('GET', `/partners?size=1&page=${all.total}`)
    expect(last.body).toMatchObject({ page: all.total, size: 1, total: all.total, data: [all.data.at(-1)] })
    const ids = await world.app.partners.page({ only: [Number(all.data[0]!.id) as PartnerId], page: 1, size: 5 })
    expect(ids.total).toBe(1)
  })

  test('seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
