import { acquirerConformance } from '../conformance.ts'
import { memoryRecord } from './memory-record.ts'
import type { SandboxLimits } from './sandbox-acquirer.ts'
import { clockInHand, sandboxUnderTest } from './sandbox-under-test.ts'

const means = {
  challenges: true,
  disputes: true,
  afterwards: ['refund', 'capture', 'reverse', 'payout'] as const,
  unreachable: true,
}

acquirerConformance('the sandbox with a record in memory', means, async () =>
  sandboxUnderTest(memoryRecord(), clockInHand()),
)

/** Each way in which real processors fall short of the port, alone and then all at once. */
const limitations: Record<string, SandboxLimits> = {
  'without payouts': { payOut: false },
  'without an inquiry': { inquiry: 'webhook' },
  'without a list of disputes': { disputeList: false },
  'without responses to disputes': { disputeResponses: false },
  'without settlements': { settlements: false },
  'without network transaction ids': { networkTransactionId: 'sometimes' },
  'that captures all or nothing': { partialCapture: false },
  'without wallets': { walletTokens: false },
  'with limits of its amounts': { amounts: { minMinor: 50n, maxMinor: 99_999_999n } },
  'that answers captures, reversals and refunds later': { respondsLater: true },
}
const everyLimitation = Object.assign({}, ...Object.values(limitations)) as SandboxLimits

for (const [name, limits] of [...Object.entries(limitations), ['with every limitation', everyLimitation] as const]) {
  const { respondsLater: _, ...capabilities } = limits
  // Its amounts that fail afterwards are smaller than what is taken.
  const afterwards = limits.amounts ? (['refund', 'capture'] as const) : means.afterwards
  acquirerConformance(`the sandbox ${name}`, { ...means, afterwards, capabilities }, async () =>
    sandboxUnderTest(memoryRecord(), clockInHand(), limits),
  )
}
