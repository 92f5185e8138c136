import { formatText, type Language } from '#core/i18n'
import {
  facts,
  hiddenFields,
  i18nOf,
  layoutOf,
  type PageLayout,
  type RenderedPage,
  renderDocument,
  renderIcon,
} from '#core/pages'
import type { Money } from '#kernel/base/money.ts'
import { html } from '#kernel/http/html.ts'

/** The page of the pretend bank of the sandbox, on which a cardholder says that a payment is theirs. */
export type SandboxBankPage = {
  /** Where the form is posted: `code` and `decision` (`confirm` or `cancel`), and `fields` as they are. */
  action: string
  fields: Readonly<Record<string, string>>
  merchant: string
  amount: Money
  lastFour: string
  error: 'missing' | 'wrong' | undefined
  triesLeft: number
  /** The page forbids that it is shown in a frame. */
  unframed: boolean
}

/** How the pretend bank looks: like no store. */
const sandboxBank = { logo: undefined, themeColor: '#27408b', frameAncestors: [] }

/**
 * Banks let any page show theirs in a frame, since a payment can begin on the page of any store (EMV 3-D Secure); some do
 * not.
 */
export const ancestorsOfBank = (unframed: boolean): PageLayout['frameAncestors'] => (unframed ? [] : 'any')

/** The code that confirms (wire fact 7). */
export const sandboxBankCode = '00000'

export function renderSandboxBankPage(page: SandboxBankPage, language: Language): RenderedPage {
  const i18n = i18nOf(language)
  const { bank, ...messages } = i18n.messages
  const error = page.error && (page.error === 'missing' ? bank.codeMissing : bank.codeWrong)
  return renderDocument(
    {
      shape: 'single',
      title: `${error ? `${messages.checkFields} – ` : ''}${bank.title}`,
      main: html`<main class="single stack">
${renderIcon('bank', 'mark')}
<h1>${bank.question}</h1>
<p>${bank.explained}</p>
${facts([
  [messages.amount, i18n.money(page.amount)],
  [messages.paidTo, page.merchant],
  [messages.card, html`<span dir="ltr">•••• ${page.lastFour}</span>`],
])}
<form class="stack" method="post" action="${page.action}" novalidate>
<div class="field${error && ' wrong'}"><label class="label" for="code">${bank.code}</label>
<input class="box" type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10" dir="ltr" required aria-describedby="${error && 'code-error '}code-hint"${error && html` aria-invalid="true" autofocus`}>
${error && html`<p class="error" id="code-error">${error}${page.error === 'wrong' && ` ${i18n.plural(page.triesLeft, messages.attemptsLeft)}`}</p>`}
<p class="hint stays" id="code-hint">${formatText(bank.codeHint, { code: sandboxBankCode })}</p></div>
<button class="button" name="decision" value="confirm">${bank.confirm}</button>
<button class="button quiet" name="decision" value="cancel">${bank.cancel}</button>
${hiddenFields(page.fields)}
</form>
</main>`,
    },
    {
      ...layoutOf({ language, testMode: true, site: { ...sandboxBank, merchantName: bank.title } }),
      frameAncestors: ancestorsOfBank(page.unframed),
    },
  )
}
