import { expect, test } from 'vitest'
import { ownAddress, readHosts, readProxies } from './addresses.ts'

test.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::1', 'http://localhost:8080'],
  ['127.0.0.2', 'http://127.0.0.2:8080'],
  ['2001:db8::7', 'http://[2001:db8::7]:8080'],
  ['pay.internal', 'http://pay.internal:8080'],
])('a program that listens on %s is at %s', (host, address) => {
  expect(ownAddress({ host, port: 8080 })).toBe(address)
})

test('the port that browsers leave out is not in the address', () => {
  expect(ownAddress({ host: '127.0.0.1', port: 80 })).toBe('http://localhost')
})

const proxiesOf = (text: string) => {
  const read = readProxies(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.proxies
}

test.each([
  ['no', '127.0.0.1', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '::ffff:127.0.0.1', true],
  ['10.0.0.0/8, 192.0.2.7', '10.255.0.3', true],
  ['10.0.0.0/8, 192.0.2.7', '192.0.2.8', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['10.0.0.0/8', undefined, false],
])('of the proxies %s, %s is one: %s', (text, address, isOne) => {
  expect(proxiesOf(text).includes(address)).toBe(isOne)
})

test.each(['yes', '10.0.0.0/33', '0.0.0.0/0', 'proxy.example.com', '10.0.0'])('%s names no proxy', (text) => {
  expect(readProxies(text)).toEqual({ problem: expect.stringContaining('such as 10.0.0.0/8') })
})

test('host names are read in small letters, and a scheme or a port is refused', () => {
  expect(readHosts(' Pay.Example.com,pay.example.org ')).toEqual({ hosts: ['pay.example.com', 'pay.example.org'] })
  expect(readHosts(undefined)).toEqual({ hosts: [] })
  for (const text of ['https://pay.example.com', 'pay.example.com:8080', 'pay.example.com/x', 'a b'])
    expect(readHosts(text)).toEqual({ problem: expect.stringContaining('without scheme, port and path') })
})
