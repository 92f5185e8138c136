import type { PageError, TypedFields, VerificationPage } from './pages/view.ts'
import { fileBytesMax } from './receive-document.ts'
import { nextStep, openSteps, proofPlaces, type Step, stepsOf } from './verification.ts'
import type { Visit } from './visit.ts'

/** The addresses of a visit, in the language that it is shown in. */
export type Addresses = {
  page(step?: Step): string
  answers(step: Step): string
  file(step: Step): string
  remove(step: Step): string
  handIn: string
}

/** What is shown again with what is wrong with it. */
export type Again = { errors: readonly PageError[]; typed: TypedFields; isChanged: boolean }
export const nothingWrong: Again = { errors: [], typed: {}, isChanged: false }

/** The page of a visit: the step that was asked for, where it may be gone to, else the first that is not done. */
export function pageOf(
  { verification, documents }: Visit,
  { wanted, addresses, again }: { wanted: Step | undefined; addresses: Addresses; again: Again },
): VerificationPage {
  const { kind, answers } = verification
  const progress = { kind, answers, documents }
  const step = openSteps(progress).find((each) => each === wanted) ?? nextStep(progress)
  const steps = stepsOf(verification)
  // A further page of a proof of address belongs to its first one.
  const place = steps.indexOf(step)
  const common = {
    ...{ kind, number: (place < 0 ? steps.indexOf('page-1') : place) + 1, count: steps.length },
    ...again,
  }
  switch (step) {
    case 'document':
    case 'details':
    case 'statement': {
      const typed = again.errors.length > 0 ? again.typed : typedBefore(step, verification.answers)
      return { ...common, step, action: addresses.answers(step), typed }
    }
    case 'review':
      return {
        ...{ ...common, step, answers, action: addresses.handIn, addressOf: addresses.page },
        next: kind === 'poa' ? openSteps(progress).find((each) => isFree(each, documents)) : undefined,
        files: documents.map(({ place, type, bytes }) => ({
          ...{ place, type, bytes },
          remove: place === 'page-2' || place === 'page-3' ? addresses.remove(place) : undefined,
        })),
      }
    default: {
      const documentKind = answers.document?.kind
      return { ...common, step, action: addresses.file(step), documentKind, bytesMax: fileBytesMax }
    }
  }
}

const isFree = (step: Step, documents: Visit['documents']): step is (typeof proofPlaces)[number] =>
  (proofPlaces as readonly Step[]).includes(step) && documents.every(({ place }) => place !== step)

/** What was typed and taken before, to be corrected. The lines are not kept, only what they say. */
function typedBefore(step: Step, { document, details, statement }: Visit['verification']['answers']): TypedFields {
  if (step === 'document') return { kind: document?.kind ?? '', country: document?.country ?? '' }
  if (step === 'statement') return { kind: statement?.kind ?? '', issuedOn: statement?.issuedOn ?? '' }
  return details?.person ? {} : { number: details?.number ?? '', expiresOn: details?.expiresOn ?? '' }
}
