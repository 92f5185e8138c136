import anyAscii from 'any-ascii'

/**
 * Text in the set of characters that every bank of SEPA takes (EPC217-08): Latin letters, digits and a few signs. Others
 * are written in it as well as they can be, so that a bank does not refuse a file for a name.
 */
export const toSepaText = (text: string, lengthMax: number): string =>
  anyAscii(text.normalize('NFC'))
    .replaceAll('&', '+')
    .replaceAll('_', '-')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    // Two strokes part fields in some networks, and one at an edge is refused.
    .replaceAll(/\/{2,}/g, '/')
    .slice(0, lengthMax)
    .replaceAll(/^[ /]+|[ /]+$/g, '')

/** A reference, which is refused and not changed when it has other characters. */
export const isSepaReference = (text: string): boolean =>
  /^[A-Za-z0-9?:().,'+-](?:[A-Za-z0-9/?:().,'+ -]{0,33}[A-Za-z0-9?:().,'+-])?$/.test(text) && !text.includes('//')
