/** A sentence with its `{name}`s replaced; those that have no value stay empty. */
export const filled = (sentence: string, wordOf: (name: string) => string | undefined): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => wordOf(name) ?? '')
