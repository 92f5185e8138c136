import { expect, onTestFinished, test } from 'vitest'
import type { AuthorizationRequest, NetworkResponse } from '#connectors/network/message.ts'
import { openApp } from '../../src/app/compose.ts'
import { byLength, longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, publicUrl } from '../world/world.ts'

const manyPayments = { FLORIN_SPENDING_VELOCITY: 'off', FLORIN_DATABASE_CONNECTIONS: '25' }

/** Two programs on one database, with a holder of 1,000.00. */
async function twoPrograms() {
  const world = await createWorld({ environment: manyPayments })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const ana = await openSpender(world, await openPartner(world))
  const { config, log } = world.app
  const { databaseUrl, clock, openDb } = world
  const second = await openApp({ config, log, databaseUrl, publicUrl, clock, openDb })
  onTestFinished(() => second.close())
  const send = (request: AuthorizationRequest, nth: number) =>
    (nth % 2 === 0 ? world.app : second).network.send(request)
  return { world, ana, send }
}

const atOnce = byLength({ short: { payments: 60, connections: 20 }, long: { payments: 200, connections: 50 } })

test(`of ${atOnce.payments} payments of 100.00 at once, in two programs, an account of 1,000.00 pays exactly ten`, async () => {
  const { world, ana, send } = await twoPrograms()
  // Each connection sends its next message when it has the answer to the one before.
  const requests = Array.from({ length: atOnce.payments }, () => ana.authorization('100.00'))
  const answers: NetworkResponse[] = []
  const connection = async (first: number) => {
    for (let nth = first; nth < requests.length; nth += atOnce.connections)
      answers[nth] = await send(requests[nth]!, first)
  }
  await Promise.all(Array.from({ length: atOnce.connections }, (_, first) => connection(first)))
  expect(answers.filter(({ code }) => code === '00')).toHaveLength(10)
  expect(answers.filter(({ code }) => code === '51')).toHaveLength(atOnce.payments - 10)
  expect(await ana.funds()).toEqual({ balance: '1000.00', held: '1000.00', available: '0.00' })
  expect((await ana.transactions('?status=pending')).total).toBe(10)
  // Again, to the other program each: answered as before.
  expect(await Promise.all(requests.map((request, nth) => send(request, nth + 1)))).toEqual(answers)
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})

test('of two programs that decide about one account at the same moment, one decides first', async () => {
  const { world, ana, send } = await twoPrograms()
  const held = await world.holdRow('accounts.accounts', ana.accountId)
  const answers = [0, 1].map((nth) => send(ana.authorization('600.00'), nth))
  await world.untilWaiting(2)
  await held.release()
  expect((await Promise.all(answers)).map(({ code }) => code).toSorted()).toEqual(['00', '51'])
  expect(await ana.funds()).toMatchObject({ held: '600.00' })
})

// In small: a message that comes ten times at once asks once
longTest('a message that comes ten times at once, to both programs, is decided once', async () => {
  const { ana, send } = await twoPrograms()
  const request = ana.authorization('10.00')
  const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => send(request, nth)))
  expect(new Set(answers.map(({ authorizationCode }) => authorizationCode)).size).toBe(1)
  expect(await ana.funds()).toMatchObject({ held: '10.00' })
})

// In small: of two programs that decide about one account at the same moment, one decides first
longTest('payments of others do not wait for what waits for the account of one', async () => {
  const { world, ana, send } = await twoPrograms()
  const approved = await Promise.all(
    Array.from({ length: 8 }, () => ana.authorization('1.00')).map((each) => send(each, 0)),
  )
  expect(approved.every(({ code }) => code === '00')).toBe(true)
  const bob = await openSpender(world, await openPartner(world))
  const held = await world.holdRow('accounts.accounts', ana.accountId)
  const waiting = approved.map(() => ana.clear('1.00'))
  await world.untilWaiting(2)
  expect((await bob.authorize('1.00')).code).toBe('00')
  await held.release()
  expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(approved.map(() => '00'))
})

test('clearings, reversals and payments of one account at once leave books that agree', async () => {
  const { world, ana, send } = await twoPrograms()
  const requests = Array.from({ length: 40 }, () => ana.authorization('20.00'))
  const answers = await Promise.all(requests.map(send))
  expect(answers.every(({ code }) => code === '00')).toBe(true)
  const followed = await Promise.all(
    requests.flatMap(({ key }, nth) => [
      nth % 3 === 0 ? ana.reverse('20.00', { key }) : ana.clear('25.00', { original: { key } }),
      send(ana.authorization('1.00'), nth),
    ]),
  )
  expect(followed.filter(({ code }) => code !== '00' && code !== '51')).toEqual([])
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})
