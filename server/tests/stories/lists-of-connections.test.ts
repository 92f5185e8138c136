import { expect, test } from 'vitest'
import { readDisputesSoon } from '#acquiring/disputes'
import { disableConnection, enableConnection } from '#acquiring/processors'
import type { DisputePage } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { openConnected, operator } from '../world/connected.ts'
import { longTest } from '../world/length.ts'
import { euros } from '../world/payments-fixture.ts'
import type { World } from '../world/world.ts'

const at = '2026-05-04T10:00:00Z'
const main = 'main' as ConnectorId

/** A page of the list of disputes with one new dispute about a payment. */
const pageWith = (authorization: string): DisputePage => ({
  place: '1',
  events: [
    {
      ...{ id: 'd-1/opened', dispute: 'd-1', authorization, kind: 'opened', amount: euros('10.00'), reason: 'other' },
      at: Temporal.Instant.from(at),
    },
  ],
})

test('a list that has grown is read at once, however its processor says so, and its end is read once', async () => {
  const { acquirer, deliver, fixture, madeUp, runUntilIdle, world } = await openConnected()
  const payment = await fixture.pays()
  await runUntilIdle()
  const { parts } = madeUp.opened.at(-1)!
  madeUp.apply = async ({ type }) => {
    await parts.listGrown(type === 'payout' ? 'settlements' : 'disputes')
    return { results: [] }
  }
  let ends = 0
  const end = async (deliverIt: () => Promise<unknown>) => {
    ends++
    return deliverIt() as Promise<DisputePage>
  }
  acquirer.next('disputesSince', pageWith(payment.key), end, end, end)
  const dispute = (id: string) => ({ id, type: 'dispute', at })
  expect(await deliver([dispute('evt_1'), dispute('evt_2')])).toEqual([200, '[stored]'])
  await runUntilIdle()
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  expect(ends).toBe(1)

  const due = await importDue(world)
  world.clock.pass({ minutes: 1 })
  await deliver([{ id: 'evt_3', type: 'payout', at }])
  await runUntilIdle()
  expect(Temporal.Instant.compare(await importDue(world), due)).toBe(1)
})

const importDue = async (world: World): Promise<Temporal.Instant> => {
  const [row] = await world.query(
    `select due_at from florin.scheduled_tasks where name = 'import what connectors have settled'`,
  )
  return row!.due_at as Temporal.Instant
}

// In small: a list that has grown is read at once, however its processor says so, and its end is read once
longTest('a list that grows while it is read is read again', async () => {
  const { acquirer, app, fixture, runUntilIdle } = await openConnected()
  const payment = await fixture.pays()
  await runUntilIdle()
  const early = delay()
  acquirer.next('disputesSince', early.mishap, pageWith(payment.key))
  await readDisputesSoon(app, main)
  const reading = runUntilIdle()
  await early.reached
  await readDisputesSoon(app, main)
  early.goOn()
  await reading
  await runUntilIdle()
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
})

test('the lists of a connection that an operator has disabled are not read, and are when it is enabled again', async () => {
  const { acquirer, app, fixture, runUntilIdle, world } = await openConnected()
  const payment = await fixture.pays()
  await runUntilIdle()
  await disableConnection(world.app.processors, { by: operator, name: 'main' })
  app.connections.forget()
  acquirer.next('disputesSince', pageWith(payment.key))
  world.clock.pass({ minutes: 5 })
  await runUntilIdle()
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  await enableConnection(world.app.processors, { by: operator, name: 'main' })
  app.connections.forget()
  world.clock.pass({ minutes: 5 })
  await runUntilIdle()
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
})
