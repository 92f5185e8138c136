import { type Acquirer, NoResponse } from '#connectors/acquirer/port.ts'
import { databaseRecord, defaultSandbox, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import type { AcquirerParts } from '../acquirers.ts'

/** A payment of this amount is carried out, but its response is lost, and so is that of every inquiry. */
export const unheardMinor = 37_77n

/** The sandbox with one line that is down, so that the story has a payment whose outcome is not known. */
export function silentAcquirer({ db, clock, bankUrl }: AcquirerParts): Acquirer {
  const sandbox = sandboxAcquirer({
    connector: defaultSandbox,
    record: databaseRecord(db, defaultSandbox),
    clock,
    bankUrl,
  })
  const unheard = new Set<string>()
  return {
    ...sandbox,
    authorize: async (request) => {
      const result = await sandbox.authorize(request)
      if (request.amount.minor !== unheardMinor) return result
      unheard.add(request.key)
      throw new NoResponse('the line to the acquirer was down')
    },
    inquire: async (key) => {
      if (unheard.has(key)) throw new NoResponse('the line to the acquirer was down')
      return sandbox.inquire(key)
    },
  }
}
