import type { MediaProblem } from '#core/files'
import type { TypedError } from '../typed-answers.ts'
import type { Answers, DocumentKind, Place, Step, VerificationKind } from '../verification.ts'

/** What can be wrong with a file that was sent. */
export type FileProblem = MediaProblem | 'file_missing' | 'file_too_large' | 'file_broken' | 'too_many_documents'
export type FileError = { field: 'file'; problem: FileProblem; kind?: string | undefined }
export type PageError = TypedError | FileError

/** What a visitor has typed into the form that is shown again. */
export type TypedFields = Readonly<
  Partial<Record<'kind' | 'country' | 'mrz' | 'number' | 'expiresOn' | 'issuedOn', string>>
>

type Common = {
  kind: VerificationKind
  /** From 1. */
  number: number
  count: number
  /** Where the form is sent. */
  action: string
  errors: readonly PageError[]
  /** Another window was quicker. */
  isChanged: boolean
}

export type FormPage = Common & { step: 'document' | 'details' | 'statement'; typed: TypedFields }
export type FilePage = Common & { step: Place; documentKind: DocumentKind | undefined; bytesMax: number }
export type ReviewPage = Common & {
  step: 'review'
  answers: Answers
  files: readonly ShownFile[]
  /** Where a step is shown again. */
  addressOf(step: Step): string
  /** A further page, where one is possible. */
  next: Place | undefined
}
export type ShownFile = { place: Place; type: string; bytes: number; remove: string | undefined }

export type VerificationPage =
  | FormPage
  | FilePage
  | ReviewPage
  | { step: 'done'; kind: VerificationKind; returnUrl: string | undefined }
  | { step: 'over'; kind: VerificationKind }
