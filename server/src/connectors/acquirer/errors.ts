/** The acquirer did not answer, or its answer cannot be read. It may or may not have acted: never treat this as a decline. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

/** The connector was asked for something that its `capabilities` rule out. Nothing was sent. Callers check the flag first. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
