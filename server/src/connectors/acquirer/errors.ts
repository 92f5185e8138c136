/**
 * The acquirer did not respond, or its response cannot be read. It may or may not have acted: never treat this as a
 * decline.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

/** The connector's `capabilities` rule this request out. Nothing was sent. Callers check the flag first. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
