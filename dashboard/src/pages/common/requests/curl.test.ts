import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

const sent = { method: 'POST', path: '/order', sentBy: 'key' } as const

test('a request is copied for a shell with a placeholder for the key', () => {
  expect(curlOf({ ...sent, body: `{"note":"it's [hidden]","amount":9.90}` }, 'https://pay.example')).toBe(
    [
      `curl -X POST 'https://pay.example/order'`,
      `-H "authorization: Bearer $FLORIN_API_KEY"`,
      `-H 'content-type: application/json'`,
      `--data-raw '{"note":"it'\\''s [hidden]","amount":9.90}'`,
    ].join(' \\\n  '),
  )
  const ofPartner = { ...sent, method: 'GET', path: '/v1/cards', partnerId: '501' }
  expect(curlOf(ofPartner, '')).toContain('x-partner-api-key: $FLORIN_API_KEY')
  expect(curlOf({ ...ofPartner, sentBy: 'customer' }, '')).toContain('Bearer $ACCESS_TOKEN')
})

test('a body that was cut is not sent', () => {
  expect(curlOf({ ...sent, body: '{"amount":9.… (cut)' }, '')).not.toContain('--data-raw')
  expect(curlOf({ ...sent, body: '{}' }, '')).toContain("--data-raw '{}'")
})
