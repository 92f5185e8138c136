import type { Acquirer, AuthorizeResult } from '#connectors/acquirer/port.ts'
import { databaseRecord, defaultSandbox, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import type { AcquirerParts } from '../acquirers.ts'

/** A bank considers a payment of this amount for as long as the story lasts. */
export const consideredMinor = 23_77n

/**
 * The sandbox with one bank that takes its time, so that the story ends with a payment whose outcome is not known. The
 * program's own sandbox responds to its next inquiry, within the hour.
 */
export function slowAcquirer({ db, clock, bankUrl }: AcquirerParts): Acquirer {
  const record = databaseRecord(db, defaultSandbox)
  const sandbox = sandboxAcquirer({ connector: defaultSandbox, record, clock, bankUrl })
  const considered = new Map<string, AuthorizeResult>()
  return {
    ...sandbox,
    authorize: async (request) => {
      const result = await sandbox.authorize(request)
      if (request.amount.minor !== consideredMinor || result.outcome !== 'approved') return result
      const pending = { outcome: 'pending', reference: result.reference } as const
      considered.set(request.key, pending)
      return pending
    },
    inquire: async (key) => {
      const pending = considered.get(key)
      return pending?.outcome === 'pending' ? pending : sandbox.inquire(key)
    },
  }
}
