/** How our hosted pages look and speak: their frame, styles and script, the card form, and nine languages. Pure. */
export { accentFor } from './accent.ts'
export { browserFactFields, readBrowserFacts } from './browser-facts.ts'
export { brandRules, type CardBrand } from './card-brand.ts'
export { cardChoice, cardInWords } from './card-choice.ts'
export { plainDigits, readCardInput } from './card-input.ts'
export { originOf } from './csp.ts'
export { facts } from './facts.ts'
export { hiddenFields, selectField, type TextField, textField } from './fields.ts'
export {
  type Branding,
  type CardForm,
  type CardShown,
  type CustomerFieldName,
  customerFieldNames,
  type FieldError,
  type FieldProblem,
  type Frame,
  fieldProblems,
  type Interval,
  type Language,
  languages,
  nothingTyped,
  type RenderedPage,
  type SavedCard,
  type Typed,
  type WantedField,
} from './frame.ts'
export { chooseLanguage, readLanguage, wordsOf } from './language.ts'
export type { Plural, Translated } from './languages/words.ts'
export { type Content, renderDocument } from './layout.ts'
export { type Drawing, mark } from './marks.ts'
export { checkThese, notice } from './notice.ts'
export { lookAgain, type Outcome, renderOutcome } from './outcome.ts'
export { scriptInventory } from './page-assets.ts'
export { pageHeaders } from './page-headers.ts'
export { renderPassingPage } from './passing.ts'
export { toldToScript } from './script-data.ts'
export { say, sayPlainly, type Voice, voiceOf } from './voice.ts'
