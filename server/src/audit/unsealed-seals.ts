/** The tables of the chain of seals itself, and why they need no seal. */
export const unsealedOfSeals: Readonly<Record<string, string>> = {
  'seals.pages': 'the hashes of the chain cover them',
  'seals.progress': 'says how far sealing has come; the seals themselves say what is sealed',
  'seals.seals': 'each hash covers the one before it',
}
