/** What a file is, by its bytes. What its sender says of it is never looked at. */
export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf'

/** Why a file is not taken. `kind`: what it is instead, where that is known. */
export class MediaFault extends Error {
  override readonly name = 'MediaFault'
  readonly problem: MediaProblem
  readonly kind: string | undefined
  constructor(problem: MediaProblem, kind?: string) {
    super(problem)
    this.problem = problem
    this.kind = kind
  }
}

export const mediaProblems = [
  'file_kind',
  'file_unknown',
  'file_damaged',
  'file_mixed',
  'file_active',
  'file_small',
  'file_huge',
] as const
export type MediaProblem = (typeof mediaProblems)[number]

/**
 * Walks through the structure of one file as its bytes arrive. `push` returns how many of the bytes belong to the file:
 * cameras write films and other things behind a picture, which are not kept. It throws `MediaFault` at what cannot be.
 */
export type Walker = {
  type: MediaType
  push(bytes: Buffer): number
  /** Throws when the file is not complete. */
  end(): void
}

/** A picture that people and machines can look at. */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new MediaFault('file_damaged')
  if (Math.min(width, height) < sideMin) throw new MediaFault('file_small')
  if (width * height > dotsMax) throw new MediaFault('file_huge')
}
/** Below that nobody reads the small print of a document. */
export const sideMin = 300
/** Above the cameras of telephones; a small file that unfolds into a huge picture is an attack on who opens it. */
const dotsMax = 250_000_000
