import type { JsonObject } from '#kernel/base/json.ts'
import type { Money } from '#kernel/base/money.ts'
import { Complaints, Field } from '#kernel/http/form-field.ts'
import { groupedLevel3 } from './flat-form.ts'
import { readLevel3 } from './level3.ts'
import type { Level3, Problem, RequestOption } from './request.ts'
import { readTransactionOption } from './transaction-option.ts'

/**
 * The two parts of an order that the order API takes as JSON of their own, by the rules of the checkout form. A wrong
 * field is named by its path, as `transactionOption.splitPayment.splitSchema[0].amount`.
 */
export function tryTransactionOption(sent: JsonObject, whole: Money): Tried<RequestOption> {
  return tryPart('transactionOption', sent, (field) => readTransactionOption(field, whole))
}

/** Nested as in the checkout form, or flat as in payment links (wire fact 1.5). */
export function tryLevel3(sent: JsonObject, timeZone: string): Tried<Level3> {
  return tryPart('level3Data', { ...sent, ...groupedLevel3(sent) }, (field) => {
    const level3 = readLevel3(field, timeZone)
    if (!level3 && Object.keys(sent).length > 0) field.refuse('must have level3Airline or level3Tourism')
    return level3
  })
}

type Tried<T> = { read: T | undefined } | { problems: readonly Problem[] }

function tryPart<T>(name: string, sent: JsonObject, reader: (field: Field) => T | undefined): Tried<T> {
  const complaints = new Complaints()
  const read = reader(new Field(name, sent, complaints))
  return complaints.problems.length > 0 ? { problems: complaints.problems } : { read }
}
