import type { JsonObject } from '#kernel/base/json.ts'
import { readEnvelope, readJson } from './envelope.ts'
import { isFlatForm, readFlatForm } from './flat-form.ts'

/**
 * A request as a store's page has posted it, in either of its two forms. Nothing is checked yet: the request counts when
 * the checksum is that of one of the texts in `signed`.
 */
export type SignedForm = {
  readonly unchecked: JsonObject
  readonly signed: readonly Buffer[]
  readonly checksum: Buffer
}

export function readSignedForm(form: unknown): SignedForm {
  if (isFlatForm(form)) return readFlatForm(form)
  const { json, text, checksum } = readEnvelope(form)
  return { unchecked: readJson(text), signed: [json], checksum }
}
