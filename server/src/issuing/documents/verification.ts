import type { Author } from '#core/directory'
import type { MediaType } from '#core/files'
import type { Language } from '#core/i18n'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { VerificationStatus } from './verification-states.ts'

export type VerificationId = Brand<string, 'VerificationId'>
export type DocumentId = Brand<string, 'DocumentId'>

/** Of identity, or proof of address. */
export type VerificationKind = 'id' | 'poa'

export const documentKinds = ['passport', 'identity_card', 'residence_permit', 'driving_licence'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const proofKinds = ['utility_bill', 'bank_statement', 'tax_notice'] as const
export type ProofKind = (typeof proofKinds)[number]

/** Where a file belongs. */
export const places = ['front', 'back', 'selfie', 'page-1', 'page-2', 'page-3'] as const
export type Place = (typeof places)[number]
export const proofPlaces = ['page-1', 'page-2', 'page-3'] as const

/** Who a machine-readable zone says that somebody is. Dates are as 1974-08-12. */
export type MrzPerson = {
  surname: string
  givenNames: string
  birthDate: string | undefined
  sex: 'F' | 'M' | 'X'
  /** As in the lines: three letters, or `D`. */
  nationality: string
}

/** What was typed so far. Dates are as 2030-07-31. */
export type Answers = {
  document?: { kind: DocumentKind; country: string } | undefined
  details?: { number: string; expiresOn: string | undefined; person: MrzPerson | undefined } | undefined
  statement?: { kind: ProofKind; issuedOn: string } | undefined
}

/** One visit of a holder to our pages, begun by the partner's app. */
export type Verification = {
  id: VerificationId
  version: number
  holderId: HolderId
  partnerId: PartnerId
  kind: VerificationKind
  status: VerificationStatus
  language: Language | undefined
  answers: Answers
  createdAt: Instant
  expiresAt: Instant
  handedInAt: Instant | undefined
}

/** A file of it that is stored whole. */
export type StoredDocument = {
  id: DocumentId
  place: Place
  type: MediaType
  bytes: number
  storedAt: Instant
}

/** What a visitor may do next, and has done before. */
export type Step = 'document' | 'details' | 'statement' | Place | 'review'

/** The files that are needed: a passport has one page to show. */
export const placesOf = ({ kind, answers }: Pick<Verification, 'kind' | 'answers'>): Place[] => {
  if (kind === 'poa') return ['page-1']
  return answers.document?.kind === 'passport' ? ['front', 'selfie'] : ['front', 'back', 'selfie']
}

/** The steps in their order. */
export const stepsOf = (verification: Pick<Verification, 'kind' | 'answers'>): Step[] => [
  ...(verification.kind === 'id' ? (['document', 'details'] as const) : (['statement'] as const)),
  ...placesOf(verification),
  'review',
]

type Progress = Pick<Verification, 'kind' | 'answers'> & { documents: readonly Pick<StoredDocument, 'place'>[] }

/** The first step that is not done; `review` when nothing is missing. */
export function nextStep({ documents, ...verification }: Progress): Step {
  const { answers } = verification
  const isDone = (step: Step): boolean => {
    if (step === 'review') return false
    if (step === 'document' || step === 'details' || step === 'statement') return answers[step] !== undefined
    return documents.some(({ place }) => place === step)
  }
  return stepsOf(verification).find((step) => !isDone(step)) ?? 'review'
}

/** The steps that may be gone to: all up to the next one, and further pages of a proof of address when it has one. */
export function openSteps(progress: Progress): Step[] {
  const steps = stepsOf(progress)
  const reached = steps.slice(0, steps.indexOf(nextStep(progress)) + 1)
  if (progress.kind === 'id') return reached
  const pages = progress.documents.map(({ place }) => place)
  const free = proofPlaces.find((place) => !pages.includes(place))
  return [...reached, ...proofPlaces.filter((place) => pages.includes(place) || (pages.length > 0 && place === free))]
}

export const byHolder = (holderId: HolderId, ip: string): Author => ({ actor: `holder ${holderId}`, fromWhere: ip })
export const byProgram: Author = { actor: 'florin', fromWhere: 'here' }
