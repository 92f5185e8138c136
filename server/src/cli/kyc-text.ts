import type { CaseFile, ListedCase } from '#issuing/kyc'
import { table } from './printing.ts'

type Page = { data: readonly ListedCase[]; total: number }

export function renderCases({ data, total }: Page, { status, page }: { status: string; page: number }): string {
  if (data.length === 0) return `No KYC case is ${status}.`
  const rows = data.map(({ kycCase, check }) => [
    String(kycCase.id),
    kycCase.holderId,
    String(kycCase.partnerId),
    (kycCase.submittedAt ?? kycCase.createdAt).toString({ smallestUnit: 'second' }),
    check ? [check.status, ...check.because].join(', ') : '',
  ])
  const all = table(['case', 'customer', 'partner', 'since', 'identity provider'], rows)
  return total > page * 50 ? `${all}\n${total} in all; more with --page ${page + 1}.` : all
}

export function renderCase({
  kycCase,
  submissions,
  verifications,
  progress,
  sentBack,
  check,
  screening,
  transitions,
}: CaseFile): string {
  const { id, holderId, partnerId, status, rejectReason, dueAt } = kycCase
  const newest = new Map(submissions.toReversed().map((submission) => [submission.step, submission]))
  return [
    `KYC case ${id}: ${status}${rejectReason ? ` (${rejectReason})` : ''}`,
    `Customer ${holderId} of partner ${partnerId}`,
    ...(dueAt ? [`To be verified again ${dueAt.toString({ smallestUnit: 'second' })}`] : []),
    ...(check ? [`Identity provider ${check.provider ?? ''}: ${[check.status, ...check.because].join(', ')}`] : []),
    ...[...screening.open, ...screening.trueMatches].map(
      ({ id: hitId, list, name, status: hitStatus }) =>
        `Sanctions screening: hit ${hitId}, ${hitStatus}, like ${name} on the list ${list}. See: florin screening show ${hitId}`,
    ),
    ...Object.entries(progress.steps).map(([step, done]) => {
      const submission = newest.get(step as never)
      if (!submission) return `\n${step}: ${done ? 'done' : 'missing'}`
      const answers = linesOf(submission.answers ?? handedIn(verifications, submission.verificationId))
      return [`\n${step}, ${submission.submittedAt}${done ? '' : ' (to be taken again)'}:`, ...answers].join('\n')
    }),
    ...(sentBack.length > 0 ? ['\nSent back:'] : []),
    ...sentBack.map(({ step, rejectReason: why, sentBackAt }) => `  ${step}${why ? `: ${why}` : ''}, ${sentBackAt}`),
    '\nHistory:',
    ...transitions.map(({ occurredAt, action, actor, reason }) =>
      ['  ', occurredAt, ' ', action, ' by ', actor, reason ? `: ${reason}` : ''].join(''),
    ),
  ].join('\n')
}

/** The documents of a step of our pages, with the ids by which they are read. */
function handedIn({ id, poa }: CaseFile['verifications'], verificationId: string | undefined): Record<string, unknown> {
  const found = [id, poa].find((one) => one !== undefined && one.verificationId === verificationId)
  if (!found) return { nothing: 'erased, or replaced' }
  const { documents, handedInAt: _at, verificationId: _id, ...facts } = found
  const files = documents.map(({ id: documentId, place, type, bytes }) => [
    place,
    `${documentId} (${type}, ${bytes} bytes)`,
  ])
  const person = 'person' in facts ? facts.person : undefined
  return { ...facts, person: undefined, numberDigest: undefined, ...person, ...Object.fromEntries(files) }
}

const linesOf = (answers: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(answers).flatMap(([field, value]) =>
    value === undefined ? [] : [`  ${field}: ${Array.isArray(value) ? value.join(', ') : value}`],
  )
