import type { en } from './en.ts'

/** A text for each plural form a language has (CLDR names); `other` is there always. */
export type Plural = { readonly other: string } & Readonly<
  Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>
>

/** What each language has to say: the same sentences as the English one. */
export type Messages = Translated<typeof en>

/** The same sentences in another language, whatever their words. */
export type Translated<T> = T extends string
  ? string
  : T extends Plural
    ? Plural
    : { readonly [Key in keyof T]: Translated<T[Key]> }
