import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { NetworkResponse } from '#connectors/network/message.ts'
import { runDueWorkOnce } from '#kernel/work/due-work.ts'
import { openApp } from '../../src/app/compose.ts'
import { answering, type DecidingPartner, openDecidingPartner } from '../world/deciding.ts'
import { longTest } from '../world/length.ts'
import { moneyOf, openSpender, type Spender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, publicUrl, type World } from '../world/world.ts'

const approves = answering({ decision: 'approve' })
const declines = answering({ decision: 'decline' })

describe('while a partner is asked', () => {
  let world: World
  let nordwind: DecidingPartner
  let ana: Spender
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())
  beforeEach(async () => {
    nordwind = await openDecidingPartner(world)
    onTestFinished(() => nordwind[Symbol.asyncDispose]())
    ana = await openSpender(world, nordwind.partner)
    nordwind.receiver.answer('hold')
  })

  const asksAbout = async (amount: string, changes: Parameters<Spender['authorization']>[1] = {}) => {
    const request = ana.authorization(amount, changes)
    const answer = ana.send(request)
    const { transactionId } = await nordwind.asked()
    return { request, answer, transactionId }
  }
  const verdicts = async (transactionId: string) =>
    world.query(
      `select verdicts -> 0 ->> 'outcome' as outcome, action from spending.messages
       where kind = 'partner' and transaction_id = '${transactionId}' order by id`,
    )
  const created = async (transactionId: string) =>
    (
      await world.query(`select id from webhooks.events where body like '%"transactionId":"${transactionId}"%'
       and event_type = 'transactionCreated'`)
    ).length
  test('a repeated message waits for the same answer, in this program and in another, and asks once', async () => {
    const { config, log } = world.app
    const { databaseUrl, clock, openDb } = world
    const second = await openApp({ config, log, databaseUrl, publicUrl, clock, openDb })
    onTestFinished(() => second.close())
    const { request, answer } = await asksAbout('42.99')
    const answers: NetworkResponse[] = []
    const repeats = [ana.send(request), second.network.send(request), second.network.send(request)]
    for (const repeat of repeats) repeat.then((one) => answers.push(one))
    expect((await ana.send({ ...request, amount: moneyOf('1.00') })).code).toBe('94')
    expect(answers).toEqual([])
    nordwind.receiver.release(approves)
    expect((await answer).code).toBe('00')
    expect(await Promise.all(repeats)).toEqual([await answer, await answer, await answer])
    expect(nordwind.receiver.requests).toHaveLength(1)
    expect(await ana.funds()).toMatchObject({ held: '42.99' })
  })

  test('a message that comes ten times at once asks once', async () => {
    nordwind.receiver.answer(approves)
    const request = ana.authorization('10.00')
    const answers = await Promise.all(Array.from({ length: 10 }, () => ana.send(request)))
    expect(new Set(answers.map(({ authorizationCode }) => authorizationCode)).size).toBe(1)
    expect(nordwind.receiver.requests).toHaveLength(1)
    expect(await ana.funds()).toMatchObject({ held: '10.00' })
  })

  test.each([
    ['approves', approves, '10', '60.00'],
    ['declines', declines, '05', '40.00'],
  ])('an increment that is reversed in part while the partner is asked, which %s', async (_what, says, code, held) => {
    nordwind.receiver.answer(approves)
    const request = ana.authorization('40.00')
    await ana.send(request)
    await nordwind.asked()
    nordwind.receiver.answer('hold')
    const increase = await asksAbout('30.00', { incrementOf: { key: request.key } })
    const { key } = increase.request
    await ana.reverse('30.00', { key }, { remaining: moneyOf('20.00'), reason: '32' })
    expect(await ana.funds()).toMatchObject({ held: '60.00' })
    nordwind.receiver.release(says)
    const answer = await increase.answer
    expect(answer.code).toBe(code)
    if (code === '10') expect(answer).toMatchObject({ approved: moneyOf('20.00'), billed: moneyOf('20.00') })
    expect(await ana.funds()).toMatchObject({ held })
    await ana.reverse('30.00', { key })
    expect(await ana.funds()).toMatchObject({ held: '40.00' })
    expect((await world.verify()).differences).toEqual([])
  })

  test.each([
    ['more than was approved before', '60.00', approves, '10', '60.00'],
    ['more than was approved before', '60.00', declines, '05', '40.00'],
    ['less', '20.00', approves, '05', '20.00'],
    ['less', '20.00', declines, '05', '20.00'],
  ])('a reversal leaves %s of the whole (%s) while the partner is asked about an increment', async (_what, ...all) => {
    const [rest, says, code, held] = all
    nordwind.receiver.answer(approves)
    const request = ana.authorization('40.00')
    await ana.send(request)
    await nordwind.asked()
    nordwind.receiver.answer('hold')
    const increase = await asksAbout('30.00', { incrementOf: { key: request.key } })
    await ana.reverse('70.00', { key: request.key }, { remaining: moneyOf(rest), reason: '32' })
    expect(await ana.funds()).toMatchObject({ held: rest })
    nordwind.receiver.release(says)
    const answer = await increase.answer
    expect(answer.code).toBe(code)
    if (code === '10') expect(answer).toMatchObject({ approved: moneyOf('20.00'), billed: moneyOf('20.00') })
    expect(await ana.funds()).toMatchObject({ held })
    await ana.reverse('30.00', { key: increase.request.key })
    expect(await ana.funds()).toMatchObject({ held: held === '60.00' ? '40.00' : held })
    expect((await world.verify()).differences).toEqual([])
  })

  test('a reversal wins: what the partner says after it holds nothing', async () => {
    const { request, answer, transactionId } = await asksAbout('42.99')
    expect((await ana.reverse('42.99', { key: request.key }, { reason: '68' })).code).toBe('00')
    expect(await ana.funds()).toMatchObject({ held: '0.00' })
    expect(await created(transactionId)).toBe(0)
    nordwind.receiver.release(approves)
    expect((await answer).code).toBe('05')
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'reversed' })
    expect(await verdicts(transactionId)).toEqual([{ outcome: 'approved', action: null }])
    expect(await created(transactionId)).toBe(1)
    expect((await ana.send(request)).code).toBe('05')
  })

  // In small: a reversal wins: what the partner says after it holds nothing
  longTest('a reversal of a part leaves the rest to be approved', async () => {
    const { request, answer, transactionId } = await asksAbout('40.00')
    await ana.reverse('40.00', { key: request.key }, { remaining: moneyOf('15.00'), reason: '32' })
    nordwind.receiver.release(approves)
    expect(await answer).toMatchObject({ code: '10', approved: moneyOf('15.00') })
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'pending', amounts: { held: '15.00' } })
  })

  test.each([
    ['declines', declines, '05'],
    ['approves', approves, '00'],
  ])('an advice of the real amount of all comes while the partner is asked, which %s', async (_what, says, code) => {
    nordwind.receiver.answer(approves)
    const request = ana.authorization('300.00')
    await ana.send(request)
    await nordwind.asked()
    nordwind.receiver.answer('hold')
    const { answer } = await asksAbout('50.00', { incrementOf: { key: request.key } })
    await ana.advise('320.00', { replaces: { key: request.key } })
    nordwind.receiver.release(says)
    expect((await answer).code).toBe(code)
    expect(await ana.funds()).toMatchObject({ held: '320.00' })
  })

  test.each([
    ['reversed', approves],
    ['reversed', declines],
  ])('an increment that is %s takes off its own amount once, whatever the partner says', async (_what, manner) => {
    nordwind.receiver.answer(approves)
    const first = ana.authorization('40.00')
    await ana.send(first)
    await nordwind.asked()
    nordwind.receiver.answer('hold')
    const { request, answer } = await asksAbout('10.00', { incrementOf: { key: first.key } })
    await ana.reverse('10.00', { key: request.key })
    nordwind.receiver.release(manner)
    expect((await answer).code).toBe('05')
    expect(await ana.funds()).toMatchObject({ held: '40.00' })
  })

  test('a clearing and the word of the network in our absence have decided already', async () => {
    const cleared = await asksAbout('20.00')
    await ana.clear('20.00', { original: { key: cleared.request.key } })
    const stoodIn = await asksAbout('30.00')
    await ana.advise('30.00', { replaces: { key: stoodIn.request.key } })
    nordwind.receiver.release(declines)
    await Promise.all([cleared.answer, stoodIn.answer])
    expect(await ana.transaction(cleared.transactionId)).toMatchObject({ status: 'settled' })
    expect(await ana.transaction(stoodIn.transactionId)).toMatchObject({ status: 'pending' })
    expect(await ana.funds()).toEqual({ balance: '980.00', held: '30.00', available: '950.00' })
  })

  test('payments of other partners go on', async () => {
    const bob = await openSpender(world, await openPartner(world, 'Fjordbank'))
    const { answer } = await asksAbout('42.99')
    const others = await Promise.all(Array.from({ length: 5 }, () => bob.authorize('1.00')))
    expect(others.map(({ code }) => code)).toEqual(['00', '00', '00', '00', '00'])
    nordwind.receiver.release(approves)
    expect((await answer).code).toBe('00')
  })

  test('its time runs out: what is held is released, and an approval that comes later is recorded', async () => {
    await nordwind.change({ decisionFallback: 'approve' })
    const { request, answer, transactionId } = await asksAbout('42.99')
    const abandoning = world.app.jobs.filter(({ table }) => table === 'spending.questions')
    world.clock.pass({ milliseconds: 8_999 })
    expect(await runDueWorkOnce(abandoning, world.app.log)).toBe(0)
    world.clock.pass({ milliseconds: 1 })
    expect(await runDueWorkOnce(abandoning, world.app.log)).toBe(1)
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'declined' })
    expect(await ana.funds()).toMatchObject({ held: '0.00' })
    nordwind.receiver.release(approves)
    expect((await answer).code).toBe('91')
    expect(await verdicts(transactionId)).toEqual([
      { outcome: 'abandoned', action: 'decline' },
      { outcome: 'approved', action: null },
    ])
    expect((await ana.send(request)).code).toBe('91')
    expect(await created(transactionId)).toBe(1)
  })

  test('its answer and the end of its time come at the same moment: one of them decides', async () => {
    const { answer, transactionId } = await asksAbout('42.99')
    const account = await world.holdRow('accounts.accounts', ana.accountId)
    world.clock.pass({ seconds: 10 })
    const abandoning = world.app.jobs.filter(({ table }) => table === 'spending.questions')
    const working = runDueWorkOnce(abandoning, world.app.log)
    nordwind.receiver.release(approves)
    await world.untilWaiting(2)
    await account.release()
    const [{ code }] = await Promise.all([answer, working])
    const { status } = await ana.transaction(transactionId)
    expect([
      ['00', 'pending'],
      ['91', 'declined'],
    ]).toContainEqual([code, status])
    expect(await created(transactionId)).toBe(1)
  })

  test('the books and the seals agree with all of it', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
