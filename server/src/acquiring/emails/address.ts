/**
 * An address that can be written to, and nothing else than one: a text that could be read as two addresses, as a name
 * with an address, or as another line of a header is not written to. Letters of any script may stand in it.
 */
export function usableAddress(unchecked: string | undefined): string | undefined {
  const address = unchecked?.trim() ?? ''
  return address.length <= addressMax && plain.test(address) ? address : undefined
}
/** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
const addressMax = 254
const plain = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\.]+(?:\.[^\s\p{Cc}@<>()[\],;:"\\.]+)+$/u
