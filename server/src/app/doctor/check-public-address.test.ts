import { expect, test } from 'vitest'
import type { SeenRequest } from '../seen-address.ts'
import { proxyFindings } from './check-public-address.ts'

const publicUrl = new URL('https://pay.example')
const good: SeenRequest = {
  address: '198.51.100.7',
  scheme: 'https',
  host: 'pay.example',
  peer: '10.0.0.1',
  isPeerTrusted: true,
  isForwarded: true,
  version: '1.0.0',
}
const found = (changed: Partial<SeenRequest>, url = publicUrl) =>
  proxyFindings('Proxy', url, { ...good, ...changed }).map(
    ({ state, says, todo }) => `${state}: ${says}. ${todo ?? ''}`,
  )

test('a proxy that passes on address, scheme and host is as it should be', () => {
  expect(found({})).toEqual(['ok: passes on address, scheme and host; Florin 1.0.0 replies. '])
})

test('a client that could pretend to be anywhere is found by pretending', () => {
  expect(found({ address: '192.0.2.99' })).toEqual([expect.stringContaining('Let the proxy overwrite X-Forwarded-For')])
})

test('a proxy that is not trusted is named, so that it can be added', () => {
  expect(found({ address: '10.0.0.1', isPeerTrusted: false, scheme: 'http' })).toEqual([
    expect.stringContaining('Add 10.0.0.1 to FLORIN_TRUST_PROXY.'),
    expect.stringContaining('says http to Florin, and browsers use https'),
  ])
})

test('a proxy that changes the Host header is shown both names', () => {
  expect(found({ host: '127.0.0.1:8080' })).toEqual([
    expect.stringContaining('says the host 127.0.0.1:8080 to Florin, and browsers use pay.example'),
  ])
})

test('without a proxy nothing is forwarded, and nothing has to be trusted', () => {
  const local = new URL('http://localhost:8080')
  const seen = { address: '127.0.0.1', peer: '127.0.0.1', scheme: 'http', host: 'localhost:8080', isPeerTrusted: false }
  expect(found(seen, local)[0]).toMatch(/^ok: /)
})
