import { defineMessages, type Translated } from '#core/i18n'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'

/** What a payment form on a store's page says in each language, besides the sentences of all hosted pages. */
export type EmbeddedMessages = Translated<typeof en>

export const embeddedI18nOf = defineMessages<typeof en>({ en, ro, de, fr, it, es, ru, el, he })
