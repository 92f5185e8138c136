import type { en } from './en.ts'

/** What each language has to say in letters: the same sentences as the English one. */
export type EmailMessages = Translated<typeof en>

type Translated<T> = T extends string ? string : { readonly [Key in keyof T]: Translated<T[Key]> }
