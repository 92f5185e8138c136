import { expect, test } from 'vitest'
import { sources } from './repository.ts'

/**
 * A connector calls through the client that was opened for it: that one calls the hosts of its credentials alone, refuses
 * private addresses in production, goes through the operator's proxy, and writes no card number to the log. A client or a
 * socket of its own would do none of it.
 */
const connectors = sources.filter(({ path }) => /src\/connectors\//.test(path) && !path.endsWith('.test.ts'))

/** Those whose work is the connection itself. */
const homes: Readonly<Record<string, string>> = {
  'server/src/connectors/acquirer/iso8583/socket.ts':
    'TCP to the hosts of a profile, which are those of its credentials',
  'server/src/connectors/network/iso8583/ping.ts': 'a command of an operator, to the address that is typed with it',
  'server/src/connectors/chain/evm.ts': 'gives the library of chains our agent',
}

const packages = ['undici', 'axios', 'got', 'ky', 'node-fetch', 'ws', 'stripe', '@adyen/api-library']
const builtIn = ['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises']
const modules = [...packages, ...builtIn, ...builtIn.map((name) => `node:${name}`)].join('|')
const forbidden = new RegExp(
  [
    // A type alone calls nothing.
    `import (?!type )[^;]*?from '(?:${modules})'`,
    `(?:import|require)\\('(?:${modules})'\\)`,
    String.raw`(?<![\w.'])(?:globalThis\.)?fetch\(`,
    String.raw`new (?:WebSocket|EventSource|XMLHttpRequest)\(`,
  ].join('|'),
)

test('connectors call through the client that is opened for them', () => {
  const strays = connectors.filter(({ path, text }) => forbidden.test(text) && !(path in homes))
  expect(strays.map(({ path }) => `${path}: use openClient of its parts, or Outbound`)).toEqual([])
  const idle = Object.keys(homes).filter(
    (home) => !connectors.some(({ path, text }) => path === home && forbidden.test(text)),
  )
  expect(idle).toEqual([])
})

test.each([
  `import { request } from 'undici'`,
  `import {\n  connect,\n} from 'node:tls'`,
  `import http from 'http'`,
  `const { Agent } = await import('undici')`,
  `await fetch(url)`,
  `new WebSocket(url)`,
])('%j is found', (text) => expect(text).toMatch(forbidden))
test.each([
  `import type { Socket } from 'node:net'`,
  `import { openClient } from '#kernel/http/client.ts'`,
  `await rates.fetch(day)`,
])('%j is not', (text) => expect(text).not.toMatch(forbidden))
