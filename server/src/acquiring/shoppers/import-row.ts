import { z } from 'zod'
import { customerRules } from '#acquiring/requests'
import type { Instant } from '#kernel/base/clock.ts'
import { type Column, problemOf, type RowProblem, rowProblem, type UncheckedRow } from '#kernel/base/file-row.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { optional, text } from '#kernel/http/field.ts'
import { emailField } from './customer-fields.ts'
import type { MovedCard } from './import-card.ts'
import { type MovedCardFields, movedCardFields } from './import-fields.ts'
import { type NetworkTransaction, readNetworkTransaction } from './network-transaction.ts'

/** A card with the names that its store has for it and for its holder. */
export type ImportRow = {
  /** The store's own, or the other processor's. Unique at a site. */
  reference: string
  customer: {
    identifier: string
    email: string | undefined
    firstName: string | undefined
    lastName: string | undefined
  }
  card: MovedCard
  networkTransaction: NetworkTransaction
}

const { cardCvv: _neverInAFile, ...cardColumns } = movedCardFields
/** Those in which everything may be written refuse a card number: they are stored as they are. */
const columns = z.object({
  reference: text({
    max: 100,
    min: 1,
    pattern: /^[\w\-.:@/+=]+$/,
    what: 'your own reference of the card: letters, digits and _ - . : @ / + =, and no card number',
    prose: true,
  }),
  identifier: text({ ...customerRules.identifier, prose: true }),
  email: optional(emailField),
  firstName: optional(text(customerRules.firstName)),
  lastName: optional(text(customerRules.lastName)),
  ...cardColumns,
})

/** The columns of a file, and whether each must be there. */
export const importColumns: readonly Column[] = Object.entries(columns.shape).map(([name, schema]) => ({
  name,
  isRequired: !schema.safeParse(undefined).success,
}))

export type RowReader = {
  now: Instant
  /** Reads the data of a card, or says by field what is wrong with it. */
  readCard(fields: MovedCardFields): { card: MovedCard } | { problems: readonly RowProblem[] }
}

/** Reads a row by the rules of the interface's own fields, and says everything that is wrong with it. */
export function readImportRow(
  unchecked: UncheckedRow,
  { now, readCard }: RowReader,
): { row: ImportRow } | { problems: readonly RowProblem[] } {
  const parsed = columns.safeParse(unchecked)
  if (!parsed.success) return { problems: parsed.error.issues.map(problemOf) }
  const { reference, identifier, email, firstName, lastName, ...fields } = parsed.data
  const read = readCard(fields)
  const { transaction, problem } = tryTransaction(fields, now)
  if ('problems' in read || !transaction)
    return {
      problems: [...('problems' in read ? read.problems.map(rowProblem) : []), ...(problem ? [problem] : [])],
    }
  const customer = { identifier, email, firstName, lastName }
  return { row: { reference, customer, card: read.card, networkTransaction: transaction } }
}

function tryTransaction(
  { networkTransactionId: id, networkTransactionDate: date }: Record<`networkTransaction${'Id' | 'Date'}`, string>,
  now: Instant,
): { transaction?: NetworkTransaction | undefined; problem?: RowProblem } {
  try {
    return { transaction: readNetworkTransaction({ id, date }, now) }
  } catch (error) {
    if (error instanceof Refusal) return { problem: refusedRow(error) }
    throw error
  }
}

/** A refusal as what is wrong with a row. */
export const refusedRow = ({ field = 'row', message }: Refusal): RowProblem => rowProblem({ field, message })
