import { planRetention } from '#issuing/documents'
import type { Reaction } from './reaction.ts'

/** Documents of a rejected case are deleted some day, and those of an approved customer are not. */
export const keepDocuments: Reaction<'kycStatusChanged'> = async ({ db, documentsKept }, { holderId, status }, now) => {
  if (status !== 'rejected' && status !== 'approved') return []
  return planRetention({ db, documentsKept }, { holderId, isRejected: status === 'rejected' }, now)
}
