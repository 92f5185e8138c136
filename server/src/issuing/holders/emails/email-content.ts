import { formatText, type Language } from '#core/i18n'
import { type EmailContent, i18nOf } from '#core/pages'
import type { EmailKind } from './email.ts'
import { holderEmailI18nOf } from './languages/index.ts'

export type EmailFacts = {
  kind: EmailKind
  language: Language
  code: string | undefined
  partner: { name: string; live: boolean }
}

/** The content of an email to a holder, in the name of its partner. */
export function contentOf({ kind, language, code, partner }: EmailFacts): EmailContent {
  const { messages } = holderEmailI18nOf(language)
  const { subject, title, text } = messages[sentencesOf[kind]]
  const { direction, messages: ofPages } = i18nOf(language)
  // In right-to-left text a name keeps its own direction.
  const name = direction === 'rtl' ? `\u2068${partner.name}\u2069` : partner.name
  const inName = (sentence: string) => formatText(sentence, { partner: name })
  return {
    language,
    subject: inName(subject),
    title,
    ...(!partner.live && { notice: ofPages.testMode }),
    paragraphs: [inName(text), ...(code === undefined ? [] : [messages.secret])],
    facts: code === undefined ? [] : [[messages.code, code, 'main']],
    closing: [inName(messages[unaskedOf[kind]]), inName(messages.noReply)],
    sender: { name: partner.name },
  }
}

const sentencesOf = {
  'registration-code': 'registration',
  'login-code': 'login',
  'already-registered': 'taken',
  'password-code': 'resetPassword',
  'no-password': 'noPassword',
  'password-changed': 'passwordChanged',
  'card-tried': 'cardTried',
} as const satisfies Record<EmailKind, string>

/** What to do if it was somebody else. */
const unaskedOf = {
  'registration-code': 'unasked',
  'login-code': 'unasked',
  'already-registered': 'unaskedRegistration',
  'password-code': 'unasked',
  'no-password': 'unaskedRegistration',
  'password-changed': 'unaskedChange',
  'card-tried': 'unaskedTries',
} as const satisfies Record<EmailKind, string>
