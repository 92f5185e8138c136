import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffId, StaffTokenId } from '#core/access'
import { readPartnerId } from '#core/partners'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { approveKyc } from '../world/issuing.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'operator', fromWhere: 'command line' }
const none = readPartnerId(999)!

describe('what operators, partners and customers get wrong is said by name, and changes nothing', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('a partner that does not exist', async () => {
    const { partners } = world.app
    const calls = [
      () => partners.change({ by, partnerId: none, changes: { name: 'New' } }),
      () => partners.rotateApiKey({ by, partnerId: none }),
      () => partners.rotateSigningKey({ by, partnerId: none }),
      () => partners.activateSigningKey({ by, partnerId: none }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'partner_not_found' })
  })

  test.each(['nowhere', 'ftp://nordwind.example/', 'https://user:word@nordwind.example/'])(
    'the webhook address %s',
    async (webhookUrl) => {
      const change = world.app.partners.change({ by, partnerId: nordwind.partner.id, changes: { webhookUrl } })
      await expect(change).rejects.toMatchObject({ code: 'invalid_webhook_url', field: 'webhookUrl' })
    },
  )

  test('a webhook address without https, of a live partner', async () => {
    const live = { by, name: 'Live Bank', live: true, webhookUrl: 'http://nordwind.example/' }
    await expect(world.app.partners.create(live)).rejects.toMatchObject({ code: 'invalid_webhook_url' })
  })

  test('an overlap of a year, and the newest or an unknown key to be revoked', async () => {
    const { partners } = world.app
    const partnerId = nordwind.partner.id
    const overlap = Temporal.Duration.from('P1Y')
    await expect(partners.rotateApiKey({ by, partnerId, overlap })).rejects.toMatchObject({ code: 'invalid_overlap' })
    const [newest] = await partners.apiKeys(partnerId)
    const revoke = (keyId: bigint) => partners.revokeApiKey({ by, partnerId, keyId })
    await expect(revoke(newest!.id)).rejects.toMatchObject({ code: 'key_is_current' })
    await expect(revoke(999n)).rejects.toMatchObject({ code: 'key_not_found' })
  })

  test('a signing key that was damaged before it was recorded', async () => {
    const { partner } = await openPartner(world, 'Damaged Bank')
    const { app } = world
    const damage = update('partners.signing_keys', { set: { sealed: Buffer.of(0) }, where: { partner_id: partner.id } })
    await commit(app, app.clock.now(), [damage], 'damage')
    await expect(world.app.partners.signingKey(partner.id)).rejects.toMatchObject({ code: 'signing_key_unreadable' })
  })

  test('a person who does not exist or is not active, and tokens that cannot be', async () => {
    const { staff } = world.app
    await expect(staff.withEmail('nobody@florin.example')).rejects.toMatchObject({ code: 'staff_not_found' })
    const scope = { kind: 'platform', id: 'platform' } as const
    const ana = await staff.add({ by, scope, email: 'ana@florin.example', name: 'Ana', role: 'support' })
    const token = (more: object) => staff.createToken({ by, staffId: ana.id, name: 'desk', ...more })
    const tooShort = { lifetime: Temporal.Duration.from('PT1M') }
    await expect(token(tooShort)).rejects.toMatchObject({ code: 'invalid_lifetime', field: 'lifetime' })
    const wrong = { permissions: ['everything'] }
    await expect(token(wrong)).rejects.toMatchObject({ code: 'invalid_permission', field: 'permissions' })
    await expect(token({ staffId: 999n as StaffId })).rejects.toMatchObject({ code: 'staff_not_found' })
    await expect(staff.revokeToken({ by, id: 999n as StaffTokenId })).rejects.toMatchObject({ code: 'token_not_found' })
    await staff.change({ by, id: ana.id, changes: { active: false } })
    await expect(token({})).rejects.toMatchObject({ code: 'staff_inactive' })
    const author = staff.author(ana.email, 'limits:lift', { fromWhere: 'command line' })
    await expect(author).rejects.toMatchObject({ code: 'staff_inactive' })
  })

  test('the last owner of a scope', async () => {
    const scope = { kind: 'merchant', id: '815' } as const
    const { id } = await world.app.staff.add({ by, scope, email: 'last@shop.example', name: 'Last', role: 'owner' })
    const change = world.app.staff.change({ by, id, changes: { active: false } })
    await expect(change).rejects.toMatchObject({ code: 'last_owner' })
  })

  test('an account that exists, and one that does not', async () => {
    const { customerId, call } = await nordwind.customer()
    await approveKyc(world, customerId)
    await call('POST', '/accounts', { body: { currency: 'EUR' } })
    const again = await call('POST', '/accounts', { body: { currency: 'EUR' } })
    expect(again.body).toMatchObject({ code: 409, reason: 'account_exists', field: 'currency' })
    for (const id of ['7d9f1c52-3a3e-4f0e-9a53-1f6b8a2f4c11', 'none'])
      expect((await call('GET', `/accounts/${id}`)).body).toMatchObject({ code: 404, reason: 'account_not_found' })
  })

  test('a KYC decision that its status does not allow names those that it does', async () => {
    const { customerId } = await nordwind.customer()
    await approveKyc(world, customerId)
    await expect(approveKyc(world, customerId)).rejects.toMatchObject({
      code: 'kyc_transition',
      details: { allowed: ['expire', 'review'] },
    })
  })

  test.each([
    ['no partner', {}, 401, 'missing_partner_id'],
    ['a partner that does not exist', { 'x-partner-id': '999' }, 401, 'unknown_partner'],
  ])('an app that names %s', async (_name, headers, code, reason) => {
    const reply = await world.http.inject({ method: 'POST', url: '/v1/auth/login/email', headers })
    expect(reply.json()).toMatchObject({ code, reason })
  })

  test('a key of one partner with the id of another', async () => {
    const other = await openPartner(world, 'Another Bank')
    const headers = { 'x-partner-id': String(other.partner.id) }
    const reply = await nordwind.asServer('POST', '/auth/login/partner', { body: {}, headers })
    expect(reply.body).toMatchObject({ code: 401, reason: 'partner_mismatch' })
  })

  test('a partner that is not active: its server, its apps and its customers', async () => {
    const closed = await openPartner(world, 'Closed Bank')
    const { call } = await closed.customer()
    await world.app.partners.change({ by, partnerId: closed.partner.id, changes: { active: false } })
    const refused = { code: 403, reason: 'partner_inactive' }
    expect((await closed.asServer('POST', '/auth/login/partner', { body: {} })).body).toMatchObject(refused)
    expect((await closed.asApp('POST', '/auth/login/email', { body: {} })).body).toMatchObject(refused)
    expect((await call('GET', '/accounts')).body).toMatchObject(refused)
  })

  test('no token, a body that is not JSON, and a wallet that is none', async () => {
    const reply = await world.http.inject({ url: '/v1/accounts' })
    expect(reply.json()).toMatchObject({ code: 401, reason: 'missing_token' })
    const form = { 'x-partner-api-key': nordwind.apiKey, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = { method: 'POST', url: '/v1/auth/login/partner', headers: form, payload: 'customerId=1' } as const
    expect((await world.http.inject(sent)).json()).toMatchObject({ code: 400, reason: 'unsupported_media_type' })
    const body = { email: 'wallet@example.com', walletAddress: '0x1234' }
    const wallet = await nordwind.asServer('POST', '/auth/register/partner', { body })
    expect(wallet.body).toMatchObject({ code: 400, reason: 'invalid_wallet_address', field: 'walletAddress' })
  })
})
