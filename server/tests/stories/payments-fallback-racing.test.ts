import { expect, test } from 'vitest'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { asked, fallbacksOf, openFallback, sandbox, second, technical } from '../world/fallback.ts'
import { longTest } from '../world/length.ts'

test('a process that dies before it has sent the next request leaves it to the resolver, which sends none', async () => {
  const fixture = await openFallback()
  const [reached, silence] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  fixture.second.acquirerProxy.next('authorize', technical)
  fixture.acquirerProxy.next('authorize', () => {
    reached.resolve()
    return silence.promise
  })
  const paying = fixture.pays()
  await reached.promise
  await fixture.world.pass({ minutes: 2 })
  silence.reject(new NoResponse('the process of this request is gone'))
  expect(await paying).toMatchObject({ status: 'failed', connector: sandbox, declineReason: undefined })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: ['authorize', 'inquire', 'reverse'] })
})

test('a connector that never answers after a fallback is inquired, and what it did counts', async () => {
  const fixture = await openFallback()
  const [reached, silence] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  fixture.second.acquirerProxy.next('authorize', technical)
  fixture.acquirerProxy.next('authorize', async (deliver) => {
    await deliver()
    reached.resolve()
    return silence.promise
  })
  const paying = fixture.pays()
  await reached.promise
  await fixture.world.pass({ minutes: 2 })
  silence.reject(new NoResponse('the process of this request is gone'))
  expect(await paying).toMatchObject({ status: 'captured', connector: sandbox })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: ['authorize', 'inquire'] })
})

test('a decline that the resolver has recorded already is final, however late its own answer comes', async () => {
  const fixture = await openFallback()
  const { mishap, reached, goOn } = delay()
  fixture.second.acquirerProxy.next('authorize', mishap)
  const paying = fixture.pays({ amount: '0.03' })
  await reached
  fixture.second.acquirerProxy.next('inquire', technical)
  await fixture.world.pass({ minutes: 2 })
  goOn()
  expect(await paying).toMatchObject({ status: 'failed', declineReason: 'provider_error', connector: second })
  expect(asked(fixture)).toEqual({ first: ['authorize', 'inquire'], fallback: [] })
})

// In small: a decline that the resolver has recorded already is final, however late its own answer comes
longTest('a payment that is uncertain already when its connector declines ends there', async () => {
  const fixture = await openFallback()
  const { mishap, reached, goOn } = delay()
  fixture.second.acquirerProxy.next('authorize', mishap)
  const paying = fixture.pays({ amount: '0.03' })
  await reached
  fixture.second.acquirerProxy.next('inquire', { outcome: 'pending', reference: 'r-2' })
  await fixture.world.pass({ seconds: 61 })
  goOn()
  expect(await paying).toMatchObject({ status: 'failed', declineReason: 'provider_error', connector: second })
  expect(asked(fixture).fallback).toEqual([])
})

test('the resolver that was late with an inquiry about the first connector does not touch the payment at the next', async () => {
  const fixture = await openFallback()
  const [answer, inquiry] = [delay(), delay()]
  fixture.second.acquirerProxy.next('authorize', answer.mishap)
  fixture.second.acquirerProxy.next('inquire', inquiry.mishap)
  const atNext = delay()
  fixture.acquirerProxy.next('authorize', atNext.mishap)
  const paying = fixture.pays({ amount: '0.03' })
  await answer.reached
  const resolving = fixture.world.pass({ seconds: 61 })
  await inquiry.reached
  answer.goOn()
  await atNext.reached
  inquiry.goOn()
  await resolving
  const [row] = await fixture.world.app.db.run('select id, status, connector from payments.payments', [])
  expect(row).toMatchObject({ status: 'authorizing', connector: sandbox })
  atNext.goOn()
  expect(await paying).toMatchObject({ status: 'failed', connector: sandbox, declineReason: 'provider_error' })
  expect(await fallbacksOf(fixture, await paying)).toHaveLength(1)
})
