import parsePhoneNumber from 'libphonenumber-js/max'

/** A phone number that its country gives out, as E.164 writes it (`+40721234567`); undefined when it is none. */
export function readPhoneNumber(typed: string): string | undefined {
  const number = typed.length <= typedMax ? parsePhoneNumber(typed) : undefined
  return number?.isValid() && number.ext === undefined ? number.number : undefined
}
const typedMax = 40
