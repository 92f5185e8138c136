import type { JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings, type Product } from '#issuing/programmes'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { openAppleWallet, openGoogleWallet } from '../world/wallet.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

describe('cards in wallets', () => {
  let world: World
  let nordwind: PartnerFixture
  let product: Product
  let apple: ReturnType<typeof openAppleWallet>
  const google = openGoogleWallet()
  beforeAll(async () => {
    world = await createWorld()
    apple = openAppleWallet(world.clock.now())
    nordwind = await openPartner(world)
    product = await openProduct(world, nordwind)
    const changes = { appleRoot: apple.rootPem, googleKey: google.publicPem }
    await changeSettings(world.app, { by, partnerId: nordwind.partner.id, changes })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const withCard = async (more?: Record<string, unknown>) => {
    const ana = await openCardholder(world, nordwind, product)
    const card = await ana.card(more)
    const provision = (body: unknown) => ana.post(card, '/provisioning/apple-pay', body)
    return { ...ana, it: card, provision }
  }
  const published = async (): Promise<JSONWebKeySet> =>
    (await world.http.inject({ method: 'GET', url: '/.well-known/card-keys.json' })).json()

  test('the device opens what it receives, and finds its own nonce, the card and our signature', async () => {
    const { it, get, provision } = await withCard()
    const request = apple.request()
    const { status, body, headers } = await provision(request)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const { data, activation } = await apple.open(body, await published())
    const { pan } = (await get(it, '/secrets')).body
    const { nonce, nonceSignature } = request
    expect(data).toEqual({ primaryAccountNumber: pan, expiration: '05/30', name: 'CARD HOLDER', nonce, nonceSignature })
    expect(activation).toMatchObject({ cardId: it.id, expiration: '05/30', nonce })
  })

  test('a physical card brings the name that is embossed on it', async () => {
    const ana = await withCard(plastic)
    expect((await ana.provision(apple.request())).body).toMatchObject({ code: 409, reason: 'card_secrets_unavailable' })
    await ana.post(ana.it, '/activate', { lastFour: ana.it.last4 })
    const { data } = await apple.open((await ana.provision(apple.request())).body, await published())
    expect(data.name).toBe('ANA POPESCU')
  })

  test('one flipped bit, and the device refuses it', async () => {
    const { provision } = await withCard()
    const { body } = await provision(apple.request())
    for (const field of ['encryptedPassData', 'activationData', 'ephemeralPublicKey']) {
      const bytes = Buffer.from(String(body[field]), 'base64')
      bytes[bytes.length - 9]! ^= 4
      const changed = { ...body, [field]: bytes.toString('base64') }
      await expect(apple.open(changed, await published()), field).rejects.toThrow()
    }
  })

  test('a nonce is used once, whichever card it is for', async () => {
    const [one, other] = [await withCard(), await withCard()]
    const request = apple.request()
    expect((await one.provision(request)).status).toBe(200)
    for (const again of [one, other])
      expect((await again.provision({ ...request, nonce: request.nonce.toUpperCase() })).body).toMatchObject({
        code: 409,
        reason: 'nonce_used',
      })
  })

  test('certificates that do not lead to the root are refused', async () => {
    const { provision, it } = await withCard()
    const stranger = openAppleWallet(world.clock.now())
    const { leafOf, subCertificate, rootCertificate, pair } = apple
    const past = world.clock.now().subtract({ hours: 1 })
    const notAnIssuer = pair()
    const chains: Record<string, Buffer[]> = {
      'of another root': stranger.request().certificates.map((text) => Buffer.from(text, 'base64')),
      'without the certificate between': [leafOf()],
      'in the wrong order': [subCertificate, leafOf()],
      'of an expired leaf': [leafOf({ to: past }), subCertificate],
      'of a leaf that is not valid yet': [leafOf({ from: world.clock.now().add({ hours: 1 }) }), subCertificate],
      'issued by a leaf': [
        leafOf({}, { name: 'Device', key: notAnIssuer.privateKey }),
        leafOf({ publicKey: notAnIssuer.publicKey }),
        subCertificate,
      ],
      'signed by another key of the same name': [
        leafOf({}, { name: 'Wallet Sub', key: pair().privateKey }),
        subCertificate,
      ],
      'whose leaf is an issuer': [subCertificate],
      'that is none': [Buffer.from('certificate')],
    }
    for (const [name, chain] of Object.entries(chains)) {
      const certificates = chain.map((certificate) => certificate.toString('base64'))
      const refused = await provision({ ...apple.request(), certificates })
      expect(refused.body, name).toMatchObject({
        ...{ code: 400, field: 'certificates', reason: 'invalid_wallet_certificates' },
      })
    }
    const whole = [leafOf(), subCertificate, rootCertificate].map((certificate) => certificate.toString('hex'))
    expect((await provision({ ...apple.request(), certificates: whole })).status).toBe(200)
    const rows = await world.query(`select count(*)::int as n from cards.provisionings where card_id = '${it.id}'`)
    expect(rows).toEqual([{ n: 1 }])
  })

  // In small: the device opens what it receives, and finds its own nonce, the card and our signature
  longTest('the token service of the second wallet opens the card that we signed', async () => {
    const { it, get, call } = await withCard()
    const { body } = await call('GET', `/cards/${it.id}/provisioning/google-pay`)
    const card = await google.open(body.opaquePaymentCard, await published())
    const { pan } = (await get(it, '/secrets')).body
    expect(card).toEqual({
      protocolHeader: { version: 1 },
      validationContext: { serverSessionId: expect.any(String) },
      paymentCard: { accountNumber: pan, expiryMonth: '05', expiryYear: '30' },
    })
  })

  test('a frozen card, and a programme without wallets, provision nothing', async () => {
    const ana = await withCard()
    await ana.post(ana.it, '/freeze')
    expect((await ana.provision(apple.request())).body).toMatchObject({ code: 409 })
    const another = await openPartner(world, 'Another Bank')
    const theirs = await openProduct(world, another, { prefix: '53212399' })
    const eve = await openCardholder(world, another, theirs)
    const card = await eve.card()
    for (const reply of [
      await eve.post(card, '/provisioning/apple-pay', apple.request()),
      await eve.get(card, '/provisioning/google-pay'),
    ])
      expect(reply.body).toMatchObject({ code: 409, reason: 'wallet_not_configured' })
  })

  test('each provisioning is in the audit', async () => {
    const { it, provision } = await withCard()
    await provision(apple.request())
    const entries = await world.query(`select action, after from directory.audit where subject_id = '${it.id}'`)
    expect(entries).toEqual([{ action: 'cardProvisioned', after: { wallet: 'apple' } }])
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
