/** An answer with an error, as Stripe words it. `isKept`: it is the answer to its idempotency key from now on. */
export class ApiError extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>
  readonly isKept: boolean
  constructor(status: number, error: Readonly<Record<string, unknown>>, { isKept = true } = {}) {
    super(String(error.message ?? error.code))
    this.status = status
    this.error = error
    this.isKept = isKept
  }
}

const request = { type: 'invalid_request_error' }

/** A parameter is wrong by itself: nothing was executed, so the key is still unused. */
export const invalid = (param: string, code: string, message = `Invalid ${param}`): ApiError =>
  new ApiError(400, { ...request, code, param, message }, { isKept: false })

export const missing = (id: string): ApiError =>
  new ApiError(
    404,
    { ...request, code: 'resource_missing', param: 'id', message: `No such object: '${id}'` },
    { isKept: false },
  )

/** The object is in a state in which this cannot be done. */
export const unexpected = (code: string, message: string, more: object = {}): ApiError =>
  new ApiError(400, { ...request, code, message, ...more })
