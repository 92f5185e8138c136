/** A field by its path as the client wrote it, what holds for it, and the number such a complaint is known by. */
export type FieldProblem = { field: string; message: string; number: number | undefined }

/** Everything that is wrong with the fields of a request. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly problems: readonly FieldProblem[]
  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ message }) => message).join('; '))
    this.problems = problems
  }
}
