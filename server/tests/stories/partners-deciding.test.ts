import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answering, type DecidingPartner, openDecidingPartner } from '../world/deciding.ts'
import { sampled } from '../world/length.ts'
import { moneyOf, openSpender, type Spender } from '../world/network.ts'
import { openMerchantSide, proofOf } from '../world/three-ds.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a partner that takes part in decisions', () => {
  let world: World
  let nordwind: DecidingPartner
  let ana: Spender
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openDecidingPartner(world)
  })
  beforeEach(async () => {
    ana = await openSpender(world, nordwind.partner)
    nordwind.says({ decision: 'approve' })
    await nordwind.change({ decisionDeadlineMs: 4_000, decisionFallback: 'decline' })
  })
  afterAll(async () => {
    await nordwind[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  const createdEvents = async (id: string | undefined) =>
    world.query(`select body from webhooks.events where event_type = 'transactionCreated' and body like '%${id}%'`)
  test('is asked about what the rules approve, while the amount is held, and its approval stands', async () => {
    nordwind.receiver.answer('hold')
    const request = ana.authorization('42.99')
    const answer = ana.send(request)
    const question = await nordwind.asked()
    expect(question).toMatchObject({
      customerId: ana.customerId,
      cardId: ana.issued.id,
      last4: ana.issued.last4,
      amount: '42.99',
      currency: 'EUR',
      merchant: { name: 'Florin Bakery', category: '5411' },
      partialAllowed: false,
      isIncrement: false,
    })
    expect(await ana.funds()).toMatchObject({ held: '42.99', available: '957.01' })
    expect(await ana.transaction(question.transactionId)).toMatchObject({ status: 'asking' })
    expect(await createdEvents(question.transactionId)).toEqual([])
    nordwind.receiver.release(answering({ decision: 'approve' }))
    expect(await answer).toMatchObject({ code: '00', authorizationCode: expect.any(String), cvv: 'match' })
    expect(await createdEvents(question.transactionId)).toHaveLength(1)
    const seen = await ana.transaction(question.transactionId)
    expect(seen).toMatchObject({
      status: 'pending',
      authorizationCode: (await answer).authorizationCode,
      amounts: { held: '42.99' },
      messages: [
        { kind: 'authorization', action: 'ask' },
        { kind: 'partner', action: 'approve', code: '00' },
      ],
    })
    expect((seen.verdicts as { rule: string }[]).at(-1)).toEqual({ rule: 'partner', result: 'passed' })
    expect(await ana.send(request)).toEqual(await answer)
  })

  test('declines with a reason: the amount is free again, and everybody who may sees why', async () => {
    nordwind.says({ decision: 'decline', reason: 'The customer\n has not  confirmed the shop.' })
    const answer = await ana.authorize('42.99')
    expect(answer).toEqual({ code: '05', cvv: 'match', transactionId: expect.any(String) })
    expect(await ana.funds()).toEqual({ balance: '1000.00', held: '0.00', available: '1000.00' })
    expect(await createdEvents(answer.transactionId)).toHaveLength(1)
    const seen = await ana.transaction(answer.transactionId)
    expect(seen).toMatchObject({ status: 'declined', declineReason: 'partner' })
    expect(seen).not.toHaveProperty('authorizationCode')
    expect(JSON.stringify(seen)).not.toContain('confirmed')
    expect(await verdictAbout(answer.transactionId)).toMatchObject({
      result: 'failed',
      code: '05',
      outcome: 'declined',
      reason: { code: 'partner_declined_because', details: { reason: 'The customer has not confirmed the shop.' } },
      tookMs: expect.any(Number),
    })
  })

  test('is not asked about what a rule declines, and not where no money is spent', async () => {
    const before = nordwind.receiver.requests.length
    expect((await ana.authorize('1000.01')).code).toBe('51')
    expect((await ana.authorize('0.00', { purpose: 'verification' })).code).toBe('85')
    expect((await ana.authorize('0.00', { purpose: 'balance' })).code).toBe('00')
    expect((await ana.authorize('5.00', { purpose: 'refund' })).code).toBe('00')
    expect((await ana.advise('7.00')).code).toBe('00')
    expect(nordwind.receiver.requests.length).toBe(before)
  })

  test('approves a part where the merchant takes one', async () => {
    nordwind.says({ decision: 'approve', amount: '20.00' })
    const answer = await ana.authorize('50.00', { partialAllowed: true })
    expect(answer).toMatchObject({ code: '10', approved: moneyOf('20.00'), billed: moneyOf('20.00') })
    expect(await ana.funds()).toMatchObject({ held: '20.00' })
    expect(await ana.transaction(answer.transactionId)).toMatchObject({
      status: 'pending',
      amounts: { authorized: '20.00', held: '20.00' },
    })
    // Where it takes none, a part is no answer.
    const whole = await ana.authorize('50.00')
    expect(whole.code).toBe('05')
    expect(await verdictAbout(whole.transactionId)).toMatchObject({ outcome: 'unreadable' })
  })

  test.each(
    sampled(
      [
        ['an error', { status: 500 }, 'unreadable'],
        [
          'a redirect, which is not followed',
          { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
          'unreadable',
        ],
        ['no JSON', { body: 'OK' }, 'unreadable'],
        ['another word', answering({ decision: 'approved' }), 'unreadable'],
        ['more than was asked', answering({ decision: 'approve', amount: '5.01' }), 'unreadable'],
        ['a number for an amount', answering({ decision: 'approve', amount: 5 }), 'unreadable'],
        ['an endless body', { body: `{"decision":"approve","x":"${'x'.repeat(10_000)}"}` }, 'unreadable'],
        ['nothing in time', 'hold', 'timeout'],
      ] as const,
      4,
    ),
  )('answers %s: its fallback decides, either way', async (_what, manner, outcome) => {
    nordwind.receiver.answer(manner)
    for (const [decisionFallback, code, status] of [
      ['decline', '05', 'declined'],
      ['approve', '00', 'pending'],
    ] as const) {
      await nordwind.change({ decisionFallback, ...(manner === 'hold' && { decisionDeadlineMs: 200 }) })
      const answer = await ana.authorize('5.00')
      expect(answer.code).toBe(code)
      expect(await ana.transaction(answer.transactionId)).toMatchObject({ status })
      expect(await verdictAbout(answer.transactionId)).toMatchObject({ outcome })
    }
    nordwind.receiver.release()
    expect(await ana.funds()).toMatchObject({ held: '5.00' })
  })

  test('is asked about a single message before it is booked', async () => {
    const single = ana.authorization('30.00', { posts: true })
    const answer = await ana.send(single)
    expect(answer.code).toBe('00')
    expect(await ana.funds()).toEqual({ balance: '970.00', held: '0.00', available: '970.00' })
    expect(await ana.transaction(answer.transactionId)).toMatchObject({
      status: 'settled',
      amounts: { authorized: '30.00', cleared: '30.00', held: '0.00' },
    })
    nordwind.says({ decision: 'decline' })
    const declined = await ana.authorize('30.00', { posts: true })
    expect(declined.code).toBe('05')
    expect(await ana.funds()).toEqual({ balance: '970.00', held: '0.00', available: '970.00' })
    nordwind.says({ decision: 'approve', amount: '11.00' })
    const part = await ana.authorize('30.00', { posts: true, partialAllowed: true })
    expect(part).toMatchObject({ code: '10', approved: moneyOf('11.00') })
    expect(await ana.funds()).toEqual({ balance: '959.00', held: '0.00', available: '959.00' })
    // As with any single message, its reversal returns what was booked.
    expect((await ana.reverse('30.00', { key: single.key })).code).toBe('00')
    expect(await ana.funds()).toEqual({ balance: '989.00', held: '0.00', available: '989.00' })
  })

  test('is asked about an increment; declined, it leaves the approval as it was', async () => {
    const first = ana.authorization('40.00')
    const { transactionId, authorizationCode } = await ana.send(first)
    const incrementOf = { key: first.key }
    await nordwind.latest()
    expect(await ana.authorize('10.00', { incrementOf })).toMatchObject({
      code: '00',
      transactionId,
      authorizationCode,
    })
    expect(await nordwind.latest()).toMatchObject({ transactionId, amount: '10.00', isIncrement: true })
    expect(await ana.funds()).toMatchObject({ held: '50.00' })
    nordwind.says({ decision: 'decline' })
    const declined = ana.authorization('7.00', { incrementOf })
    expect(await ana.send(declined)).toEqual({ code: '05', cvv: 'match', transactionId })
    expect(await ana.transaction(transactionId)).toMatchObject({
      status: 'pending',
      amounts: { authorized: '50.00', held: '50.00' },
    })
    // Its reversal has nothing left to take off.
    expect((await ana.reverse('7.00', { key: declined.key })).code).toBe('00')
    expect(await ana.funds()).toMatchObject({ held: '50.00' })
    expect(await createdEvents(transactionId)).toHaveLength(1)
  })

  test('does not see the number of the card, and neither do records nor logs of the question', async () => {
    await ana.authorize('12.00')
    const number = ana.shown.number.reveal()
    const { body, headers } = nordwind.receiver.requests.at(-1)!
    const [kept] = await world.query(`select string_agg(to_jsonb(q)::text, '') as text from spending.questions q`)
    const places = [body, JSON.stringify(headers), String(kept!.text), world.logged.join('')].join('\n')
    // Shorter parts are found by chance: the range of the product is logged, and begins as one number in a hundred does.
    for (const secret of [number, number.slice(0, -1), number.slice(4)]) {
      const at = places.indexOf(secret)
      expect(places.slice(Math.max(0, at - 60), Math.max(0, at)), 'what is written before the number').toBe('')
    }
    expect(JSON.parse(body).last4).toBe(number.slice(-4))
    const signature = String(headers['x-money-signature']).split('.')
    expect(Buffer.from(signature[1]!, 'base64url').toString()).toBe(body)
  })

  test('that is not active is not asked, and its fallback decides', async () => {
    await using other = await openDecidingPartner(world, { decisionFallback: 'approve' })
    const bob = await openSpender(world, other.partner)
    await other.change({ active: false })
    expect((await bob.authorize('5.00')).code).toBe('00')
    expect(other.receiver.requests).toEqual([])
  })

  test('whose server is silent is spared for a minute, and asked again after it', async () => {
    await using other = await openDecidingPartner(world, { decisionDeadlineMs: 200, decisionFallback: 'approve' })
    const bob = await openSpender(world, other.partner)
    other.receiver.answer('hold')
    for (let nth = 0; nth < 5; nth++) expect((await bob.authorize('1.00')).code).toBe('00')
    other.receiver.release(answering({ decision: 'decline' }))
    const { requests } = other.receiver
    const spared = await bob.authorize('1.00')
    expect([spared.code, requests.length]).toEqual(['00', 5])
    expect(await verdictAbout(spared.transactionId)).toMatchObject({
      outcome: 'notAsked',
      reason: { code: 'partner_paused', details: { until: '2026-05-04T10:01:00Z', fallback: 'approve' } },
    })
    world.clock.pass({ minutes: 1 })
    expect([(await bob.authorize('1.00')).code, requests.length]).toEqual(['05', 6])
    expect([(await bob.authorize('1.00')).code, requests.length]).toEqual(['05', 7])
  })

  test('is asked about what the holder has confirmed as well', async () => {
    await using shop = await openMerchantSide(world)
    const challenge = await shop.authenticate(ana, '42.99')
    await ana.call('PATCH', `/transactions/3d-secure/${challenge.acsTransID}`, {
      body: { authType: 'pinCode', authStatus: 'success' },
    })
    await world.runUntilIdle()
    const proof = proofOf(shop.results.find(({ acsTransID }) => acsTransID === challenge.acsTransID)!)
    const answer = await ana.authorize('42.99', proof)
    expect(answer.code).toBe('00')
    expect(await nordwind.latest()).toMatchObject({ transactionId: answer.transactionId, authenticated: true })
    expect(await ana.transaction(answer.transactionId)).toMatchObject({
      status: 'pending',
      messages: [{ status: 'challenged' }, { status: 'asking' }, { status: 'pending' }],
    })
    // It was there when the holder was asked.
    expect(await createdEvents(answer.transactionId)).toHaveLength(1)
  })

  const verdictAbout = async (id: string | undefined) => {
    const rows = await world.query(
      `select verdicts from spending.messages where transaction_id = '${id}' and kind = 'partner' order by id`,
    )
    return (rows[0]?.verdicts as Record<string, unknown>[] | undefined)?.[0]
  }

  test('leaves books and seals that agree', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
