/** The hosted pages: their layout, styles and script, the card form, and their sentences in nine languages. Pure. */

export { readBankResponse } from './bank-response.ts'
export { browserFactFields, readBrowserFacts } from './browser-facts.ts'
export { brandOf, brandRules, type CardBrand } from './card-brand.ts'
export { cardChoice, cardText } from './card-choice.ts'
export { holdsCardNumber, plainDigits, readCardInput, readKeptCard } from './card-input.ts'
export { originOf } from './csp.ts'
export { type EmailContent, type EmailFact, type EmailSender, emailHtml, emailText } from './email-layout.ts'
export { facts } from './facts.ts'
export {
  type FieldFrame,
  fieldFrame,
  fieldState,
  hiddenFields,
  selectField,
  type TextField,
  textField,
} from './fields.ts'
export { type Icon, renderIcon } from './icons.ts'
export { intervalText } from './interval-text.ts'
export { i18nOf, type PageI18n } from './languages/index.ts'
export { languageOf, layoutOf } from './layout-of.ts'
export { type LimitedPage, renderLimitedPage } from './limited-page.ts'
export { errorSummary, notice } from './notice.ts'
export { autoRefresh, type Outcome, renderOutcome } from './outcome.ts'
export { scriptInventory } from './page-assets.ts'
export { pageHeaders } from './page-headers.ts'
export {
  type Branding,
  type CardForm,
  type CardShown,
  type CustomerFieldName,
  customerFieldNames,
  type FieldError,
  type FieldProblem,
  type FrameFacts,
  fieldProblems,
  type InLanguages,
  type Interval,
  nothingTyped,
  type PageLayout,
  type ProposedCard,
  type RenderedPage,
  type SavedCard,
  type Typed,
  type WalletChoice,
  type WantedField,
} from './page-layout.ts'
export { type PausedPage, renderPausedPage } from './paused-page.ts'
export { previewFrame, schemes } from './preview-frame.ts'
export { renderRedirectPage } from './redirect-page.ts'
export { type Content, renderDocument } from './render-document.ts'
export { scriptData } from './script-data.ts'
export { joinScript } from './script-parts.ts'
export { themeColorFor } from './theme-color.ts'
export { walletButtons, walletNames, walletPartsOf } from './wallet-buttons.ts'
