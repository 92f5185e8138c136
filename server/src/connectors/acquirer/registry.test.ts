import { expect, test } from 'vitest'
import { type ConnectorId, openConnectors } from './registry.ts'
import { memoryRecord } from './sandbox/memory-record.ts'
import { clockInHand, sandboxUnderTest } from './sandbox/sandbox-under-test.ts'

const { acquirer } = sandboxUnderTest(memoryRecord(), clockInHand())
const timeout = { timeoutMs: 1_000 }

test('connectors are found by their names, the first one first', () => {
  const connectors = openConnectors({ sandbox: acquirer, 'sandbox-2': acquirer }, timeout)
  expect(connectors.ids).toEqual(['sandbox', 'sandbox-2'])
  expect(connectors.get('sandbox-2' as ConnectorId).capabilities).toBe(acquirer.capabilities)
  expect(connectors.find('sandbox')?.acquirer).toBe(connectors.get('sandbox' as ConnectorId))
  expect(connectors.find('elsewhere')).toBeUndefined()
})

test('a connector that this program does not have is an error that says so', () => {
  const connectors = openConnectors({ sandbox: acquirer }, timeout)
  expect(() => connectors.get('elsewhere' as ConnectorId)).toThrow('no connector elsewhere; it has sandbox')
})

test('there is at least one, with a name that can be typed', () => {
  expect(() => openConnectors({}, timeout)).toThrow('at least one')
  for (const name of ['', 'Sandbox', '1st', 'a b', 'a'.repeat(41)])
    expect(() => openConnectors({ [name]: acquirer }, timeout)).toThrow('cannot be the name')
})
