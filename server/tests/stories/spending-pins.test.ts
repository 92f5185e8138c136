import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PinBlock } from '#connectors/network/message.ts'
import { resumeCard, suspendCard } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { pinBlock0, pinBlock3, pinBlock4, sealPinBlock } from '#kernel/crypto/cards/pin.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const pin = '730164'

describe('paying with a PIN', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const zone = 'staging'
  /** As a terminal encrypts it for us. */
  function sealed({ shown }: Spender, typed: string, format: PinBlock['format'] = 0): PinBlock {
    const key = world.app.networkPinKeys.get(zone)!.reveal()
    const onCard = { pan: shown.number.reveal(), pin: typed }
    const block = { 0: pinBlock0, 3: pinBlock3, 4: undefined }[format]
    return { zone, format, bytes: block ? sealPinBlock(key, block(onCard)) : pinBlock4(key, onCard) }
  }
  async function openWithPin() {
    const ana = await openSpender(world, nordwind)
    expect((await ana.post(ana.issued, '/pin', { newPin: pin })).status).toBe(200)
    const withdraws = (typed: string, format?: PinBlock['format']) =>
      ana.authorize('20.00', {
        purpose: 'cash',
        channel: 'atm',
        card: { cvv2: undefined, pinBlock: sealed(ana, typed, format) },
      })
    const codes = async (...typed: string[]) => {
      const found: string[] = []
      for (const one of typed) found.push((await withdraws(one)).code)
      return found
    }
    return { ana, withdraws, codes }
  }

  test.each([0, 3, 4] as const)('the right PIN is accepted in a block of format %i', async (format) => {
    const { withdraws } = await openWithPin()
    expect((await withdraws(pin, format)).code).toBe('00')
  })

  test('the right PIN forgives the wrong ones before it', async () => {
    const { ana, codes } = await openWithPin()
    expect(await codes('1111', '2222', pin, '3333', '4444', pin)).toEqual(['55', '55', '00', '55', '55', '00'])
    expect(await ana.statusOf(ana.issued)).toBe('active')
  })

  test('three wrong ones suspend the card, and its holder unblocks it', async () => {
    const { ana, codes } = await openWithPin()
    expect(await codes('1111', '2222', '3333')).toEqual(['55', '55', '55'])
    expect(await ana.statusOf(ana.issued)).toBe('suspended')
    expect(await codes(pin)).toEqual(['75'])
    expect((await ana.authorize('1.00')).code).toBe('75')
    expect((await ana.post(ana.issued, '/pin/unblock')).body).toMatchObject({ status: 'active' })
    expect(await codes(pin)).toEqual(['00'])
  })

  test('three wrong ones on a card that staff have suspended end nothing when the holder unblocks the PIN', async () => {
    const { ana, codes } = await openWithPin()
    const by = { actor: 'staff 7', fromWhere: 'test', reason: 'odd purchases' }
    await suspendCard(world.app, { cardId: ana.issued.id as CardId, by })
    expect(await codes('1111', '2222', '3333', pin)).toEqual(['62', '62', '62', '62'])
    expect((await ana.post(ana.issued, '/pin/unblock')).body).toMatchObject({ status: 'suspended' })
    expect(await codes(pin)).toEqual(['62'])
    expect(await resumeCard(world.app, { cardId: ana.issued.id as CardId, by })).toMatchObject({ status: 'active' })
    expect(await codes(pin)).toEqual(['00'])
  })

  test('wrong PINs of the same moment count one after the other, and no more than three', async () => {
    const { ana, withdraws } = await openWithPin()
    const answers = await Promise.all(['1111', '2222', '3333', '4444', '5555'].map((typed) => withdraws(typed)))
    expect(answers.map(({ code }) => code).sort()).toEqual(['55', '55', '55', '75', '75'])
    expect(await ana.statusOf(ana.issued)).toBe('suspended')
  })

  test('a repeated message with a wrong PIN counts once', async () => {
    const { ana, codes } = await openWithPin()
    const card = { cvv2: undefined, pinBlock: sealed(ana, '1111') }
    const request = ana.authorization('20.00', { purpose: 'cash', channel: 'atm', card })
    const answer = await ana.send(request)
    for (const _ of [1, 2, 3]) expect(await ana.send(request)).toEqual(answer)
    expect(await codes('2222', pin)).toEqual(['55', '00'])
  })

  test('a card without a PIN, and a block of another card, cannot be compared and count nothing', async () => {
    const { ana } = await openWithPin()
    const other = await openSpender(world, nordwind)
    const asks = async (spender: Spender, block: PinBlock) =>
      (await spender.authorize('1.00', { channel: 'inStore', card: { pinBlock: block } })).code
    expect(await asks(other, sealed(other, pin))).toBe('86')
    for (const _ of [1, 2, 3, 4]) expect(await asks(ana, sealed(other, pin, 4))).toBe('86')
    expect(await ana.statusOf(ana.issued)).toBe('active')
    // A PIN counts from the moment at which it is set, also on a card that has paid before.
    expect((await other.post(other.issued, '/pin', { newPin: pin })).status).toBe(200)
    expect(await asks(other, sealed(other, pin))).toBe('00')
  })

  test('no card number, PIN or PIN block of a message is stored or logged', async () => {
    const { ana, codes } = await openWithPin()
    expect(await codes('1111', pin)).toEqual(['55', '00'])
    await ana.send({ ...ana.authorization('1.00'), key: { ...ana.nextKey(), sentAt: '9999999999' } })
    await world.runUntilIdle()
    const pan = ana.shown.number.reveal()
    const block = Buffer.from(sealed(ana, pin).bytes).toString('hex')
    const clear = pinBlock0({ pan, pin }).toString('hex')
    const tables = await world.query(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    const search = (place: string, text: string) => {
      for (const secret of [pan, pan.slice(6, -4), pin, block, clear])
        if (
          new RegExp(`(?<![0-9a-f])${secret}(?![0-9a-f])`).test(text) ||
          (secret.length > 10 && text.includes(secret))
        )
          found.push(`${place}: ${secret}`)
    }
    for (const { name } of tables)
      for (const row of await world.query(`select to_jsonb(t)::text as text from ${String(name)} t`))
        search(String(name), String(row.text))
    for (const line of world.logged) search('the log', line)
    expect(found).toEqual([])
    // The search finds what it looks for.
    search('planted', `{"a":"${pan}"}`)
    expect(found).toEqual([`planted: ${pan}`])
  })

  test('the seals and the books agree with everything that was done', async () => {
    expect((await world.verify()).differences).toEqual([])
  })
})
