import { inspect } from 'node:util'

/**
 * Something that must not be written down. It can be carried anywhere, but every way of turning it into text says
 * "[secret]"; only `reveal` gives the value, and the tidy test lists the few files that may call it.
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
