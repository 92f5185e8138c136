/**
 * The languages of pages and emails. A module brings its sentences in all of them (`defineMessages`, in its
 * `languages/index.ts`), typed by the English ones; how a language writes money, numbers and dates is the same for all
 * modules (`Formatters`). Pure.
 */

export { formatMessage, formatText } from './format-message.ts'
export type { Formatters } from './formatters.ts'
export { chooseLanguage, type Language, languages, readLanguage } from './language.ts'
export { defineMessages, type I18n, type Plural, type Translated } from './messages.ts'
