import type { Reader } from '#kernel/db/db.ts'
import { type CaseFilter, type CheckResult, checkResults, pageOfCases } from '../store.ts'
import type { KycCase } from '../transition-case.ts'

/** A case without anything personal. */
export type ListedCase = { kycCase: KycCase; check: CheckResult | undefined }

/** Who has waited longest first. */
export async function listCases(
  db: Reader,
  filter: CaseFilter,
  page: { page: number; size: number },
): Promise<{ data: ListedCase[]; total: number }> {
  const { data, total } = await pageOfCases(db, filter, page)
  const results = await checkResults(
    db,
    data.map(({ id }) => id),
  )
  const checkOf = new Map(results.map((check) => [check.caseId, check]))
  return { data: data.map((kycCase) => ({ kycCase, check: checkOf.get(kycCase.id) })), total }
}
