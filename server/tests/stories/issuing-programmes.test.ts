import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProduct, changeSettings, rotateProductKey, settingsOf } from '#issuing/programmes'
import { seedProgramme } from '../../src/app/seed-programmes.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

describe('programmes', () => {
  let world: World
  let nordwind: PartnerFixture
  let prefixes = 0
  const prefix = () => `5400${String(++prefixes).padStart(4, '0')}`
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('a product begins with a key of each kind, which are shown by their check values', async () => {
    const { id } = await openProduct(world, nordwind, { prefix: prefix() })
    const keys = await world.app.issuerVault.keysOf(id)
    expect(keys.map(({ kind, version }) => `${kind} ${version}`)).toEqual(['cvk 1', 'pin 1', 'pvk 1', 'signing 1'])
    for (const { checkValue } of keys) expect(checkValue).toMatch(/^(?:[0-9A-F]{6}|[0-9A-F]{10})$/)
    expect(await world.app.issuerVault.rangeOf(id)).toEqual({ issued: 0, capacity: 10_000_000 })
  })

  test.each([
    ['a prefix that is too short', { prefix: '53212' }, 'invalid_prefix', 'prefix'],
    ['a prefix of another industry', { prefix: '13212345' }, 'invalid_prefix', 'prefix'],
    ['no kind of card', { virtual: false, physical: false }, 'invalid_card_kind', 'virtual'],
    ['no currency', { currencies: [] }, 'invalid_currency', 'currencies'],
    ['a currency that is none', { currencies: ['EUR', 'XXZ'] }, 'invalid_currency', 'currencies'],
    ['another order of the expiry date', { expiryOrder: 'DDMM' }, 'invalid_expiry_order', 'expiryOrder'],
    ['a limit of no period', { limits: ['moon:EUR:1.00'] }, 'invalid_amount_of', 'limits'],
    ['a limit with three decimals', { limits: ['day:EUR:1.005'] }, 'invalid_amount_of', 'limits'],
    ['a fee for nothing', { fees: ['smile:EUR:1.00'] }, 'invalid_amount_of', 'fees'],
    ['a markup of words', { markupPercent: 'some' }, 'invalid_markup', 'markupPercent'],
    ['a bureau key that is none', { bureauKey: 'BEGIN' }, 'invalid_public_key', 'bureauKey'],
    ['cards that are valid for no month', { months: 0 }, 'invalid_months', 'months'],
    ['cards that are valid for longer than ten years', { months: 121 }, 'invalid_months', 'months'],
    ['no name', { name: ' ' }, 'invalid_name', 'name'],
  ])('with %s the field is named', async (_name, input, code, field) => {
    await expect(openProduct(world, nordwind, { prefix: prefix(), ...input })).rejects.toMatchObject({ code, field })
  })

  test('the private key of a bureau is refused, for only the bureau may have it', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const bureauKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const refused = openProduct(world, nordwind, { prefix: prefix(), bureauKey })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_public_key' })
  })

  test('two products never share a number, of whichever partner they are', async () => {
    const one = prefix()
    const { id } = await openProduct(world, nordwind, { prefix: one })
    const another = await openPartner(world, 'Another Bank')
    for (const overlapping of [one, `${one}12`, one.slice(0, 7)])
      await expect(openProduct(world, another, { prefix: overlapping })).rejects.toMatchObject({
        code: 'prefix_taken',
        details: { productId: id },
      })
    await expect(
      world.query(`update programmes.products set numbers = '[5,6]'::int8range where id = '${id}';
        insert into programmes.products select * from jsonb_populate_record(null::programmes.products,
          (select to_jsonb(p) || '{"id":"${crypto.randomUUID()}"}' from programmes.products p where id = '${id}'))`),
    ).rejects.toThrow('products_share_no_number')
  })

  test('terms are changed, with an audit entry that says what, and a change of nothing leaves no trace', async () => {
    const { id } = await openProduct(world, nordwind, { prefix: prefix() })
    const changes = { limits: ['day:EUR:500'], markupPercent: '1.5', active: false }
    const changed = await changeProduct(world.app, { by, productId: id, changes })
    expect(changed).toMatchObject({
      active: false,
      markupPercent: '1.50',
      limits: [{ period: 'day', currency: 'EUR', amount: '500.00' }],
    })
    await changeProduct(world.app, { by, productId: id, changes })
    const entries = await world.query(
      `select action, before, after from directory.audit where subject_id = '${id}' order by id`,
    )
    expect(entries).toMatchObject([
      { action: 'productAdded' },
      { action: 'productChanged', before: { active: true, markupPercent: '0.00' }, after: { active: false } },
    ])
  })

  test('a programme says whose pages may show card data, and only whole origins are taken', async () => {
    const { id: partnerId } = nordwind.partner
    const change = (frameAncestors: string[]) =>
      changeSettings(world.app, { by, partnerId, changes: { frameAncestors } })
    await change(['https://app.nordwind.example'])
    await change(['https://app.nordwind.example', 'http://localhost:3000/'])
    expect((await settingsOf(world.app.db, partnerId)).frameAncestors).toEqual([
      'https://app.nordwind.example',
      'http://localhost:3000',
    ])
    for (const origin of ['https://app.example/cards', 'http://app.example', '*', 'https://*.example', 'app.example'])
      await expect(change([origin]), origin).rejects.toMatchObject({ code: 'invalid_origin' })
  })

  test('a programme says where its customers go who have handed in their documents', async () => {
    const { id: partnerId } = nordwind.partner
    const change = (returnUrl: string | null) => changeSettings(world.app, { by, partnerId, changes: { returnUrl } })
    const now = async () => (await settingsOf(world.app.db, partnerId)).returnUrl
    await change('https://app.nordwind.example/verified?from=florin')
    expect(await now()).toBe('https://app.nordwind.example/verified?from=florin')
    for (const url of [
      'http://app.example',
      'javascript:alert(1)',
      'app.example',
      'https://a:b@app.example',
      `https://a.example/${'a'.repeat(1000)}`,
    ])
      await expect(change(url), url).rejects.toMatchObject({ code: 'invalid_return_url' })
    await change(null)
    expect(await now()).toBeUndefined()
  })

  test('a programme says how long approvals of its customers hold, and says it no more', async () => {
    const { id: partnerId } = nordwind.partner
    const change = (kycValid: string | null) => changeSettings(world.app, { by, partnerId, changes: { kycValid } })
    const now = async () => (await settingsOf(world.app.db, partnerId)).kycValid
    await change('P6M')
    expect(await now()).toBe('P6M')
    for (const wrong of ['', 'P', 'one year', '-P1Y', 'PT0S'])
      await expect(change(wrong), wrong).rejects.toMatchObject({ code: 'invalid_kyc_valid', field: 'kycValid' })
    await change(null)
    expect(await now()).toBeUndefined()
  })

  test('a rotated key serves new cards, and the audit has its check value', async () => {
    const { id } = await openProduct(world, nordwind, { prefix: prefix() })
    const key = await rotateProductKey(world.app, { by, productId: id, kind: 'cvk' })
    expect(key).toMatchObject({ kind: 'cvk', version: 2 })
    const [entry] = await world.query(
      `select after from directory.audit where subject_id = '${id}' and action = 'productKeyRotated'`,
    )
    expect(entry!.after).toEqual({ kind: 'cvk', version: 2, checkValue: key.checkValue })
  })

  test('the audit says who wanted a new key before there is one, so that none is made without a word', async () => {
    const { id } = await openProduct(world, nordwind, { prefix: prefix() })
    const failing = { ...world.app.issuerVault, rotateKey: () => Promise.reject(new Error('the vault is gone')) }
    const rotating = rotateProductKey({ ...world.app, issuerVault: failing }, { by, productId: id, kind: 'pvk' })
    await expect(rotating).rejects.toThrow('the vault is gone')
    await rotateProductKey(world.app, { by, productId: id, kind: 'pvk' })
    const entries = await world.query(
      `select action, after ->> 'kind' as kind from directory.audit where subject_id = '${id}' and action like 'productKey%' order by id`,
    )
    expect(entries).toEqual([
      { action: 'productKeyRotationBegun', kind: 'pvk' },
      { action: 'productKeyRotationBegun', kind: 'pvk' },
      { action: 'productKeyRotated', kind: 'pvk' },
    ])
  })

  test('the staging programme is seeded once, and each start knows its key again', async () => {
    const first = await seedProgramme(world.app)
    const again = await seedProgramme(world.app)
    expect(again.partner.id).toBe(first.partner.id)
    expect(again.product.id).toBe(first.product.id)
    expect(again.apiKey!.reveal()).toBe(first.apiKey!.reveal())
    await world.app.partners.rotateApiKey({ by, partnerId: first.partner.id, overlap: Temporal.Duration.from('PT0S') })
    expect((await seedProgramme(world.app)).apiKey).toBeUndefined()
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })

  test('the vault of the issuer is reached by its own role only', async () => {
    for (const table of ['product_keys', 'ranges', 'cards'])
      await expect(world.app.db.run(`select from issuervault.${table}`, [])).rejects.toThrow('permission denied')
  })
})
