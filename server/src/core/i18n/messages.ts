import { type Formatters, formattersOf } from './formatters.ts'
import type { Language } from './language.ts'

/** A text for each plural form a language has (CLDR names); `other` is there always. */
export type Plural = { readonly other: string } & Readonly<
  Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>
>

/** The sentences of one language by their names; they may be grouped. `{...}` is filled in (`formatMessage`). */
type Messages = { readonly [name: string]: string | Messages }

/**
 * The same sentences in another language. A sentence that is missing, or that English does not have, does not compile.
 */
export type Translated<T> = T extends string
  ? string
  : T extends Plural
    ? Plural
    : { readonly [Key in keyof T]: Translated<T[Key]> }

/** One language for one module: its sentences, and how it writes money, numbers and dates. */
export type I18n<M> = Formatters & { readonly messages: M }

/**
 * Registers the sentences of a module in every language and returns how to get those of one. Call it in the module's
 * `languages/index.ts`, where `every-catalogue.test.ts` finds it and compares each language with English.
 */
export function defineMessages<English extends Messages>(
  catalogue: Readonly<Record<Language, Translated<English>>>,
): (language: Language) => I18n<Translated<English>> {
  const byLanguage = new Map<Language, I18n<Translated<English>>>()
  return (language) => {
    const known = byLanguage.get(language)
    if (known) return known
    const i18n = { ...formattersOf(language), messages: catalogue[language] }
    byLanguage.set(language, i18n)
    return i18n
  }
}
