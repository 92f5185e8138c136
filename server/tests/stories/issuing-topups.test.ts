import { expect, onTestFinished, test } from 'vitest'
import { messagesOf } from '../world/shopper.ts'
import { openTopups } from '../world/topups.ts'
import { createWorld } from '../world/world.ts'

async function openWorld(parts: Parameters<typeof openTopups>[1] = {}) {
  const world = await createWorld()
  onTestFinished(async () => {
    const { differences } = await world.verify()
    await world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  const fixture = await openTopups(world, parts)
  const events = async () =>
    (
      (await fixture.asServer('GET', '/events?size=100')).body.data as {
        eventType: string
        data: { topupId?: string }
      }[]
    )
      .filter(({ data }) => data.topupId)
      .map(({ eventType, data }) => `${eventType} ${data.topupId}`)
  return { world, ...fixture, events }
}

test('a customer orders a topup, pays it at the checkout, and has the money once', async () => {
  const { holder, deliver, notifications, post, events } = await openWorld()
  const ana = await holder()
  const { status, page, headers, topup, shopper } = await ana.opens('100.00')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toContain("form-action 'self' http://florin.test")
  expect(page).toContain('data-pass-on')
  expect(messagesOf(page)).toContain('You pay €100.00 to Crumb & Co. on the next page.')
  expect(await ana.topup(topup.id)).toMatchObject({ status: 'created', type: 'fiat', amount: '100.00', fees: '0.00' })

  await shopper.pays()
  await shopper.answersChallenge('00000')
  expect(await deliver()).toEqual([200])
  expect(await ana.balance()).toBe('100.00')
  expect(await ana.topup(topup.id)).toMatchObject({
    id: topup.id,
    status: 'completed',
    accountId: ana.accountId,
    credited: '100.00',
    completedAt: expect.any(String),
  })
  expect(await events()).toEqual([`topupCreated ${topup.id}`, `topupStatusChanged ${topup.id}`])

  expect(await Promise.all(notifications().map((body) => post(body)))).toEqual([{ status: 200, text: 'OK' }])
  expect(await ana.balance()).toBe('100.00')
  expect(await events()).toHaveLength(2)
})
