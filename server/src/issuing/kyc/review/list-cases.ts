import type { Reader } from '#kernel/db/db.ts'
import { type CaseFilter, type CheckResult, checkResults, pageOfCases } from '../store.ts'
import type { KycCase } from '../transition-case.ts'
import { type Reviewers, reviewersOf } from './reviewers.ts'

/** A case without anything personal. */
export type ListedCase = { kycCase: KycCase; check: CheckResult | undefined; reviewers: Reviewers | undefined }

/** Who has waited longest first. */
export async function listCases(
  db: Reader,
  filter: CaseFilter,
  page: { page: number; size: number },
): Promise<{ data: ListedCase[]; total: number }> {
  const { data, total } = await pageOfCases(db, filter, page)
  return { data: await withWork(db, data), total }
}

/** With what the identity provider has replied about each, and who works on it. */
export async function withWork(db: Reader, cases: readonly KycCase[]): Promise<ListedCase[]> {
  const ids = cases.map(({ id }) => id)
  const [results, work] = await Promise.all([checkResults(db, ids), reviewersOf(db, ids)])
  const checkOf = new Map(results.map((check) => [check.caseId, check]))
  const workOn = new Map(work.map((reviewers) => [reviewers.caseId, reviewers]))
  return cases.map((kycCase) => ({ kycCase, check: checkOf.get(kycCase.id), reviewers: workOn.get(kycCase.id) }))
}
