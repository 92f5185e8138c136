import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { logCaller, logFieldsOf } from './log-fields.ts'

const requestOf = (url: string, params: object) => ({ routeOptions: { url }, params }) as unknown as FastifyRequest

test('a line of the log names what the address of a request names, and whose request it was', () => {
  const request = requestOf('/staff/v1/disputes/:disputeId/files/:fileId', {
    disputeId: '1002',
    fileId: '019df794-8900-77cc-9f33-7ae02b343db8',
  })
  logCaller(request, { staffId: '7' })
  expect(logFieldsOf(request)).toEqual({
    disputeId: '1002',
    fileId: '019df794-8900-77cc-9f33-7ae02b343db8',
    staffId: '7',
  })
  expect(logFieldsOf(requestOf('/payment-link/:id/orders', { id: '42' }))).toEqual({ paymentLinkId: '42' })
})

test('what is no id is not in the log, whatever it is called', () => {
  const odd = ['ana@example.com', '4111111111111111', 'sk_test_1', '', '0', '%00', 'x'.repeat(36)]
  for (const value of odd) expect(logFieldsOf(requestOf('/customer/:id', { id: value }))).toEqual({})
  expect(logFieldsOf(requestOf('/checkout/:token', { token: '1001' }))).toEqual({})
  expect(logFieldsOf(requestOf('/:id', { id: '1001' }))).toEqual({})
})
