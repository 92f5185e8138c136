/**
 * The acquirer did not respond, or its response cannot be read. It may or may not have acted: never treat this as a
 * decline.
 */
export class NoResponse extends Error {
  override readonly name: string = 'NoResponse'
  /** For those who count: what is not known of it is `failed`. */
  readonly because: NoResponseCause
  constructor(message?: string, { because = 'failed', ...options }: ErrorOptions & { because?: NoResponseCause } = {}) {
    super(message, options)
    this.because = because
  }
}

/**
 * No connection was made, so nothing of this request has left and nothing of it will arrive later. Thrown only where that
 * is certain: after the first byte it is `NoResponse`. A caller that may have sent its key before takes it for
 * `NoResponse`, since it says nothing of the earlier request.
 */
export class NotSent extends NoResponse {
  override readonly name = 'NotSent'
}

/** `failed`: the connection broke, or the connector met an error. */
type NoResponseCause = 'timeout' | 'failed' | 'unreadable'

/** The connector's `capabilities` rule this request out. Nothing was sent. Callers check the flag first. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
