import type { JsonObject } from '#kernel/base/json.ts'
import { readClaims, readEnvelope, readJson } from './envelope.ts'
import { isFlatForm, readFlatForm } from './flat-form.ts'

/**
 * A request as a store's page has posted it, in either of its two forms. Nothing is checked yet: the request counts when
 * the checksum is that of one of the texts in `signed`. Only then is it worth reading, which costs more than the checksum.
 */
export type SignedForm = {
  /** Enough to find the site that the request claims to be for. */
  readonly claims: JsonObject
  readonly signed: readonly Buffer[]
  readonly checksum: Buffer
  /** The request with the digits of its numbers. Call it when the checksum fits. */
  read(): JsonObject
}

export function readSignedForm(form: unknown): SignedForm {
  if (isFlatForm(form)) {
    const { unchecked, ...signed } = readFlatForm(form)
    return { claims: unchecked, read: () => unchecked, ...signed }
  }
  const { json, text, checksum } = readEnvelope(form)
  return { claims: readClaims(text), signed: [json], checksum, read: () => readJson(text) }
}
