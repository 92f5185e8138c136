/**
 * Public error codes that have a new name: `old: 'new'`. The recordings are compared as if they had been made with the
 * new name, so renaming a code takes one line here instead of a diff of every page. A word is replaced wherever it
 * occurs alone in a recording, so a code that is also the name of a field or a decline cannot be renamed by this;
 * record again instead. Record again, too, when the renaming is over, and empty the list.
 */
export const renamedCodes: Readonly<Record<string, string>> = {}

/** A recorded text as it would be with the new names. */
export const withNewCodes = (recorded: string): string =>
  recorded.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (word) =>
    Object.hasOwn(renamedCodes, word) ? renamedCodes[word]! : word,
  )
