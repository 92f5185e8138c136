import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRate } from '#core/rates'
import { openCommandLine } from '../recordings/command-line.ts'
import { answering, type DecidingPartner, openDecidingPartner } from '../world/deciding.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

type Message = { kind: string; decidedBy: string; text: string; verdicts: Record<string, unknown>[] }
type Explanation = Record<string, unknown> & { messages: Message[] }

describe('the explanation of a decision, for the server of a partner', () => {
  let world: World
  let nordwind: DecidingPartner
  let ana: Spender
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openDecidingPartner(world)
    ana = await openSpender(world, nordwind.partner, { funds: '500.00' })
    await setRate(world.app, { by: { actor: 'test', fromWhere: 'test' }, base: 'USD', quote: 'EUR', rate: '0.80' })
  })
  afterAll(async () => {
    await nordwind[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  const explain = async (id: string | undefined, partner = nordwind.partner) =>
    partner.asServer('GET', `/transactions/${id}/explanation`)
  const explained = async (id: string | undefined) => (await explain(id)).body as Explanation
  const verdict = ({ messages }: Explanation, rule: string) =>
    messages.flatMap(({ verdicts }) => verdicts).find((one) => one.rule === rule)

  test('a decline by a rule: which one, what it demands, and what it has compared', async () => {
    const { transactionId } = await ana.authorize('500.01')
    const explanation = await explained(transactionId)
    expect(explanation).toMatchObject({
      customerId: ana.customerId,
      decidedBy: 'rules',
      declineReason: 'balance',
      transaction: { id: transactionId, status: 'declined', amount: '500.01' },
      messages: [
        {
          kind: 'authorization',
          decidedBy: 'rules',
          code: '51',
          text: 'Declined by the rule balance: 500.01 EUR is asked for, and 500.00 EUR can be spent.',
        },
      ],
    })
    expect(verdict(explanation, 'balance')).toEqual({
      rule: 'balance',
      demands: 'The account has enough.',
      result: 'failed',
      code: '51',
      because: '500.01 EUR is asked for, and 500.00 EUR can be spent',
      reason: { code: 'balance_too_low', details: { asked: '500.01', spendable: '500.00', currency: 'EUR' } },
    })
    expect(verdict(explanation, 'cvv2')).toMatchObject({ result: 'passed' })
  })

  test('an approval by the partner, with the rate and the markup, and what has followed', async () => {
    const request = ana.authorization('10.00 USD')
    const { transactionId } = await ana.send(request)
    await ana.clear('10.00 USD', { original: { key: request.key } })
    const explanation = await explained(transactionId)
    expect(explanation).toMatchObject({
      decidedBy: 'partner',
      transaction: { status: 'settled', amount: '8.00', exchange: { rate: '0.8', markup: '0.00' } },
      messages: [
        {
          kind: 'authorization',
          decidedBy: 'rules',
          action: 'ask',
          amount: '10.00',
          currency: 'USD',
          billedAmount: '8.00',
        },
        { kind: 'partner', decidedBy: 'partner', text: 'The partner has approved it.', code: '00' },
        { kind: 'clearing', decidedBy: 'network', text: 'Its money is booked.' },
      ],
    })
    expect(explanation).not.toHaveProperty('declineReason')
    expect(verdict(explanation, 'partner')).toMatchObject({ outcome: 'approved', tookMs: expect.any(Number) })
    expect(verdict(explanation, 'currency')).toMatchObject({ because: expect.stringContaining('at 0.8') })
  })

  test('what was decided without the partner’s answer, and by others', async () => {
    nordwind.receiver.answer({ status: 500 })
    const unreadable = await explained((await ana.authorize('5.00')).transactionId)
    expect(unreadable).toMatchObject({ decidedBy: 'fallback', declineReason: 'partner' })
    expect(unreadable.messages[1]!.text).toBe('HTTP status 500: it is declined, as the partner wants then.')
    nordwind.receiver.answer(answering({ decision: 'decline', reason: 'a stolen phone' }))
    const declined = await explained((await ana.authorize('5.00')).transactionId)
    expect(declined).toMatchObject({ decidedBy: 'partner', declineReason: 'partner' })
    expect(declined.messages[1]!.text).toBe('The partner has declined it: a stolen phone.')
    expect(await explained((await ana.advise('5.00')).transactionId)).toMatchObject({ decidedBy: 'standIn' })
    expect(await explained((await ana.clear('5.00')).transactionId)).toMatchObject({
      decidedBy: 'network',
      transaction: { forcePosted: true },
    })
    expect(await explained((await ana.refund('5.00')).transactionId)).toMatchObject({
      decidedBy: 'network',
      transaction: { forcePosted: false },
    })
  })

  test('it is nobody else’s, and has nothing of the card', async () => {
    const { transactionId } = await ana.authorize('5.00')
    const stranger = await openPartner(world, 'Stranger')
    expect(await explain(transactionId, stranger)).toMatchObject({
      status: 404,
      body: { reason: 'transaction_not_found' },
    })
    expect(await explain('nothing')).toMatchObject({ status: 404, body: { reason: 'transaction_not_found' } })
    const text = JSON.stringify(await explained(transactionId))
    const number = ana.shown.number.reveal()
    for (const secret of [number, number.slice(0, 12), number.slice(4)]) expect(text).not.toContain(secret)
  })

  test('the partner reads how it is asked, and operators what came of the last questions', async () => {
    const settings = async () => (await nordwind.partner.asServer('GET', '/decision-settings')).body
    expect(await settings()).toEqual({ url: nordwind.receiver.url, deadlineMs: 4000, fallback: 'decline' })
    const { prints } = openCommandLine(world)
    const { id } = nordwind.partner.partner
    const shown = await prints(`partner decisions ${id}`)
    expect(shown).toContain(`Asked at ${nordwind.receiver.url}, for 4000 ms; without an answer: decline`)
    expect(shown).toMatch(/declined +\d+ ms +the partner has declined it: a stolen phone/)
    const { transactionId } = await ana.authorize('5.00')
    expect(await prints(`explain ${transactionId}`)).toMatch(
      /partner +declined +05 +the partner has declined it: .*, after \d+ ms/,
    )
    await prints(`partner change ${id} --decision-deadline PT0.2S --decision-fallback approve`)
    expect(await prints(`partner change ${id} --decision-deadline PT9S`)).toContain('between 200 and 4000 milliseconds')
    nordwind.receiver.answer('hold')
    for (let nth = 0; nth < 5; nth++) await ana.authorize('1.00')
    nordwind.receiver.release()
    expect(await settings()).toMatchObject({ fallback: 'approve', pausedUntil: '2026-05-04T10:01:00.000Z' })
    // The command line has the time of the machine.
    await world.query(`update spending.question_pauses set paused_until = '2100-01-01T00:00:00Z'`)
    expect(await prints(`partner decisions ${id}`)).toContain('asked again after 2100-01-01T00:00:00Z')
    const none = await openPartner(world, 'Silent Bank')
    expect((await none.asServer('GET', '/decision-settings')).body).toEqual({ deadlineMs: 2000, fallback: 'decline' })
    expect(await prints(`partner decisions ${none.partner.id}`)).toContain('The partner is not asked.')
  })
})
