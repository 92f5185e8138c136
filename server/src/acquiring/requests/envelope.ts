import type { SiteId } from '#core/directory'
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/base/json.ts'
import { Complaints, Field, plainText } from '#kernel/http/form-field.ts'
import { checksumBytes } from './checksum.ts'
import { decodeBase64, decodeText, parseJson, parseJsonRoughly } from './encoding.ts'
import { refuse } from './refusals.ts'

/** The two form fields, decoded. `json` is what was signed; `text` is the same bytes as text. */
export type Envelope = { readonly json: Buffer; readonly text: string; readonly checksum: Buffer }

/** Decodes the posted form (wire fact 1.1). Nothing is checked yet but that there is something to check. */
export function readEnvelope(form: unknown): Envelope {
  const encoded = formField(form, 'jsonRequest')
  if (encoded.length > encodedMax)
    throw refuse('request_too_large', { field: 'jsonRequest', bytesMax: requestBytesMax })
  const json = decodeBase64(encoded)
  if (!json) throw refuse('request_not_base64', { field: 'jsonRequest' })
  if (json.length > requestBytesMax)
    throw refuse('request_too_large', { field: 'jsonRequest', bytesMax: requestBytesMax })
  const text = decodeText(json)
  if (text === undefined) throw refuse('request_not_json', { field: 'jsonRequest' })
  return { json, text, checksum: readChecksum(formField(form, 'checksum')) }
}
/** Five hundred items with long names fit several times. */
export const requestBytesMax = 262_144
/** Base64 has four characters for three bytes; the rest is room for line breaks. */
const encodedMax = requestBytesMax * 1.4

/**
 * The object of the envelope, read only to find the site that it claims to be for: numbers may have lost digits. What it
 * says counts when its checksum fits, and is then read with `readJson`.
 */
export function readClaims(text: string): JsonObject {
  const value = parseJsonRoughly(text)
  if (!isJsonObject(value as JsonValue)) throw refuse('request_not_json', { field: 'jsonRequest' })
  return value as JsonObject
}

/** The JSON object in the envelope. Its meaning is not looked at yet. */
export function readJson(text: string): JsonObject {
  const value = parseJson(text)
  if (!isJsonObject(value)) throw refuse('request_not_json', { field: 'jsonRequest' })
  return value
}

/**
 * The site that the request says it is for: `siteId` as a number or as text, or written as a public key, or `publicKey`
 * (wire fact 1.2). Undefined when it names none, which is right only where there is one site (merchant-payments,
 * siteId).
 */
export function findSiteId(value: JsonObject): SiteId | undefined {
  const request = new Field('', value, new Complaints())
  const siteId = readSite(request.get('siteId'), /^(?:pk_(?:test|live)_)?(\d{1,11})$/)
  const publicKey = readSite(request.get('publicKey'), /^pk_(?:test|live)_(\d{1,11})$/)
  if (siteId !== undefined && publicKey !== undefined && siteId !== publicKey)
    throw refuse('site_required', { field: 'publicKey', rule: `must name the site of siteId, which is ${siteId}` })
  return siteId ?? publicKey
}

function readSite(field: Field, pattern: RegExp): SiteId | undefined {
  if (!field.present) return undefined
  const number = Number(pattern.exec(plainText(field) ?? '')?.[1])
  if (number >= 1 && number <= siteIdMax) return number as SiteId
  throw refuse('site_required', {
    field: field.path,
    rule: field.path === 'siteId' ? 'must be the number of your site, such as 10722' : 'must look like pk_test_10722',
  })
}
/** What a column of type integer holds; no site has a higher number. */
const siteIdMax = 2_147_483_647

export function formField(form: unknown, field: string): string {
  const fields: object = typeof form === 'object' && form !== null ? form : {}
  const value: unknown = Object.getOwnPropertyDescriptor(fields, field)?.value
  if (typeof value === 'string' && value !== '') return value
  throw refuse('form_incomplete', { field })
}

export function readChecksum(encoded: string): Buffer {
  const checksum = encoded.length > checksumCharactersMax ? undefined : decodeBase64(encoded)
  if (checksum?.length === checksumBytes) return checksum
  const found = checksum ? `it decodes to ${checksum.length} bytes.` : 'it is no base64.'
  throw refuse('checksum_malformed', { field: 'checksum', found })
}
const checksumCharactersMax = 1_000
