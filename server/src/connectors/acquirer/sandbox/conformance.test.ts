import { acquirerConformance } from '../conformance.ts'
import { memoryRecord } from './memory-record.ts'
import { clockInHand, sandboxUnderTest } from './sandbox-under-test.ts'

acquirerConformance('the sandbox that remembers in memory', { challenges: true, disputes: true }, async () =>
  sandboxUnderTest(memoryRecord(), clockInHand()),
)
