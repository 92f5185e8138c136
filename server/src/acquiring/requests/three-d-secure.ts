import { isIP } from 'node:net'
import { isJsonObject } from '#kernel/base/json.ts'
import {
  Complaints,
  email,
  Field,
  hasObject,
  oneOf,
  plainText,
  required,
  text,
  wholeNumber,
  yesOrNo,
} from '#kernel/http/form-field.ts'
import { decodeBase64, decodeText, parseJson } from './encoding.ts'
import type { CardholderAddress, PhoneNumber, Problem, ThreeDSecureFacts } from './request.ts'

/** The base64 JSON of `threeDSecureData`. A wrong field inside is named as `threeDSecureData.browserTZ`. */
export function readThreeDSecure(encoded: Field): ThreeDSecureFacts | undefined {
  if (!encoded.present) return undefined
  const data = encoded.replaced(parseJson(decodeText(decodeBase64(plainText(encoded) ?? ''))))
  if (!isJsonObject(data.value)) return encoded.mustBe('the base64 of a JSON object')
  return {
    browser: readBrowser(data),
    cardholderName: text({ min: 2, max: 45, what: 'the name on the card' })(data.get('cardholderName')),
    email: email(254)(data.get('Email')),
    homePhone: readPhone(data.get('homePhone')),
    mobilePhone: readPhone(data.get('mobilePhone')),
    workPhone: readPhone(data.get('workPhone')),
    billing: readAddress(data, 'billAddr'),
    shipping: readAddress(data, 'shipAddr'),
    addressesMatch: readMatch(data.get('addrMatch')),
  }
}

/** The same from the text alone: its facts, or everything that is wrong with it. */
export function tryThreeDSecure(encoded: string): { facts: ThreeDSecureFacts } | { problems: readonly Problem[] } {
  const complaints = new Complaints()
  const facts = readThreeDSecure(new Field('threeDSecureData', encoded, complaints))
  return facts && complaints.problems.length === 0 ? { facts } : { problems: complaints.problems }
}

function readBrowser(data: Field): ThreeDSecureFacts['browser'] {
  const header = text({ min: 2, max: 2048, what: 'the header as the browser sends it' })
  const pixels = wholeNumber({ min: 1, max: 999_999 })
  return {
    acceptHeader: header(data.get('browserAcceptHeader')),
    ip: readIp(data.get('browserIP')),
    javaEnabled: yesOrNo(data.get('browserJavaEnabled')),
    javaScriptEnabled: yesOrNo(data.get('browserJavaScriptEnabled')),
    language: text({ max: 8, what: 'a language tag, such as en-GB' })(data.get('browserLanguage')),
    colorDepth: wholeNumber({ min: 1, max: 99 })(data.get('browserColorDepth')),
    screenHeight: pixels(data.get('browserScreenHeight')),
    screenWidth: pixels(data.get('browserScreenWidth')),
    timeZoneOffsetMinutes: readOffset(data.get('browserTZ')),
    userAgent: header(data.get('browserUserAgent')),
  }
}

function readIp(field: Field): string | undefined {
  if (!field.present) return undefined
  const read = plainText(field) ?? ''
  return isIP(read) === 0 ? field.mustBe('an IPv4 or IPv6 address') : read
}

function readOffset(field: Field): number | undefined {
  if (!field.present) return undefined
  const read = plainText(field) ?? ''
  return /^[+-]?\d{1,5}$/.test(read) ? Number(read) : field.mustBe('minutes between UTC and local time, such as -120')
}

function readPhone(field: Field): PhoneNumber | undefined {
  if (!hasObject(field)) return undefined
  const code = { max: 3, pattern: /^\d+$/, what: 'the 1 to 3 digits of the country' }
  const number = { max: 15, what: 'the number without its country, at most 15 digits' }
  const countryCode = required(field.get('cc'), code.what, text(code))
  const subscriber = required(field.get('subscriber'), number.what, text(number))
  return countryCode === undefined || subscriber === undefined ? undefined : { countryCode, subscriber }
}

function readAddress(data: Field, prefix: 'billAddr' | 'shipAddr'): CardholderAddress {
  const part = (name: string, max: number) => text({ max, what: 'text' })(data.get(`${prefix}${name}`))
  const country = text({ max: 3, pattern: /^\d{3}$/, what: 'the three digits of a country of ISO 3166-1, such as 642' })
  return {
    line1: part('Line1', 50),
    line2: part('Line2', 50),
    line3: part('Line3', 50),
    city: part('City', 50),
    postCode: part('PostCode', 16),
    state: part('State', 3),
    country: country(data.get(`${prefix}Country`)),
  }
}

function readMatch(field: Field): boolean | undefined {
  const match = oneOf(['Y', 'N'])(field)
  return match === undefined ? undefined : match === 'Y'
}
