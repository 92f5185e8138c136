import { bankConformance } from './conformance.ts'
import { memoryBankRecord, sandboxAccounts, sandboxBank } from './sandbox.ts'

const ending = (digits: string) => `DE00${'0'.repeat(14)}${digits}`

bankConformance('the sandbox', async () => {
  let now = Temporal.Instant.from('2026-05-04T10:00:00Z')
  const clock = { now: () => now, wall: () => now }
  const { rejected, returned, responseLost, requestLost } = sandboxAccounts
  return {
    bank: sandboxBank({ clock, record: memoryBankRecord() }),
    accounts: {
      good: ending('3000'),
      rejected: ending(rejected),
      returned: ending(returned),
      responseLost: ending(responseLost),
      requestLost: ending(requestLost),
    },
    passDays: async (days) => {
      now = now.add({ hours: 24 * days })
    },
  }
})
