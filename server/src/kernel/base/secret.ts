import { inspect } from 'node:util'

/**
 * A value that must not be written to logs or output. It can be passed anywhere, but every conversion to text yields
 * "[secret]"; only `reveal` returns the value, and the tidy test lists the few files that may call it.
 */
export class Secret<T> {
  readonly #value: T
  constructor(value: T) {
    this.#value = value
  }
  /** The value itself. Use it on the line where it is needed and do not store it. */
  reveal(): T {
    return this.#value
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
  [Symbol.toPrimitive](): string {
    return '[secret]'
  }
  [inspect.custom](): string {
    return '[secret]'
  }
}
