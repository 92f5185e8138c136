import { CredentialProblem, type Processor, type ProcessorMode } from '#connectors/acquirer/processor.ts'
import { refuse } from './refusals.ts'
import type { GivenFields } from './sealed-fields.ts'

type Fields = Readonly<Record<string, string>>

/** The fields of a connection, read: what the processor works with, and what is stored openly and sealed. */
export type ReadFields = { credentials: unknown; mode: ProcessorMode; shown: Fields; secret: Fields }

/**
 * Reads what an operator has given for a connection of this kind. Refuses by field name what is unknown, missing or not
 * valid, and credentials for the system that this installation does not call: production calls `live` alone, and staging
 * `test` alone.
 */
export function readFields(processor: Processor, given: GivenFields, wanted: ProcessorMode): ReadFields {
  const { kind, fields } = processor
  const values = Object.fromEntries(Object.entries(given.reveal()).filter(([, value]) => value !== ''))
  for (const field of Object.keys(values)) {
    if (!fields.some(({ name }) => name === field))
      throw refuse('unknown_credential_field', { field, kind, fields: fields.map(({ name }) => name).join(', ') })
    if (values[field]!.length > fieldLengthMax)
      throw refuse('invalid_credential_field', { field, why: `It has more than ${fieldLengthMax} characters.` })
  }
  const missing = fields.find(({ name, isRequired }) => isRequired && values[name] === undefined)
  if (missing) throw refuse('missing_credential_field', { field: missing.name, help: missing.help })
  const credentials = readBy(processor, values)
  const mode = processor.modeOf(credentials)
  if (mode !== wanted) throw refuse('connection_mode_mismatch', { mode, wanted, how: processor.modeHelp })
  const part = (isSecret: boolean): Fields =>
    Object.fromEntries(
      fields.flatMap(({ name, ...field }) => (field.isSecret === isSecret ? pairOf(values, name) : [])),
    )
  return { credentials, mode, shown: part(false), secret: part(true) }
}
/** A chain of certificates fits. */
const fieldLengthMax = 16_384

const pairOf = (values: Fields, name: string): [string, string][] =>
  values[name] === undefined ? [] : [[name, values[name]]]

function readBy(processor: Processor, values: Fields): unknown {
  try {
    return processor.readCredentials(values)
  } catch (error) {
    if (!(error instanceof CredentialProblem)) throw error
    throw refuse('invalid_credential_field', { field: error.field, why: error.message })
  }
}
