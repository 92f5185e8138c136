import { compactVerify } from 'jose'
import { expect, test } from 'vitest'
import { hs512 } from './jws.ts'

const key = 'whsec_florin_test_signing_key_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH'
const text =
  '{"eventType":"cardStatusChanged","eventId":"evt_01JFLORIN","customerId":"cust_01JFLORIN","data":{"cardId":"7d9f1c52-3a3e-4f0e-9a53-1f6b8a2f4c11","newStatus":"frozen"}}'

test('a signature is the one that other implementations of RFC 7515 make with the same key', () => {
  expect(hs512(key, text).split('.')[2]).toBe(
    'ayDWFUD-VLqEkEI1kI49ZHOWVB0OMFhYeV_tNY0pf5SjKG2Qy4b2OEHYGgud4UUxT81d0axTneinX15C4O4y1A',
  )
})

test('a public JOSE library reads the very bytes back, with letters beyond ASCII too', async () => {
  const { payload, protectedHeader } = await compactVerify(hs512(key, 'Brötchen 🥐'), Buffer.from(key), {
    algorithms: ['HS512'],
  })
  expect(Buffer.from(payload).toString()).toBe('Brötchen 🥐')
  expect(protectedHeader).toEqual({ alg: 'HS512', typ: 'JWT' })
})
